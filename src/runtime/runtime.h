// The runtime inside a recorded program: declarations shared by all its files.
//
// Ground rules, because this code runs inside other people's programs:
//  - No exceptions, no RTTI, no libstdc++, no static constructors; memory comes from mmap, never from the program's
//    malloc. If recording cannot continue, it stops (`stop_recording`), and the program goes on.
//  - Every hook preserves errno and the floating-point state.
//  - One thread is followed: the first that begins a region. All state below except the atomic counters belongs to it.
//  - A signal handler may interrupt a hook and run hooks itself: slow paths are `Busy`, and a hook that finds
//    them so gives up and counts that it did.
#pragma once
#include "unply/ring_format.h"
#include "unply/runtime_abi.h"
#include <stddef.h>
#include <stdint.h>

namespace unply::runtime {

#define UNPLY_LIKELY(x) __builtin_expect(!!(x), 1)
#define UNPLY_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define UNPLY_INLINE inline __attribute__((always_inline))

// Of the loop profile (profile/access_queue.h).
struct QueuedAccess {
  uint64_t address_kind; // the kind in the upper 16 bits: 2 * log2(bytes) + write
  UnplySite* site;       // null: here an iteration of the deferred loop begins
};
inline constexpr uint32_t kMostQueued = 32, kMostDeferred = 1 << 18;
extern QueuedAccess queued_accesses[kMostDeferred];

// The state that hooks read first, one cache line of thread-local memory. If the floors are zero, hooks of this thread
// do nothing.
//
// A "run" is an uninterrupted part of the current vertex: it begins when the vertex begins or continues after a nested
// one. Histories made in this run have ids of at least `load_floor`, so one comparison says "already seen".
struct Context {
  uint32_t load_floor;  // 0: loads do nothing (outside tasks, or not followed); kAlways: all go to the slow path
  uint32_t store_floor; // 0: stores do nothing (not followed); kOutside outside tasks; kAlways in access mode
  uint32_t busy;        // held by slow paths against signal handlers
  uint32_t followed;    // this thread is the followed one and records
  uint32_t simple;      // in a task that no access can renew (Algorithm 3), online
  uint32_t known_floor; // transitions that sites remember hold if they end at this history or a later one
  QueuedAccess* queue_end = queued_accesses; // behind the accesses that wait; at queue_limit there is no more room
  const QueuedAccess* queue_limit = queued_accesses + kMostQueued;
  uint64_t hooks;       // accesses hooked in tasks
  uint64_t transitions; // of them, those that left the fast path
};
inline constexpr uint32_t kAlways = 0xffffffff;
inline constexpr uint32_t kOutside = 0xfffffffe; // as kAlways, where the shadow knows something of the bytes
extern constinit thread_local Context context __attribute__((tls_model("initial-exec"))); // constinit: no wrapper call

void drain_queue(); // src/runtime/profile/deferred_loop.cpp

// Keeps the hooks of signal handlers out until the end of its scope. The fences keep the compiler from moving the work
// out of it; the processor needs none, since a handler runs in the thread that it interrupts.
struct Held {
  UNPLY_INLINE Held() {
    context.busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  UNPLY_INLINE ~Held() {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    context.busy = 0;
  }
  Held(const Held&) = delete;
};
// Likewise, with nothing in the queue.
struct Busy : Held {
  UNPLY_INLINE Busy() {
    if (UNPLY_UNLIKELY(context.queue_end != queued_accesses)) drain_queue();
  }
};

// The process-wide state of a recording.
enum class Mode : uint32_t { off, online, accesses, loops, times, unstamped };
extern Mode mode;         // off until a thread begins its first region
extern bool shadow_ready; // the shadow planes are mapped
// Tells whether the fate of memory matters: in a timing run it does not.
UNPLY_INLINE bool follows_memory() { return mode == Mode::online || mode == Mode::accesses || mode == Mode::loops; }

// Zeroed memory from the kernel, without swap reservation; null if refused. It lies outside the windows of program
// memory, so it is never mistaken for memory of the program.
void* map_memory(size_t bytes);

// ring.cpp: passes records to the reader.
bool attach_ring(char* const* environment);                      // true when `unply record` started this program
void rehearse(void (*work)());                                   // its records are not published
void* begin_record(RingRecordType type, uint32_t payload_bytes); // null once recording has stopped
void end_record();                                               // publishes the record begun last
void count_event(RingCounter counter, uint64_t by = 1);          // any thread
// `reserved` bytes of memory, of which the first `bytes` are the part of RingOpen at `offset`; null when refused.
void* map_open_part(uint64_t offset, uint64_t bytes, uint64_t reserved);
extern RingHeader* shared_header;
UNPLY_INLINE RingHeader* ring_header() { return shared_header; } // null when not attached
void stop_recording(RingStop reason);
void close_ring(); // all records have been passed on

// region.cpp: the current vertex.
struct Vertex {
  uint32_t id;       // 0: outside every task
  uint32_t instance; // first vertex of this task instance
  bool may_extend;   // vertices with higher ids exist: a dependence may need a new id (Algorithm 3)
  bool had_nested;   // this task instance has begun others inside itself
  uint32_t region;   // its task region + 1, times 8; 0: of no interest, as in calibration
};
extern Vertex vertex;
extern bool overwritten; // code outside tasks overwrote memory used by tasks since trace_floor
extern uint32_t
    trace_floor;     // histories from here on are of this execution of a trace region, or of the code between two
void renew_vertex(); // Algorithm 3: the current task goes on under a new, highest id
bool renewed_from(uint32_t vertex_id); // the current vertex extends it, directly or not
UNPLY_INLINE bool same_instance(uint32_t vertex_id) {
  return vertex_id == vertex.id || (vertex.instance != vertex.id && renewed_from(vertex_id));
}
// The frame that holds the open task: frames of its callees lie below. ~0 if the task may have begun in any frame.
uint64_t frame_of_task();
void finish_recording();
void leave_out_of_run(uint64_t ticks); // a stall of the recording itself, too long to be estimated like hooks
bool follow_this_thread();             // claims the followed role; false: another thread has it, or recording is off

// inline_functions.cpp
void hand_over_inline_functions(); // those whose accesses are not seen

// memory.cpp
void forget_object(const void* inside); // before its object is unmapped

// unseen.cpp
bool map_unseen(); // calls of code without hooks and models, counted by name

// modules.cpp
void hand_over_modules();              // all registered so far, once recording has begun
void set_plain_copies(UnplyPlain who); // from now on
void profile_loops_of_others();        // from now on modules are profiled unless one has regions
bool loops_are_profiled();
void forget_site_transitions();  // after a collection, which renumbers histories
void forget_known_transitions(); // transition.cpp, likewise

// calibrate.cpp: measures the cost of recording on this machine, into the ring's header.
void calibrate();
void calibrate_times(); // in runs for times there are no hooks, but tasks or regions
// Runs `count` empty task instances inside another one, entered as programs enter them. inside: ticks of each within
// its own interval.
struct EmptyTasks {
  double whole_ticks;  // of one, all in all
  double parent_ticks; // of one, within the interval of the instance around it
};
EmptyTasks time_empty_tasks(uint32_t count, uint32_t* inside);
uint32_t dynamic_region(UnplyRegionKind kind, UnplyRegionOrigin origin, uint64_t key, const char* label);
uint32_t region_origin(uint32_t region);
bool has_chosen_functions(); // among the modules so far

} // namespace unply::runtime
