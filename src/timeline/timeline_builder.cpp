// Lanes and frames. Which member takes which kind of event: event_handlers.cpp.
#include "timeline/timeline_builder.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

static constexpr size_t kBufferedIntervals = 128; // of 16 lanes 100 KB, which stay in the cache

static bool rests(ProcState state) {
  return state == ProcState::idle || state == ProcState::wait_task || state == ProcState::wait_event ||
         state == ProcState::wait_lock || state == ProcState::setup;
}

uint64_t Rendezvous::arrive() {
  if (rounds_.empty() || rounds_.back().released) rounds_.emplace_back();
  ++rounds_.back().inside;
  return first_ + rounds_.size() - 1;
}

Rendezvous::Round* Rendezvous::round(uint64_t number) {
  return number >= first_ && number - first_ < rounds_.size() ? &rounds_[number - first_] : nullptr;
}

void Rendezvous::leave(uint64_t number) {
  Round* left = round(number);
  if (left == nullptr) return;
  left->released = true;
  if (left->inside > 0) --left->inside;
  while (!rounds_.empty() && rounds_.front().released && rounds_.front().inside == 0) rounds_.pop_front(), ++first_;
}

static Frame base_frame(uint8_t thread_kind) {
  Frame frame{.kind = ConstructKind::work, .activity = Activity::none, .state = ProcState::idle};
  if (thread_kind == kThreadInitial) frame.activity = Activity::serial, frame.state = ProcState::active;
  if (thread_kind == kThreadPthread || thread_kind == kThreadOther)
    frame.activity = Activity::thread, frame.state = ProcState::active;
  return frame;
}

static std::vector<Lane> lanes_of(const EventSource& source) {
  std::vector<Lane> lanes;
  std::vector<uint32_t> numbers(source.processes().size());
  for (const EventThread& thread : source.threads()) {
    std::string name = fmt::format("thread {}", numbers[thread.process]++);
    if (source.processes().size() > 1) name = fmt::format("rank {} {}", source.processes()[thread.process].rank, name);
    lanes.push_back({.name = name, .process = thread.process, .begin_ns = thread.begin_ns, .end_ns = thread.end_ns});
  }
  return lanes;
}

TimelineBuilder::TimelineBuilder(const EventSource& source, const TimelineSink& sink) : source_(source), sink_(sink) {
  head_.lanes = lanes_of(source);
  head_.duration_ns = source.duration_ns();
  if (sink.critical_path) path_ = std::make_unique<PathTracker>(head_.lanes.size(), sink.from_ns, sink.to_ns);
  lanes_.resize(head_.lanes.size());
  resting_ = lanes_.size();
  for (uint32_t i = 0; i < lanes_.size(); ++i) {
    const EventThread& thread = source.threads()[i];
    LaneState& lane = lanes_[i];
    lane.process = thread.process;
    lane.implicit = {new_context(thread.process, 0, base_frame(thread.kind))};
    lane.current = lane.implicit[0];
    lane.since_ns = thread.begin_ns; // earlier times are known from other threads
    if (path_) path_->begin(i, thread.begin_ns);
    note_rest(i, thread.begin_ns);
  }
}

TaskContext* TimelineBuilder::new_context(uint32_t process, uint32_t number, const Frame& frame) {
  TaskContext* context;
  if (free_.empty()) {
    context = contexts_.emplace_back(std::make_unique<TaskContext>()).get();
  } else {
    context = free_.back();
    free_.pop_back();
  }
  context->serial = ++serial_;
  context->process = process;
  context->number = number;
  context->frames.push_back(frame);
  return context;
}

void TimelineBuilder::release(TaskContext* context) {
  std::vector<Frame> frames = std::move(context->frames);
  frames.clear();
  *context = TaskContext();
  context->frames = std::move(frames); // keeps its memory
  free_.push_back(context);
}

