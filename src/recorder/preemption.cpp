// Preemptions of threads: context switches from the kernel's perf events, with one buffer for each thread, emptied
// whenever the thread continues in another chunk, with its first event after some 50 ms, and at its end. Only switches
// of a runnable thread are events; going to sleep is visible as a wait. The kernel's times are CLOCK_MONOTONIC_RAW;
// they are converted to ticks between two readings of both clocks. After a buffer is full, or on a thread without one
// although others have one, the state is unknown until the next event: kEventUnseenBegin, kEventUnseenEnd.
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

// 2048 switches, or 16 384 for the first threads, which have a program's longest computations without an event. With
// time slices of 3 ms those are 50 s on a core that two threads share. Where the system has no room for a large buffer
// (perf_event_mlock_kb: 516 KiB for each core, of users other than root) there may be some for a small one.
constexpr size_t kPage = 4096, kSmall = 64 << 10, kLarge = 512 << 10;
constexpr int kLargeOnes = 32; // mapping one takes 100 us, a small one 20
// Opening and closing a buffer takes 170 us, most of it waiting in the kernel: as much as two new threads. Programs
// that make threads by the thousand would be slowed down threefold.
constexpr int kMostThreads = 1024;

struct ClockPair {
  uint64_t ticks, ns;
};
struct SwitchBuffer {
  char* memory; // the kernel's page, then the data; null: none
  size_t bytes; // of the data
  ClockPair begun;
  uint64_t from;       // data before it is read
  uint64_t last_ticks; // of the last switch, or when the buffer was made
  bool away;           // the thread was preempted and has not come back yet
  bool loss_noted;     // what the next LOST record, if one comes next, is about
};
bool buffers_made; // by any thread
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

// The mapping keeps the kernel's buffer alive, so the program never sees a descriptor of the recorder.
bool map_switches(size_t bytes) {
  int file = open_switches();
  if (file < 0) return false;
  void* memory = mmap(nullptr, kPage + bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  int error = errno;
  close(file);
  errno = error;
  if (memory == MAP_FAILED) return false;
  switches = {.memory = (char*)memory,
              .bytes = bytes,
              .begun = read_clocks(),
              .from = 0,
              .last_ticks = read_ticks(),
              .away = false,
              .loss_noted = false};
  return true;
}

// If the system allows it for no thread, all threads are equal and a note says so.
void note_unseen_thread() {
  if (__atomic_load_n(&buffers_made, __ATOMIC_RELAXED)) emit(kEventUnseenBegin, nullptr, kUnseenThread);
}

void begin_thread_switches() {
  static int threads;
  switches = {};
  int before = __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED);
  if (before >= kMostThreads) {
    if (before == kMostThreads) add_note("preemption is recorded on the first 1024 threads only");
    return note_unseen_thread();
  }
  int saved = errno;
  if ((before < kLargeOnes && map_switches(kLarge)) || map_switches(kSmall)) {
    __atomic_store_n(&buffers_made, true, __ATOMIC_RELAXED);
  } else {
    note_refusal(errno);
    note_unseen_thread();
  }
  errno = saved;
}

struct SwitchRecord { // PERF_RECORD_SWITCH with the sample_type above
  perf_event_header header;
  uint32_t pid, tid;
  uint64_t ns;
  uint32_t core, reserved;
};
struct LostRecord { // PERF_RECORD_LOST, in front of the first switch that found room again
  perf_event_header header;
  uint64_t id, lost;
  uint32_t pid, tid;
  uint64_t ns; // of that switch
  uint32_t core, reserved;
};

void note_switch(const SwitchRecord& record, uint64_t ticks) {
  bool out = record.header.misc & PERF_RECORD_MISC_SWITCH_OUT;
  if (out && (record.header.misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT)) {
    emit_at(ticks, record.core, kEventPreempted, nullptr, 0, 0);
    switches.away = true;
  } else if (!out && switches.away) {
    emit_at(ticks, record.core, kEventResumed, nullptr, 0, 0);
    switches.away = false;
  }
}

// Between its last switch known and `until` the thread may have lost its core any number of times.
void note_unseen(uint64_t until) {
  uint32_t core = read_core();
  if (switches.away) emit_at(switches.last_ticks, core, kEventResumed, nullptr, 0, 0);
  switches.away = false;
  emit_at(switches.last_ticks, core, kEventUnseenBegin, nullptr, kUnseenSwitches, 0);
  emit_at(until, core, kEventUnseenEnd, nullptr, kUnseenSwitches, 0);
  switches.last_ticks = until;
}

void take_record(const LostRecord& lost, const ClockPair& now) {
  uint64_t ticks = ticks_of(lost.ns, switches.begun, now);
  if (!switches.loss_noted && ticks > switches.last_ticks) note_unseen(ticks); // lost while the buffer was being read
}

void take_record(const SwitchRecord& record, const ClockPair& now) {
  uint64_t ticks = ticks_of(record.ns, switches.begun, now);
  note_switch(record, ticks);
  switches.last_ticks = ticks;
  switches.loss_noted = false;
}

// The kernel leaves the last byte free and drops records that do not fit, and reports this only before the next switch
// that fits: a buffer without room for both may lack some.
bool is_full(uint64_t end) { return end - switches.from + sizeof(LostRecord) + sizeof(SwitchRecord) >= switches.bytes; }

void read_switches() {
  if (!switches.memory) return;
  auto* page = (perf_event_mmap_page*)switches.memory;
  const char* data = switches.memory + kPage;
  uint64_t end = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
  bool full = is_full(end);
  ClockPair now = read_clocks();
  while (switches.from < end) {
    union {
      perf_event_header header;
      SwitchRecord switched;
      LostRecord lost;
    } record;
    size_t at = switches.from % switches.bytes, whole = switches.bytes - at;
    size_t first = whole < sizeof record ? whole : sizeof record;
    memcpy(&record, data + at, first); // a record may wrap around the end
    memcpy((char*)&record + first, data, sizeof record - first);
    if (!record.header.size) break;
    if (record.header.type == PERF_RECORD_SWITCH) take_record(record.switched, now);
    if (record.header.type == PERF_RECORD_LOST) take_record(record.lost, now);
    switches.from += record.header.size;
  }
  __atomic_store_n(&page->data_tail, switches.from, __ATOMIC_RELEASE);
  if (!full) return;
  note_unseen(read_ticks());
  switches.loss_noted = true;
}

void end_thread_switches() {
  read_switches();
  int saved = errno;
  if (switches.memory) munmap(switches.memory, kPage + switches.bytes);
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
