// The recorder inside a program that `unply record` runs: declarations shared by all its front ends (OMPT tool,
// pthread, TBB and MPI interposers, the header API), in one shared object that LD_PRELOAD or OMP_TOOL_LIBRARIES loads
// into any program.
//
// Ground rules, because this code runs inside other people's programs:
//  - No exceptions, no RTTI, no libstdc++; memory comes from mmap, never from the program's malloc. If recording cannot
//    continue, events are dropped, counted and noted; the program goes on. errno is preserved.
//  - An event costs about 10 ns: a clock read and four stores. emit() is therefore inline and takes no lock.
//  - A signal handler may interrupt emit() and emit itself: its events are then dropped and counted.
//  - A child after fork() is a separate process with an empty log; its numbers continue from its parent's.
#pragma once
#include "unply/event_format.h"
#include <stddef.h>
#include <stdint.h>
#if defined __x86_64__
#include <x86intrin.h>
#endif

namespace unply::recorder {

#define UNPLY_LIKELY(x) __builtin_expect(!!(x), 1)
#define UNPLY_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define UNPLY_INLINE inline __attribute__((always_inline))
#define UNPLY_EXPORT __attribute__((visibility("default"))) // symbols for the dynamic linker

// ---- Start. Idempotent and cheap once done; every front end may call it, from constructors on. True if this process
// records: UNPLY_SPOOL names the spool of a running `unply record`.
bool start();

// ---- Events
inline constexpr size_t kChunkBytes = 32 << 10; // in the spool; a chunk's first record says whose it is

enum class LogState : uint8_t { closed, opening, open, starved, paused, ended };
inline constexpr uintptr_t kNowhere = ~(~uintptr_t(0) >> 1); // neither null nor any place is within kChunkRoom of it
inline constexpr size_t kChunkRoom = kChunkBytes - sizeof(UnplyRawEvent);
struct ThreadLog {
  UnplyRawEvent* next;           // null: not open, or emit() is at work: look closer
  uintptr_t first = kNowhere;    // of its chunk, behind the owner: records lie within kChunkRoom bytes of it
  uint64_t look_at;              // the time at which hooks are due, whether the chunk is full or not
  UnplyRawEvent* kept;           // value of next once a paused log continues
  uint32_t number;               // of the thread, from 1
  uint32_t slot;                 // of the spool, that next points into
  uint32_t next_task, last_task; // of the block of numbers that this thread uses up
  uint64_t lost, lost_since;     // events left out for want of room; when that, or a pause, began
  uint16_t quiet;                // depth of Quiet
  LogState state;
  uint8_t kind;   // UnplyThreadKind + 1, or 0
  bool begun;     // kEventThreadBegin is written
  bool ended;     // kEventThreadEnd is written
  bool in_pauses; // for now this thread writes in a pause too
  bool in_hooks;  // which are not entered again for their own events
};
extern constinit thread_local ThreadLog thread_log __attribute__((tls_model("initial-exec")));

struct Clock {
  bool tsc; // invariant, so it is the clock
  ptrdiff_t
      core_offset; // of the core number that the kernel keeps for each thread (rseq) from the thread pointer, or 0
};
extern Clock event_clock;

// The program has turned recording off for all its threads. Looking at it costs an event 0.4 ns of 11.
extern volatile bool recording_paused;
void pause_recording();
void resume_recording();

uint64_t slow_ticks(); // ns of CLOCK_MONOTONIC_RAW
uint32_t slow_core();
UnplyRawEvent* next_record(); // the next place in the log, opened or continued as needed; null: leave the event out

UNPLY_INLINE uint64_t read_ticks() {
#if defined __x86_64__
  if (UNPLY_LIKELY(event_clock.tsc)) return __rdtsc();
#endif
  return slow_ticks();
}
UNPLY_INLINE uint32_t read_core() {
  if (UNPLY_LIKELY(event_clock.core_offset))
    return *(volatile uint32_t*)((char*)__builtin_thread_pointer() + event_clock.core_offset) & 0xffff;
  return slow_core();
}
inline constexpr uint64_t kAddressMask = (uint64_t(1) << 48) - 1;

// False where there is no place (null), the chunk is full, or the place is not in the thread's own chunk, where an
// event would be written over another thread's owner or the program's memory. So each event asserts where it is
// written.
UNPLY_INLINE bool is_inside(const ThreadLog& log, const UnplyRawEvent* event) {
  return (uintptr_t)event - log.first < kChunkRoom;
}

// Notes the event down with its own time; of another time only for events of the system (kEventPreempted, ...), which a
// reader sorts in. To know that the event is inside and nothing is due takes 5 instructions more than to look for the
// end of an aligned chunk (callgrind: 73.5 for 68.4 an event, without rseq), and no time: 11.6 ns for 11.7.
UNPLY_INLINE void emit_at(uint64_t ticks, uint32_t core, UnplyEventKind kind, const void* code, uint64_t a,
                          uint64_t b) {
  ThreadLog& log = thread_log;
  UnplyRawEvent* event = log.next;
  bool look_closer = !is_inside(log, event) | (ticks >= log.look_at);
  if (UNPLY_UNLIKELY(look_closer | recording_paused)) {
    event = next_record();
    if (!event) return;
  }
  log.next = nullptr;
  event->ticks = ticks;
  event->code_core = ((uint64_t)code & kAddressMask) | (uint64_t)core << 48;
  event->b = b;
  __asm__ volatile("" ::: "memory"); // the kind comes last: a record cut short by kill -9 has none
  event->kind_a = kind | a << 8;
  __asm__ volatile("" ::: "memory");
  log.next = event + 1;
}
UNPLY_INLINE void emit(UnplyEventKind kind, const void* code, uint64_t a = 0, uint64_t b = 0) {
  emit_at(read_ticks(), read_core(), kind, code, a, b);
}
bool recording(); // this process records, though maybe paused, and the calling thread is not in a Quiet
// A record for the reader of the spool, no event: written while recording is paused too.
void emit_in_pauses(uint64_t ticks, uint32_t kind, uint64_t code, uint64_t a, uint64_t b);
// The same with a text of up to 4000 bytes behind it, in one piece (SpoolRecordKind).
void emit_text(uint32_t kind, uint64_t ticks, uint64_t code_core, uint64_t b, const char* text);

// Events of this thread are left out inside, so that front ends do not see each other's work.
class Quiet {
public:
  UNPLY_INLINE Quiet() : next_(thread_log.next) {
    thread_log.next = nullptr;
    ++thread_log.quiet;
  }
  UNPLY_INLINE ~Quiet() {
    --thread_log.quiet;
    thread_log.next = next_;
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

private:
  UnplyRawEvent* next_;
};

// Tells whether the code address lies in a parallel runtime (libomp, libgomp, libtbb, libmpi and their dependences, the
// C library, this one): its locks and threads do not belong to the program.
bool is_runtime_code(const void* code);
bool is_runtime_file(const char* path); // the same by the name of the loaded object
void note_modules(); // objects loaded since; also done at the start and whenever a thread continues in another chunk

// ---- Numbers, unique in the process. Regions and tasks count up; several threads take them in blocks.
uint64_t new_region();
uint64_t new_task(); // below 2^32
uint32_t new_thread();

// ---- Threads. Every thread that emits has a log; these only say more about it. `number` from new_thread() where
// kEventThreadCreate announced it, else 0. The end hands the rest of the chunk to other threads.
void begin_thread(UnplyThreadKind kind, uint32_t number = 0);
void end_thread();
// Called on each thread after its first event and before its end; at most four pairs, given before threads start.
void add_thread_hooks(void (*begun)(), void (*ending)());
uint64_t thread_cpu_ns(); // that the calling thread has been on a core; 0: not known. 0.3 us
// Called on the thread whenever it continues in another chunk (every 1023 events), and with its first event after some
// 50 ms: room for work now and then. May emit any number of events.
void add_chunk_hook(void (*work)());

// ---- Names and notes, for the tables of the trace
uint32_t name_number(const char* name);                         // of kEventUser*; the same for equal texts
void name_object(uint32_t kind, uint64_t id, const char* name); // kind: UnplyObjectKind
void set_rank(uint32_t rank);                                   // of MPI
void has_seen(uint32_t front_end);                              // SpoolFrontEnd: it has caught an event
void add_note(const char* text);                                // said once, in `unply record` and in the trace

} // namespace unply::recorder
