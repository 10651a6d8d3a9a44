// The log of each thread: where its next record goes. emit_at() in recorder.h is the common path; the code here runs
// once in a thousand events, when a chunk is full, periodic work is due, or recording pauses.
//
// state     next      entered                                       left
// closed    null      the thread has had no event                   with its first: opening
// opening   null      a chunk is being looked for; what a signal    to open or starved; stays for good where the table
//                     handler emits meanwhile is left out           of processes is full
// open      a place   there is a chunk                              to opening when the chunk is full, to paused in
//                                                                   a pause, to ended with the thread
// starved   null      no room in the spool: events are counted      with one of 256 events: opening
// paused    null      recording is off: `kept` is the place         with the first event after the pause: open
// ended     null      kEventThreadEnd is written, the chunk parked  an event from a later destructor: opening
//
// Flags hold in any state: begun and ended (the thread's first and last event are written, so none comes twice),
// in_pauses (this thread writes although recording is paused), in_hooks (hooks are not entered for what they emit).
#include "recorder/spool.h"
#include "recorder/start.h"
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace unply::recorder {

constinit thread_local ThreadLog thread_log __attribute__((tls_model("initial-exec"))) = {};
volatile bool recording_paused;

namespace {

constexpr uint64_t kPatienceNs = 1'000'000'000;    // for room in the spool, before events are left out
constexpr uint64_t kLookEvery = uint64_t(1) << 27; // ticks between hooks: 30 to 130 ms, whatever a tick is
constexpr int kMostHooks = 4;

void (*begun_hooks[kMostHooks])();
void (*ending_hooks[kMostHooks])();
void (*chunk_hooks[kMostHooks])();
int thread_hooks_count, chunk_hooks_count;
uint64_t resumed_ticks;   // of the last time
pthread_key_t thread_key; // its destructor runs when a thread ends
bool has_thread_key;

void end_of_thread(void*) { end_thread(); }

// Periodic work. Its own events never re-enter it, because its state would be inconsistent. Only at the end of a chunk
// are newly loaded objects recorded as well.
void run_hooks(ThreadLog& log, bool note_loaded) {
  if (log.in_hooks) return;
  log.in_hooks = true;
  log.look_at = read_ticks() + kLookEvery;
  if (note_loaded) note_modules();
  for (int i = 0; i < chunk_hooks_count; ++i) chunk_hooks[i]();
  log.in_hooks = false;
}

void go_on_at(ThreadLog& log, const Place& place) {
  log.slot = place.slot;
  log.next = place.next;
  log.first = ((uintptr_t)place.next & ~(uintptr_t)(kChunkBytes - 1)) + sizeof(UnplyRawEvent);
  log.state = LogState::open;
}

bool take_room(ThreadLog& log) {
  Place place = take_slot(kPatienceNs);
  if (place.slot == kNoSlot) {
    log.lost_since = read_ticks();
    log.state = LogState::starved;
    return false;
  }
  go_on_at(log, place);
  return true;
}

bool take_next_chunk(ThreadLog& log) {
  __atomic_fetch_add(&this_process()->events, kSpoolChunkBytes / 32 - 1, __ATOMIC_RELAXED);
  log.next = nullptr;
  log.state = LogState::opening;
  hand_over_slot(log.slot);
  return take_room(log);
}

// For an open log: does the periodic work, and tells whether there is room for one record afterwards. The events of
// hooks may have filled the chunk again, or found no room for another.
bool make_room(ThreadLog& log) {
  bool full = !is_inside(log, log.next);
  if (full && !take_next_chunk(log)) return false;
  if (full || read_ticks() >= log.look_at) run_hooks(log, full);
  return log.state == LogState::open && (is_inside(log, log.next) || take_next_chunk(log));
}

// This is not the program's time: opening a kernel buffer may wait for other threads that do so, for milliseconds if
// many threads begin at the same time.
void call_thread_hooks(void (*const* hooks)()) {
  emit(kEventOverheadBegin, nullptr, kOverheadThread);
  for (int i = 0; i < thread_hooks_count; ++i) hooks[i]();
  emit(kEventOverheadEnd, nullptr, kOverheadThread);
}

// The first records of a log, once the thread has a chunk; the first log of a process also lists the loaded objects.
void begin_log(ThreadLog& log, uint64_t ticks) {
  log.begun = true;
  if (has_thread_key) pthread_setspecific(thread_key, &log);
  bool was = log.in_pauses;
  log.in_pauses = log.in_hooks = true;
  log.look_at = read_ticks() + kLookEvery;
  note_modules();
  if (!log.ended) { // else it emits again after its end, from another destructor
    bool initial = (pid_t)syscall(SYS_gettid) == getpid();
    uint8_t kind = log.kind ? log.kind - 1 : initial ? kThreadInitial : kThreadOther;
    emit_at(ticks, read_core(), kEventThreadBegin, nullptr, kind, log.number);
    __atomic_fetch_add(&this_process()->threads, 1, __ATOMIC_RELAXED);
    call_thread_hooks(begun_hooks);
  }
  log.in_pauses = was;
  log.in_hooks = false;
}

bool open_log(ThreadLog& log) {
  log.state = LogState::opening;
  if (!this_process()) return false; // the table is full: for good
  if (!log.number) log.number = new_thread();
  if (!take_room(log)) return false;
  begin_log(log, read_ticks());
  return true;
}

// Without room: looks for a free chunk, and records the number of missing events once there is one.
bool recover(ThreadLog& log) {
  log.state = LogState::opening;
  Place place = take_slot(0);
  if (place.slot == kNoSlot) {
    log.state = LogState::starved;
    return false;
  }
  go_on_at(log, place);
  bool was = log.in_pauses;
  log.in_pauses = true;
  if (!log.begun) begin_log(log, log.lost_since);
  emit_at(log.lost_since, read_core(), kEventTracingOff, nullptr, kOffNoRoom, 0);
  emit(kEventTracingOn, nullptr, log.lost);
  log.in_pauses = was;
  log.lost = 0;
  return log.state == LogState::open;
}

// Each thread enters a pause, and leaves it, with its first event since. Up to the former nothing was left out, and of
// a thread without events meanwhile nothing at all. The latter tells when the pause had ended.
void enter_pause(ThreadLog& log) {
  log.in_pauses = true;
  run_hooks(log, false);
  log.lost_since = read_ticks();
  emit_at(log.lost_since, read_core(), kEventTracingOff, nullptr, kOffPaused, 0);
  log.in_pauses = false;
  if (log.state != LogState::open) return;
  log.kept = log.next;
  log.next = nullptr;
  log.state = LogState::paused;
}

// The hooks would report events of the pause, which are dropped; but their buffers must not overflow.
void skip_to_now(ThreadLog& log) {
  log.state = LogState::opening;
  run_hooks(log, false);
  log.state = LogState::paused;
}

bool leave_pause(ThreadLog& log) {
  skip_to_now(log);
  log.next = log.kept;
  log.state = LogState::open;
  uint64_t since = resumed_ticks > log.lost_since ? resumed_ticks : log.lost_since;
  emit_at(since, read_core(), kEventTracingOn, nullptr, 0, 0);
  return log.state == LogState::open && make_room(log);
}

bool find_room_in_open_log(ThreadLog& log) {
  if (!log.next) {
    if (SpoolProcess* process = this_process()) __atomic_fetch_add(&process->nested, 1, __ATOMIC_RELAXED);
    return false;
  }
  if (recording_paused && !log.in_pauses) {
    enter_pause(log);
    return false;
  }
  return make_room(log);
}

// Texts and the end of a thread are written in pauses as well.
class Awake {
public:
  Awake() : log_(thread_log), was_(log_.in_pauses), paused_(log_.state == LogState::paused) {
    if (paused_) log_.next = log_.kept, log_.state = LogState::open;
    log_.in_pauses = true;
  }
  ~Awake() {
    log_.in_pauses = was_;
    if (!paused_ || log_.state != LogState::open) return;
    log_.kept = log_.next;
    log_.next = nullptr;
    log_.state = LogState::paused;
  }

private:
  ThreadLog& log_;
  bool was_, paused_;
};

} // namespace

void prepare_thread_ends() { has_thread_key = pthread_key_create(&thread_key, end_of_thread) == 0; }

void pause_recording() {
  if (recording()) recording_paused = true;
}

void resume_recording() {
  if (!recording_paused || !recording()) return;
  resumed_ticks = read_ticks();
  __atomic_thread_fence(__ATOMIC_RELEASE);
  recording_paused = false;
}

UnplyRawEvent* next_record() {
  ThreadLog& log = thread_log;
  if (!recording()) return nullptr;
  int saved = errno;
  bool room = false;
  switch (log.state) {
  case LogState::closed:
  case LogState::ended:
    room = open_log(log) && find_room_in_open_log(log);
    break;
  case LogState::open:
    room = find_room_in_open_log(log);
    break;
  case LogState::paused:
    if (!recording_paused)
      room = leave_pause(log);
    else if (read_ticks() >= log.look_at)
      skip_to_now(log);
    break;
  case LogState::starved: // a search for each event would cost the program more than the event
    room = log.lost % 256 == 0 && recover(log) && find_room_in_open_log(log);
    break;
  case LogState::opening:
    break; // a signal handler, or a process too many
  }
  errno = saved;
  if (room && is_inside(log, log.next)) return log.next;
  if (room || log.state == LogState::starved) {
    ++log.lost;
    __atomic_fetch_add(&this_process()->lost, 1, __ATOMIC_RELAXED);
  }
  return nullptr;
}

void emit_in_pauses(uint64_t ticks, uint32_t kind, uint64_t code, uint64_t a, uint64_t b) {
  Awake awake;
  emit_at(ticks, read_core(), (UnplyEventKind)kind, (const void*)code, a, b);
}

void emit_text(uint32_t kind, uint64_t ticks, uint64_t code_core, uint64_t b, const char* text) {
  ThreadLog& log = thread_log;
  Awake awake;
  if (!log.next && !next_record()) return;
  size_t length = strnlen(text, 4000), records = 1 + (length + 31) / 32;
  bool fits = is_inside(log, log.next) && is_inside(log, log.next + records - 1);
  if (!fits && !take_next_chunk(log)) return; // an empty one has room for 8 such texts
  UnplyRawEvent* event = log.next;
  log.next = nullptr;
  memcpy(event + 1, text, length);
  event->ticks = ticks;
  event->code_core = code_core;
  event->b = b;
  __atomic_store_n(&event->kind_a, kind | (uint64_t)length << 8, __ATOMIC_RELEASE);
  log.next = event + records;
}

void begin_thread(UnplyThreadKind kind, uint32_t number) {
  ThreadLog& log = thread_log;
  if (!recording() || log.state != LogState::closed) return;
  log.kind = (uint8_t)(kind + 1);
  log.number = number;
  next_record();
}

void end_thread() {
  ThreadLog& log = thread_log;
  Awake awake;
  int saved = errno;
  if (log.state == LogState::starved) recover(log);
  if (log.state != LogState::open || !log.next) {
    errno = saved;
    return;
  }
  if (!log.ended) {
    log.in_hooks = true;
    call_thread_hooks(ending_hooks);
    log.in_hooks = false;
    emit(kEventThreadEnd, nullptr);
  }
  UnplyRawEvent* end = log.next;
  log.next = nullptr;
  if (end && log.state == LogState::open) {
    __atomic_fetch_add(&this_process()->events, ((uintptr_t)end & (kChunkBytes - 1)) / 32, __ATOMIC_RELAXED);
    park_slot(log.slot, end);
  }
  log.ended = true;
  log.state = LogState::ended;
  errno = saved;
}

void add_thread_hooks(void (*begun)(), void (*ending)()) {
  if (thread_hooks_count == kMostHooks) return;
  begun_hooks[thread_hooks_count] = begun;
  ending_hooks[thread_hooks_count++] = ending;
}
void add_chunk_hook(void (*work)()) {
  if (chunk_hooks_count < kMostHooks) chunk_hooks[chunk_hooks_count++] = work;
}

} // namespace unply::recorder