void TimelineBuilder::make_interval(uint32_t id, uint64_t end_ns) {
  LaneState& lane = lanes_[id];
  TaskContext& task = *lane.current;
  const Frame& top = task.frames.back();
  uint64_t begin_ns = std::exchange(lane.since_ns, end_ns);
  bool rest = rests(top.state), lost = lane.preempted && !rest, unseen = lane.unseen && !rest;
  ProcState state = lost ? ProcState::preempted : top.state;
  Activity activity = lost ? Activity::preempted : top.activity;
  if (lane.off || unseen) {
    state = ProcState::unrecorded, activity = Activity::unrecorded;
    (lane.off ? off_ns_[*lane.off] : unseen_ns_) += end_ns - begin_ns;
  }
  if (state == ProcState::active) {
    lane.active_ns += end_ns - begin_ns;
    task.active_ns += end_ns - begin_ns;
  }
  if (state == ProcState::preempted) lane.preempted_ns += end_ns - begin_ns;
  if (path_) {
    uint64_t key = PathTracker::key_of(top.site, activity, state, function_of(activity, top.object));
    if (rest) lane.rest_key = key;
    path_->spend(id, key, begin_ns, end_ns, !rest);
  }
  if (!sink_.intervals) return;
  if (!lane.buffer.empty()) {
    StateInterval& last = lane.buffer.back();
    if (last.object == top.object && last.extra == top.extra && last.state == state && last.activity == activity &&
        last.site == top.site && last.region == task.region_number && last.core == lane.core &&
        last.end_ns == begin_ns) {
      last.end_ns = end_ns;
      return;
    }
    if (lane.buffer.size() >= kBufferedIntervals) flush(id);
  }
  // Built in place: copying now would defeat store-to-load forwarding.
  lane.buffer.emplace_back(begin_ns, end_ns, state, activity, lane.core, top.site, task.region_number, top.object,
                           top.extra);
}

void TimelineBuilder::flush(uint32_t id) {
  LaneState& lane = lanes_[id];
  if (!lane.buffer.empty()) sink_.intervals(id, lane.buffer);
  lane.buffer.clear();
}

void TimelineBuilder::note_rest(uint32_t id, uint64_t time_ns) {
  LaneState& lane = lanes_[id];
  bool rest = rests(lane.current->frames.back().state);
  if (rest == lane.resting) return;
  lane.resting = rest;
  if (rest) {
    lane.rest_since_ns = time_ns;
    ++resting_;
  } else {
    --resting_;
    if (path_ && lane.cause.path && lane.cause.time_ns >= lane.rest_since_ns)
      path_->jump(id, lane.cause.path, lane.cause.time_ns, time_ns, lane.rest_key);
    else if (path_)
      path_->stay(id, time_ns);
  }
  lane.cause = {};
}

Moment TimelineBuilder::moment(uint32_t lane, uint64_t time_ns) {
  Moment now{lane, time_ns, {}};
  if (path_ && resting_ > 0) {
    settle(lane, time_ns);
    if (lanes_[lane].resting) path_->stay(lane, time_ns); // something within its wait
    now.path = path_->point(lane);
  }
  return now;
}

void TimelineBuilder::note_cause(uint32_t id, const Moment& cause) {
  LaneState& lane = lanes_[id];
  if (cause.path && cause.lane != id && (!lane.cause.path || cause.time_ns >= lane.cause.time_ns)) lane.cause = cause;
}

void TimelineBuilder::line(LineKind kind, const Moment& from, uint32_t to_lane, uint64_t to_ns, uint32_t site,
                           uint64_t object) {
  if (!sink_.line || (from.lane == to_lane && kind != LineKind::task_dependence)) return;
  sink_.line({.kind = kind,
              .from_lane = from.lane,
              .to_lane = to_lane,
              .from_ns = std::min(from.time_ns, to_ns),
              .to_ns = to_ns,
              .site = site,
              .object = object});
}

void TimelineBuilder::point(ConstructKind kind, const Event& event, uint64_t object, uint64_t extra, uint8_t detail) {
  if (!sink_.construct) return;
  sink_.construct({.kind = kind,
                   .detail = detail,
                   .finished = true,
                   .lane = event.lane,
                   .site = site_of(event),
                   .region = lanes_[event.lane].current->region_number,
                   .around = 0,
                   .ordinal = 0,
                   .begin_ns = event.time_ns,
                   .end_ns = event.time_ns,
                   .active_ns = 0,
                   .object = object,
                   .extra = extra});
}

uint32_t TimelineBuilder::site_of(const Event& event) const {
  if (event.site != 0) return event.site;
  const TaskContext& around = *lanes_[event.lane].implicit.back();
  return around.region != nullptr ? around.region->site : 0;
}

Frame& TimelineBuilder::push_empty(const Event& event) {
  LaneState& lane = lanes_[event.lane];
  settle(event.lane, event.time_ns);
  Frame& top = lane.current->frames.emplace_back();
  top.begin_ns = event.time_ns;
  top.active_before = lane.current->number == 0 ? lane.active_ns : lane.current->active_ns;
  top.preempted_before = lane.preempted_ns;
  return top;
}

void TimelineBuilder::push(const Event& event, const Frame& frame) {
  Frame& top = push_empty(event);
  uint64_t active_before = top.active_before, preempted_before = top.preempted_before;
  top = frame;
  top.begin_ns = event.time_ns;
  top.active_before = active_before, top.preempted_before = preempted_before;
}

