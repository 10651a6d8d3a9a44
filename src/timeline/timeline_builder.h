// Goes through the events of a run in the order of time and makes states, lines, constructs and the critical path.
// Handlers are in builder_*.cpp; each first settles the thread: its activity until now becomes an interval.
#pragma once
#include "timeline/lane_state.h"
#include "timeline/merged_events.h"
#include <map>
#include <tsl/robin_map.h>
#include <unordered_map>

namespace unply {

class TimelineBuilder {
public:
  TimelineBuilder(const EventSource& source, const TimelineSink& sink);
  void take(const Event& event);
  TimelineHead finish(); // once

private:
  friend struct EventHandlers; // which member takes which kind of event
  // lanes
  void settle(uint32_t lane, uint64_t time_ns) {
    if (time_ns > lanes_[lane].since_ns) make_interval(lane, time_ns);
  }
  void make_interval(uint32_t lane, uint64_t end_ns);
  void note_rest(uint32_t lane, uint64_t time_ns); // after each event: does the thread rest, or go on?
  void flush(uint32_t lane);
  Moment moment(uint32_t lane, uint64_t time_ns);
  void note_cause(uint32_t lane, const Moment& cause);
  void line(LineKind kind, const Moment& from, uint32_t to_lane, uint64_t to_ns, uint32_t site, uint64_t object);
  void point(ConstructKind kind, const Event& event, uint64_t object, uint64_t extra, uint8_t detail);

  // frames
  Frame& push_empty(const Event& event); // to be filled where it is
  void push(const Event& event, const Frame& frame);
  void close_top(uint32_t lane, TaskContext& context, uint64_t time_ns, bool finished);
  void put_construct(uint32_t lane, const TaskContext& context, uint64_t time_ns, bool finished);
  // Position of the innermost frame that matches, or 0.
  template <class Match> static size_t find_frame(const TaskContext& context, Match&& match) {
    for (size_t i = context.frames.size(); i-- > 1;)
      if (match(context.frames[i])) return i;
    return 0;
  }
  void close_to(const Event& event, size_t frame);                             // it and all that is inside
  template <class Match> void close_frame(const Event& event, Match&& match) { // the innermost that matches, if any
    if (size_t frame = find_frame(*lanes_[event.lane].current, match)) close_to(event, frame);
  }
  TaskContext* new_context(uint32_t process, uint32_t number, const Frame& frame);
  void release(TaskContext* context);
  TaskContext& base_of(uint32_t lane) { return *lanes_[lane].implicit.back(); }

  // threads
  void begin_thread(const Event& event);
  void end_thread(const Event& event);
  void note_thread_creation(const Event& event);
  void note_cpu_time(const Event& event);
  void end_recording(const Event& event);
  void resume_recording(const Event& event);

  // parallel regions and worksharing
  void begin_region(const Event& event);
  void begin_member(const Event& event);
  void end_implicit_task(const Event& event);
  void end_member(uint32_t lane, uint64_t time_ns, bool finished);
  void end_members(RegionState& region, const Event& event);
  void end_region(const Event& event);
  RegionState* find_region(uint32_t process, uint64_t number);
  void begin_work(const Event& event);
  void end_work(const Event& event);
  void begin_masked(const Event& event);
  void end_masked(const Event& event);
  void extend_chunk(const Event& event);
  void begin_part(const Event& event); // a chunk or a section
  void close_singles(const Event& event);

  // tasks
  void create_task(const Event& event);
  void add_clause(const Event& event);
  void resolve_clauses(uint32_t lane);
  void switch_task(const Event& event);
  void enter_task(const Event& event, uint32_t number);
  void finish_task(TaskContext* task, uint32_t lane, uint64_t time_ns);
  void begin_taskgroup(const Event& event);
  void end_taskgroup(const Event& event);

  // waits, locks, messages
  void begin_wait(const Event& event);
  void end_wait(const Event& event);
  void end_task_wait(const Event& event, const Frame& frame);
  void end_event_wait(const Event& event, const Frame& frame);
  void end_meeting(const Event& event, const Frame& frame);
  Rendezvous* meeting_of(const Event& event, const Frame& frame);
  void note_signal(const Event& event);
  void wait_for_lock(const Event& event);
  void acquire(const Event& event);
  void release_lock(const Event& event);
  void forget_lock(const Event& event);
  void begin_collective(const Event& event);
  void end_collective(const Event& event);
  void end_of_mpi(const Event& last);
  void send(const Event& event);
  void receive(const Event& event);

  // the user's own, the system
  void begin_user_region(const Event& event);
  void end_user_region(const Event& event);
  void put_mark(const Event& event);
  void begin_phase(const Event& event);
  void end_phase(const Event& event);
  void describe_phase(const Event& event);
  void preempt(const Event& event);
  void give_core(const Event& event);
  void begin_unseen(const Event& event);
  void end_unseen(const Event& event);
  void begin_overhead(const Event& event);
  void end_overhead(const Event& event);
  void note_unrecorded();

  uint64_t key(uint32_t process, uint64_t number) const { return number ^ uint64_t{process + 1} << 48; }
  uint32_t site_of(const Event& event) const; // or of the region around it

  struct Message {
    Moment at;
    uint64_t bytes;
  };
  struct Channel { // messages from one rank to another with one tag
    std::deque<Message> sent, received;
  };

  const EventSource& source_;
  const TimelineSink& sink_;
  TimelineHead head_;
  std::unique_ptr<PathTracker> path_;
  std::vector<LaneState> lanes_;
  size_t resting_ = 0; // lanes that may be let go by others
  std::vector<std::unique_ptr<TaskContext>> contexts_;
  std::vector<TaskContext*> free_;
  uint64_t serial_ = 0;
  // Tasks that are open, ten million of which may come and go: a table without an allocation for each.
  struct SpreadNumbers { // they count up, and those of a process share their upper bits
    size_t operator()(uint64_t number) const { return static_cast<size_t>(number * 0x9e3779b97f4a7c15u >> 20); }
  };
  TaskContext* find_task(uint64_t id) const {
    auto found = tasks_.find(id);
    return found == tasks_.end() ? nullptr : found->second;
  }
  tsl::robin_map<uint64_t, TaskContext*, SpreadNumbers> tasks_;
  std::unordered_map<uint64_t, RegionState> regions_;
  std::unordered_map<uint64_t, LockState> locks_;
  std::unordered_map<uint64_t, Moment> signals_;
  std::map<std::pair<uint64_t, uint64_t>, Rendezvous> meetings_;
  std::unordered_map<uint64_t, Birth> births_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Channel> channels_; // from rank, to rank, tag
  size_t ranks_started_ = 0;
  std::vector<Event> ending_;        // of ranks in MPI_Finalize while others have not come
  std::array<uint64_t, 3> off_ns_{}; // by UnplyTracingOff
  uint64_t unseen_ns_ = 0, late_messages_ = 0;
};

} // namespace unply
