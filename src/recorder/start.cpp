// Decides whether this process records, from its start to its end, and by which clock.
#include "recorder/start.h"
#include "recorder/spool.h"
#include "unply/rank_environment.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/rseq.h>
#include <time.h>
#include <unistd.h>

// Registered by glibc >= 2.35 for each thread; where it is not, the core number costs a call.
#pragma weak __rseq_offset
#pragma weak __rseq_size

extern "C" __attribute__((weak)) void __unply_module(void*); // of unply's runtime, which programs show

namespace unply::recorder {

Clock event_clock;

namespace {

enum { kUnknown, kStarting, kOff, kOn };
int start_state;

void forget_in_child() {
  thread_log = {};
  forget_modules();
  leave_process();
}

// Under mpirun only the numbered processes belong to the program: not mpirun itself, nor its helpers on other machines.
bool is_rank() {
  constexpr const char* kNames[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
  for (const char* name : kNames)
    if (getenv(name)) return true;
  return false;
}

void attach() {
  const char* path = getenv("UNPLY_SPOOL");
  // Built by unply and started by another program, such as a shell.
  bool records_itself = &__unply_module && !unply_is_one_of_several_ranks(environ);
  bool wanted = path && *path && !records_itself && (!getenv("UNPLY_RANKS_ONLY") || is_rank());
  bool attached = wanted && attach_spool(path);
  if (attached) {
    event_clock.tsc = spool_header().clock_is_tsc;
    note_begin();
    const unsigned* volatile rseq_size = &__rseq_size; // volatile: the header hides that it may be null
    if (rseq_size && *rseq_size) event_clock.core_offset = __rseq_offset + offsetof(struct rseq, cpu_id);
    prepare_thread_ends();
    find_runtimes();
    recording_paused = getenv("UNPLY_PAUSED") != nullptr;
    pthread_atfork(nullptr, nullptr, forget_in_child);
  }
  __atomic_store_n(&start_state, attached ? kOn : kOff, __ATOMIC_RELEASE);
}

} // namespace

bool start() {
  int state = __atomic_load_n(&start_state, __ATOMIC_ACQUIRE);
  if (UNPLY_LIKELY(state == kOn || state == kOff)) return state == kOn;
  int expected = kUnknown;
  int saved = errno;
  if (__atomic_compare_exchange_n(&start_state, &expected, kStarting, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
    attach();
  errno = saved;
  return __atomic_load_n(&start_state, __ATOMIC_ACQUIRE) == kOn;
}

bool recording() { return __atomic_load_n(&start_state, __ATOMIC_ACQUIRE) == kOn && !thread_log.quiet; }

uint64_t slow_ticks() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC_RAW, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
uint32_t slow_core() {
  int core = sched_getcpu();
  return core < 0 ? 0xffff : (uint32_t)core & 0xffff;
}

namespace {

__attribute__((constructor)) void start_early() { start(); }

// Threads that still run continue until the process ends; `unply record` collects their events.
__attribute__((destructor)) void finish() {
  if (!recording()) return;
  if (thread_log.state == LogState::closed) return;
  note_modules();
  end_thread();
  SpoolProcess* process = this_process();
  if (!process) return;
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  process->end_ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
  process->end_ticks = read_ticks();
  __atomic_store_n(&process->state, kProcessEnded, __ATOMIC_RELEASE);
}

} // namespace
} // namespace unply::recorder
