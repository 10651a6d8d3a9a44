// The state of a timeline during its pass over the events: the current task of each thread, the open constructs of each
// task, the team of each parallel region, the holder of each lock.
#pragma once
#include "graph/depend_clauses.h"
#include "timeline/path_tracker.h"
#include <deque>
#include <memory>
#include <optional>

namespace unply {

// A moment that others may wait for.
struct Moment {
  uint32_t lane = 0;
  uint64_t time_ns = 0;
  PathTracker::Point path; // empty where nobody was waiting then
};

// Threads meet: the last to come lets the others go. Rounds follow each other; a fast thread may be in the next one
// before a slow one has left the last.
class Rendezvous {
public:
  struct Round {
    Moment last;
    uint32_t inside = 0;
    bool released = false;
  };
  uint64_t arrive();             // the number of the round; set its `last` then
  Round* round(uint64_t number); // null: unknown
  void leave(uint64_t number);   // releases the round

private:
  std::deque<Round> rounds_;
  uint64_t first_ = 0; // number of rounds_[0]
};

struct TaskContext;

// A context that may be gone: contexts are used again, each time with another serial number.
struct ContextRef {
  TaskContext* context = nullptr;
  uint64_t serial = 0;
  TaskContext* get() const;
};

struct TaskGroup {
  std::shared_ptr<TaskGroup> outer;
  Moment last_end;
};

// How a task with depend clauses ended.
struct TaskEnd {
  Moment end;
  bool ended = false;
  std::vector<ContextRef> waiting; // tasks that depend on it
};

struct Frame {
  ConstructKind kind{};
  Activity activity{};
  ProcState state{};
  uint8_t end_event = 0; // UnplyEventKind that closes it, 0: closed with the enclosing one
  uint8_t detail = 0;
  uint32_t site = 0;
  uint64_t object = 0, extra = 0;
  uint32_t ordinal = 0; // of a region: its number
  uint64_t begin_ns = 0, active_before = 0;
  uint64_t round = 0; // of a Rendezvous, + 1; 0: none
  uint64_t distance = 0, count = 1, shortfall = 0;
  uint64_t preempted_before = 0; // of loops
};

inline bool is_team_barrier(const Frame& frame) {
  bool barrier = frame.detail == kWaitBarrierImplicit || frame.detail == kWaitBarrierExplicit ||
                 frame.detail == kWaitBarrierImplementation;
  return barrier && frame.kind == ConstructKind::wait;
}

struct RegionState {
  uint64_t number;
  uint32_t lane, site, process;
  Moment fork;
  uint64_t active_ns = 0; // of the members that have ended
  struct Member {
    uint32_t lane;
    TaskContext* context; // null: ended
    uint64_t arrival_ns;  // at the last barrier, or its end
  };
  std::vector<Member> members;
  Rendezvous barriers;
};

// The open constructs of an implicit or explicit task, or of a thread outside of any.
struct TaskContext {
  uint64_t serial = 0;
  uint32_t number = 0; // 0: not explicit
  uint32_t process = 0, lane = 0;
  bool on_lane = false, started = false;
  std::vector<Frame> frames; // [0]: the task itself
  uint64_t active_ns = 0;
  uint32_t worksharing = 0; // constructs met so far
  uint32_t region_number = 0;
  RegionState* region = nullptr; // of implicit tasks
  size_t member = 0;             // of region->members
  ContextRef encountered;        // of implicit tasks: the activity of the thread before
  ContextRef parent;             // of explicit tasks
  Moment created, released;      // released: the last predecessor ended
  Moment last_child_end;
  std::shared_ptr<TaskGroup> inside, group; // the group it belongs to; that of the tasks it creates
  std::shared_ptr<TaskEnd> end;             // if it has depend clauses
  std::vector<std::shared_ptr<TaskEnd>> predecessors;
  std::vector<std::shared_ptr<TaskEnd>> waits_for; // a taskwait with depend clauses that comes next
  struct Children {                                // those with depend clauses
    DependClauses clauses;
    std::vector<std::shared_ptr<TaskEnd>> ends;
  };
  std::unique_ptr<Children> children;
};

inline TaskContext* ContextRef::get() const {
  return context != nullptr && context->serial == serial ? context : nullptr;
}

struct LockState {
  struct Hold {
    uint32_t lane, site, depth;
    uint8_t kind;
    uint64_t since_ns, active_before, preempted_before;
  };
  std::vector<Hold> holds; // several of readers
  uint32_t waiting = 0;
  Moment release;
};

struct Birth { // of a thread that another one made
  Moment created, end;
};

struct LaneState {
  uint32_t process = 0;
  std::vector<TaskContext*> implicit; // [0]: the thread itself, then nested regions
  TaskContext* current = nullptr;
  uint64_t since_ns = 0; // up to where intervals were made
  uint64_t active_ns = 0;
  uint16_t core = 0xffff;
  bool preempted = false;
  uint64_t preempted_ns = 0;
  bool resting = true; // idle or waiting
  uint64_t rest_since_ns = 0;
  std::optional<uint8_t> off;    // recording is: UnplyTracingOff
  std::optional<uint8_t> unseen; // it is not known whether the thread has a core: UnplyCoreUnknown
  uint64_t rest_key = 0;         // key of its last piece, for the path
  Birth* birth = nullptr;
  Moment cause; // the latest moment found to have ended the rest
  std::vector<StateInterval> buffer;
  ContextRef created; // the task created last, whose clauses follow
  bool created_taskwait = false;
  std::vector<DependClause> clauses;
};

} // namespace unply
