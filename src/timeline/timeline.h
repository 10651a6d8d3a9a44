// The states of each thread over time, from the events of a parallel run, from a simulated schedule, or from the
// recording of a sequential program. The five states are those of parallel-execution-profiler-1991, Figure 2; four more
// are new: overhead of the parallel runtime or the recorder, preemption, the start and the end of MPI, which no change
// of the program makes shorter, and time that is not recorded. Such time is never attributed to another state:
// recording was off, had no room or was not there (a rank that left nothing), or it is not known whether the thread,
// which did not wait, had a core.
//
// Invariant: the intervals of a lane tile [lane begin, lane end) in order, without gap or overlap.
#pragma once
#include "timeline/event_source.h"
#include "trace/phases.h"
#include <functional>
#include <optional>

namespace unply {

enum class ProcState : uint8_t {
  idle,
  active,
  wait_task,
  wait_event,
  wait_lock,
  overhead,
  preempted,
  unrecorded,
  setup
};
inline constexpr size_t kProcStates = 9;
const char* name_of(ProcState state);

// The activity of the thread in the interval, finer than the state: the word in a legend or tooltip.
enum class Activity : uint8_t {
  none,   // idle
  serial, // outside of parallel regions
  thread, // the body of a thread that the program created
  region, // the body of a parallel region outside of constructs
  task,   // an explicit task
  chunk,  // iterations of a worksharing loop
  loop,   // inside a worksharing loop, iterations not known
  section,
  single,
  masked,
  user, // a region of the user's
  taskwait,
  taskgroup,
  join,
  tbb_wait, // wait_task
  barrier,
  reduction,
  condition,
  semaphore,
  message,
  collective,
  other, // wait_event
  lock,
  critical,
  ordered,
  mutex, // wait_lock
  create_task,
  recorder,
  dispatch, // overhead
  preempted,
  unrecorded,
  setup, // MPI_Init; MPI_Finalize once all ranks have come
  phase_call,
  phase_divide,
  phase_sequential,
  phase_exchange,
  phase_combine, // of a skeleton, by Phase
};
inline constexpr size_t kActivities = static_cast<size_t>(Activity::phase_combine) + 1;
const char* name_of(Activity activity);
Activity activity_of_wait(uint8_t wait); // UnplyWait
ProcState state_of_wait(uint8_t wait);
Activity activity_of_lock(uint8_t lock); // UnplyLock, waited for
inline Activity activity_of_phase(Phase phase) {
  return static_cast<Activity>(static_cast<size_t>(Activity::phase_call) + static_cast<size_t>(phase));
}

struct StateInterval {
  uint64_t begin_ns, end_ns;
  ProcState state = ProcState::idle;
  Activity activity = Activity::none;
  uint16_t core = 0xffff; // where the event that began it ran, 0xffff: unknown
  uint32_t site = 0;      // the construct; row of Trace::sites
  uint32_t region = 0;    // number of the parallel region, 0: none
  uint64_t object = 0; // task number, lock, first iteration of the chunk, number of the function, phase and level, ...
  uint64_t extra = 0;  // iterations of the chunk, holder of the lock, partner's rank + 1 or 0 in a phase, ...
};

// The function of MPI in which the thread is, as a number in EventSource::objects(); 0: none, or not known.
inline uint16_t function_of(Activity activity, uint64_t object) {
  bool named = activity == Activity::message || activity == Activity::collective || activity == Activity::setup;
  return named ? static_cast<uint16_t>(object) : 0;
}
// "MPI_Recv" if the function is known, else name_of(activity).
std::string_view words_of(const Trace& tables, std::span<const EventObject> objects, Activity activity,
                          uint16_t function);

// From an event on one lane to one on another; task_dependence also within one lane, so that those lines are all edges.
enum class LineKind : uint8_t {
  fork,
  join,
  task_create,
  task_dependence,
  lock,
  barrier,
  signal,
  message,
  thread_create,
  thread_join,
  task_wait // the last task waited for -> the end of the wait
};
const char* name_of(LineKind kind);
struct DependencyLine {
  LineKind kind;
  uint32_t from_lane, to_lane;
  uint64_t from_ns, to_ns;
  uint32_t site;
  uint64_t object;
};

struct Lane {
  std::string name; // "thread 0", "rank 1 thread 0", "processor 3"
  uint32_t process;
  uint64_t begin_ns, end_ns;
  std::optional<uint64_t> cpu_ns = {}; // that the thread was on a core, as the system counted it
};

// A value that the program recorded (PEP$R8 of the paper), or a user-defined event.
struct UserMark {
  uint32_t lane, site;
  uint64_t time_ns;
  uint8_t kind;       // UnplyEventKind: value or point
  uint8_t value_type; // UnplyValueType
  StringId name;
  uint64_t bits;
};

// A construct of the program, when it ends; constructs that a killed program left open end with their thread.
enum class ConstructKind : uint8_t {
  region,   // a parallel region, by the thread that met it. object: team size; extra: threads asked for
  member,   // the share of one thread of the team. object: number in the team; extra: team size
  loop,     // one thread's part of a worksharing loop. object: iterations of the loop; detail: UnplyWork
  chunk,    // object: first iteration; extra: iterations; detail: UnplyWork of the loop
  sections, // object: sections
  section,  // object: its number, where known
  single,   // by the thread that executes it
  masked,
  work,        // workshare, distribute, scope, taskloop. detail: UnplyWork
  task,        // from its first run to its end. object: task number; extra: time of its creation
  task_create, // a point. object: task number; detail: UnplyTaskFlags
  user,        // object: number of the name
  wait,        // object as in the event; detail: UnplyWait
  lock_wait,   // object: lock; detail: UnplyLock; extra: lane that held it + 1, or 0
  lock_hold,   // object: lock; detail: UnplyLock
  collective,  // object: number of the function; extra: of the communicator; detail: UnplyCollective
  send,        // a point. object: partner's rank << 32 | tag; extra: bytes
  receive,     // as send
  signal,      // a point. object as in the event; detail: UnplyWait that it ends
  setup,       // start or end of MPI. object, extra, detail as of a collective
  phase, // of a skeleton. object: as in the event; extra: bytes; detail: Phase; ordinal: calls that it is inside of
};
inline constexpr size_t kConstructKinds = static_cast<size_t>(ConstructKind::phase) + 1;
const char* name_of(ConstructKind kind);
struct Construct {
  ConstructKind kind;
  uint8_t detail;
  bool finished; // false: the recording ended inside it
  uint32_t lane, site;
  uint32_t region;  // number of the parallel region, 0: none; of a region its own
  uint32_t around;  // site of the parallel region around it, as far as known
  uint32_t ordinal; // of loops, sections, singles and their chunks: which construct of its region, from 1
  uint64_t begin_ns, end_ns;
  uint64_t active_ns; // in state active, inner constructs included; of a task without other tasks run within its waits
  uint64_t object = 0, extra = 0;
  uint64_t distance = 0, count = 1; // of a chunk that stands for a series: see kEventChunkSeries
  uint64_t shortfall = 0;           // iterations that its last chunk has less
  uint64_t preempted_ns = 0;        // of loops and lock_hold: meanwhile its lane had no core
};

// The chain of work and waits that the end of the run waited for: back from the end on the thread that ends last, over
// to the thread that ended each wait. Its stretches tile the time from the start of the first to the end of the last.
struct PathRow {
  uint32_t site;
  Activity activity;
  ProcState state;
  uint16_t function; // see function_of()
  uint64_t time_ns;
};
struct PathStretch {
  uint32_t lane;
  uint64_t begin_ns, end_ns;
};
struct CriticalPath {
  uint64_t begin_ns = 0, end_ns = 0;  // the whole path
  std::vector<PathRow> rows;          // its time within the sink's window by activity, longest first
  std::vector<PathStretch> stretches; // in the order of time; empty if there are more than kMostStretches
  uint64_t preempted_ns() const {     // of the rows: not the program's, and of another length in another run
    uint64_t sum = 0;
    for (const PathRow& row : rows)
      if (row.state == ProcState::preempted) sum += row.time_ns;
    return sum;
  }
};
inline constexpr size_t kMostStretches = 1 << 20;

// Where intervals and the rest go, lane by lane, in the order of time within each. Lines and marks in the order of
// their later end, constructs in the order of their ends. Any member may be empty.
struct TimelineSink {
  std::function<void(uint32_t lane, std::span<const StateInterval>)> intervals; // up to some thousand at a time
  std::function<void(const DependencyLine&)> line;
  std::function<void(const UserMark&)> mark;
  std::function<void(const Construct&)> construct;
  std::function<void(const Event&)> phase_event;          // of kEventPhase*, for a PhaseCollector
  std::function<void(const CriticalPath&)> critical_path; // once, at the end
  uint64_t from_ns = 0, to_ns = ~uint64_t{0};             // the window that rows of the critical path count
};

struct TimelineHead {
  std::vector<Lane> lanes;
  uint64_t duration_ns = 0;
  std::vector<std::string> notes; // sentences on the parts that the recording does not show
};

// One pass over all events; memory grows with open constructs and lines, not with events.
Result<TimelineHead> build_timeline(const EventFile& file, const TimelineSink& sink);
Result<TimelineHead> build_timeline(const EventSource& source, const TimelineSink& sink);

// Of a simulated run (unply bound --emit) or a recording of a sequential program: one lane for each processor. Tasks
// have activity `task`, site 0, region: row of Trace::regions + 1, object: row of Trace::tasks + 1.
TimelineHead timeline_head(const Trace& trace); // lanes and duration, without its states
Result<TimelineHead> build_timeline(const Trace& trace, const TimelineSink& sink);

} // namespace unply