// Precondition: the lane is settled.
void TimelineBuilder::close_top(uint32_t lane, TaskContext& context, uint64_t time_ns, bool finished) {
  const Frame& frame = context.frames.back();
  if (frame.round != 0 && context.region != nullptr && is_team_barrier(frame))
    context.region->barriers.leave(frame.round - 1);
  if (sink_.construct && frame.activity != Activity::recorder) put_construct(lane, context, time_ns, finished);
  context.frames.pop_back();
}

// The innermost frame as a construct.
void TimelineBuilder::put_construct(uint32_t lane, const TaskContext& context, uint64_t time_ns, bool finished) {
  const Frame& frame = context.frames.back();
  uint64_t active = (context.number == 0 ? lanes_[lane].active_ns : context.active_ns) - frame.active_before;
  bool region = frame.kind == ConstructKind::region;
  uint32_t around = context.region != nullptr ? context.region->site : 0;
  sink_.construct(
      {.kind = frame.kind,
       .detail = frame.detail,
       .finished = finished,
       .lane = lane,
       .site = frame.site,
       .region = region ? frame.ordinal : context.region_number,
       .around = around,
       .ordinal = region ? 0 : frame.ordinal,
       .begin_ns = frame.begin_ns,
       .end_ns = time_ns,
       .active_ns = active,
       .object = frame.object,
       .extra = frame.extra,
       .distance = frame.distance,
       .count = frame.count,
       .shortfall = frame.shortfall,
       .preempted_ns = frame.kind == ConstructKind::loop ? lanes_[lane].preempted_ns - frame.preempted_before : 0});
}

void TimelineBuilder::close_to(const Event& event, size_t frame) {
  TaskContext& context = *lanes_[event.lane].current;
  settle(event.lane, event.time_ns);
  while (context.frames.size() > frame) close_top(event.lane, context, event.time_ns, true);
}

void TimelineBuilder::note_unrecorded() {
  auto note = [&](uint64_t time_ns, const char* why) {
    if (time_ns > 0)
      head_.notes.push_back(fmt::format("{}: {:.3f} s of thread time are not recorded, and count neither as active nor "
                                        "as lost",
                                        why, static_cast<double>(time_ns) / 1e9));
  };
  note(off_ns_[kOffPaused], "recording was off");
  note(off_ns_[kOffNoRoom], "there was no room for events");
  note(off_ns_[kOffMissing], "ranks left nothing");
  note(unseen_ns_, "it is not known whether the system had taken the core away");
}

TimelineHead TimelineBuilder::finish() {
  for (uint32_t id = 0; id < lanes_.size(); ++id) {
    LaneState& lane = lanes_[id];
    uint64_t end_ns = std::max(head_.lanes[id].end_ns, lane.since_ns);
    settle(id, end_ns);
    head_.lanes[id].end_ns = end_ns;
    if (lane.current->number != 0)
      while (!lane.current->frames.empty()) close_top(id, *lane.current, end_ns, false);
    while (lane.implicit.size() > 1) end_member(id, end_ns, false);
    TaskContext& base = *lane.implicit[0];
    while (base.frames.size() > 1) close_top(id, base, end_ns, false);
    if (sink_.intervals) flush(id);
  }
  for (const auto& [lock, state] : std::map<uint64_t, LockState>(locks_.begin(), locks_.end()))
    for (const LockState::Hold& hold : state.holds)
      if (sink_.construct)
        sink_.construct({.kind = ConstructKind::lock_hold,
                         .detail = hold.kind,
                         .finished = false,
                         .lane = hold.lane,
                         .site = hold.site,
                         .region = 0,
                         .around = 0,
                         .ordinal = 0,
                         .begin_ns = hold.since_ns,
                         .end_ns = head_.lanes[hold.lane].end_ns,
                         .active_ns = lanes_[hold.lane].active_ns - hold.active_before,
                         .object = lock & 0xffffffffffff,
                         .distance = 0,
                         .count = 1,
                         .shortfall = 0,
                         .preempted_ns = lanes_[hold.lane].preempted_ns - hold.preempted_before});
  if (path_) sink_.critical_path(path_->result());
  note_unrecorded();
  if (late_messages_ > 0)
    head_.notes.push_back(fmt::format("{} messages were received before they were sent: the clocks of the processes "
                                      "differ",
                                      late_messages_));
  return std::move(head_);
}

Result<TimelineHead> build_timeline(const EventSource& source, const TimelineSink& sink) {
  TimelineBuilder builder(source, sink);
  MergedEvents events(source);
  if (auto done = events.for_each([&](const Event& event) { builder.take(event); }); !done) return error_of(done);
  return builder.finish();
}

Result<TimelineHead> build_timeline(const EventFile& file, const TimelineSink& sink) {
  return build_timeline(EventFileSource(file), sink);
}

} // namespace unply
