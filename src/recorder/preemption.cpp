// When the system takes a core away from a thread and gives one back: context switches from the kernel's performance
// events, one small buffer for each thread, emptied whenever the thread continues in another chunk and at its end.
//
// Only switches of a thread that wanted to go on are events; going to sleep is visible as a wait. The kernel's times
// are CLOCK_MONOTONIC_RAW; they become ticks between two readings of both clocks.
#include "recorder/recorder.h"
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace unply::recorder {

namespace {

constexpr size_t kPage = 4096, kDataBytes = 64 << 10; // 2048 switches
// Opening and closing a buffer takes 170 us, most of it waiting in the kernel: as much as two new threads. Programs
// that make threads by the thousand would be slowed down threefold.
constexpr int kMostThreads = 1024;

struct ClockPair {
  uint64_t ticks, ns;
};
struct SwitchBuffer {
  char* memory; // the kernel's page, then the data; null: none
  ClockPair begun;
  uint64_t from;       // data before it is read
  uint64_t away_ticks; // the thread was preempted then and has not come back yet; 0: it runs
};
constinit thread_local SwitchBuffer switches __attribute__((tls_model("initial-exec"))) = {};

ClockPair read_clocks() {
  ClockPair before = {read_ticks(), slow_ticks()};
  return {before.ticks + (read_ticks() - before.ticks) / 2, before.ns};
}

uint64_t ticks_of(uint64_t ns, const ClockPair& first, const ClockPair& last) {
  if (!event_clock.tsc || last.ns <= first.ns) return ns;
  __int128 scaled = (__int128)((int64_t)(ns - first.ns)) * (int64_t)(last.ticks - first.ticks);
  return first.ticks + (uint64_t)(int64_t)(scaled / (int64_t)(last.ns - first.ns));
}

int open_switches() {
  perf_event_attr wanted = {};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_SOFTWARE;
  wanted.config = PERF_COUNT_SW_DUMMY;
  wanted.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
  wanted.sample_id_all = 1;
  wanted.context_switch = 1;
  wanted.exclude_kernel = wanted.exclude_hv = 1;
  wanted.use_clockid = 1;
  wanted.clockid = CLOCK_MONOTONIC_RAW;
  return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void note_refusal(int error) {
  static int said;
  if (__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED)) return;
  add_note(error == EACCES || error == EPERM
               ? "preemption is not recorded: the system does not allow it (sysctl kernel.perf_event_paranoid=2 does)"
           : error == EMFILE || error == EAGAIN || error == ENOMEM
               ? "preemption is not recorded on all threads: no more buffers for it (sysctl kernel.perf_event_mlock_kb)"
               : "preemption is not recorded: the system has no performance events");
}

// The mapping keeps the kernel's side alive, so that the program never sees a descriptor of ours.
void begin_thread_switches() {
  static int threads;
  switches = {};
  if (int before = __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED); before >= kMostThreads) {
    if (before == kMostThreads) add_note("preemption is recorded on the first 1024 threads only");
    return;
  }
  int saved = errno;
  int file = open_switches();
  if (file >= 0) {
    void* memory = mmap(nullptr, kPage + kDataBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    int error = errno;
    close(file);
    errno = error;
    if (memory != MAP_FAILED) switches = {(char*)memory, read_clocks(), 0, 0};
  }
  if (!switches.memory) note_refusal(errno);
  errno = saved;
}

struct SwitchRecord { // PERF_RECORD_SWITCH with the sample_type above
  perf_event_header header;
  uint32_t pid, tid;
  uint64_t ns;
  uint32_t core, reserved;
};

void note_loss() {
  static int said;
  if (!__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED))
    add_note("some preemptions are not recorded: a thread had more than 2048 switches between two chunks of events");
}

void note_switch(const SwitchRecord& record, const ClockPair& now) {
  bool out = record.header.misc & PERF_RECORD_MISC_SWITCH_OUT;
  uint64_t ticks = ticks_of(record.ns, switches.begun, now);
  if (out && (record.header.misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT)) {
    emit_at(ticks, record.core, kEventPreempted, nullptr, 0, 0);
    switches.away_ticks = ticks;
  } else if (!out && switches.away_ticks) {
    emit_at(ticks, record.core, kEventResumed, nullptr, 0, 0);
    switches.away_ticks = 0;
  }
}

void read_switches() {
  if (!switches.memory) return;
  auto* page = (perf_event_mmap_page*)switches.memory;
  const char* data = switches.memory + kPage;
  uint64_t end = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
  ClockPair now = read_clocks();
  while (switches.from < end) {
    SwitchRecord record;
    size_t at = switches.from % kDataBytes, whole = kDataBytes - at;
    size_t first = whole < sizeof record ? whole : sizeof record;
    memcpy(&record, data + at, first); // a record may wrap around the end
    memcpy((char*)&record + first, data, sizeof record - first);
    if (!record.header.size) break;
    if (record.header.type == PERF_RECORD_SWITCH) note_switch(record, now);
    if (record.header.type == PERF_RECORD_LOST) note_loss();
    switches.from += record.header.size;
  }
  __atomic_store_n(&page->data_tail, switches.from, __ATOMIC_RELEASE);
}

void end_thread_switches() {
  read_switches();
  int saved = errno;
  if (switches.memory) munmap(switches.memory, kPage + kDataBytes);
  switches.memory = nullptr;
  errno = saved;
}

__attribute__((constructor)) void prepare_switches() {
  if (!start()) return;
  add_thread_hooks(begin_thread_switches, end_thread_switches);
  add_chunk_hook(read_switches);
}

} // namespace
} // namespace unply::recorder
