// Time that the scheduler gave to other programs while a task instance ran. A slice lost is milliseconds, thousands of
// times a short task, and one such task would be the critical path of the whole graph; so it does not count as the
// task's own. Time in which the task itself waited (a read, a sleep) does count. The kernel is asked only after an
// interval of at least kLongTicks, since no shorter one can contain a lost slice; the system call then costs 0.3 us.
#include "runtime/off_cpu.h"
#include "runtime/runtime.h"
#include <errno.h>
#include <sys/resource.h>

namespace unply::runtime {

double ticks_per_us = 1000;

namespace {

uint64_t seen_tsc, seen_cpu_us;
long seen_waits, seen_preemptions;

} // namespace

uint64_t off_cpu_ticks(uint64_t now, uint64_t ticks) {
  int saved = errno;
  rusage usage;
  int failed = getrusage(RUSAGE_THREAD, &usage);
  errno = saved;
  if (failed) return 0;
  uint64_t cpu_us = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
                    (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  uint64_t wall = now - seen_tsc, cpu = (uint64_t)((double)(cpu_us - seen_cpu_us) * ticks_per_us);
  bool only_preempted = usage.ru_nivcsw > seen_preemptions && usage.ru_nvcsw == seen_waits;
  seen_tsc = now, seen_cpu_us = cpu_us, seen_waits = usage.ru_nvcsw, seen_preemptions = usage.ru_nivcsw;
  uint64_t lost = only_preempted && wall > cpu ? wall - cpu : 0;
  return lost < ticks ? lost : ticks;
}

} // namespace unply::runtime
