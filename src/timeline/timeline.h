// What each thread did when: its states over time, from the events of a parallel run, from a simulated schedule, or
// from the recording of a sequential program. The five states are those of parallel-execution-profiler-1991, Figure 2;
// two more say what it could not see: overhead of the parallel runtime or the recorder, and cores taken away.
//
// Invariant: the intervals of a lane tile [lane begin, lane end) in order, without gap or overlap.
#pragma once
#include "trace/event_file.h"
#include <functional>

namespace unply {

enum class ProcState : uint8_t { idle, active, wait_task, wait_event, wait_lock, overhead, preempted };
inline constexpr size_t kProcStates = 7;
const char* name_of(ProcState state);

// What the thread does in the interval, finer than the state: the word that a legend or tooltip shows.
enum class Activity : uint8_t {
  none,   // idle
  serial, // outside of parallel regions
  region, // the body of a parallel region outside of constructs
  task,   // an explicit task
  chunk,  // iterations of a worksharing loop
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
  other, // wait_event
  lock,
  critical,
  ordered,
  mutex, // wait_lock
  create_task,
  recorder,
  dispatch, // overhead
  preempted,
};
const char* name_of(Activity activity);

struct StateInterval {
  uint64_t begin_ns, end_ns;
  ProcState state;
  Activity activity;
  uint16_t core;   // where the event that began it ran, 0xffff: unknown
  uint32_t site;   // the construct; row of Trace::sites
  uint32_t region; // number of the parallel region, 0: none
  uint64_t object; // task number, lock, first iteration of the chunk, ...
  uint64_t extra;  // iterations of the chunk, holder of the lock, ...
};

// From an event on one lane to one on another.
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
  thread_join
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
};

// A value that the program recorded (PEP$R8 of the paper), and points of its own.
struct UserMark {
  uint32_t lane, site;
  uint64_t time_ns;
  uint8_t kind;       // UnplyEventKind: value or point
  uint8_t value_type; // UnplyValueType
  StringId name;
  uint64_t bits;
};

// Where intervals and the rest go, lane by lane, in the order of time within each. Lines and marks in the order of
// their later end. Any member may be empty.
struct TimelineSink {
  std::function<void(uint32_t lane, std::span<const StateInterval>)> intervals; // up to some thousand at a time
  std::function<void(const DependencyLine&)> line;
  std::function<void(const UserMark&)> mark;
};

struct TimelineHead {
  std::vector<Lane> lanes;
  uint64_t duration_ns = 0;
  std::vector<std::string> notes; // sentences: what the recording does not show
};

// One pass over all events; memory grows with open constructs and lines, not with events.
Result<TimelineHead> build_timeline(const EventFile& file, const TimelineSink& sink);

// Of a simulated run (unply bound --emit) or a recording of a sequential program: one lane for each processor.
Result<TimelineHead> build_timeline(const Trace& trace, const TimelineSink& sink);

} // namespace unply
