// Waits, locks and messages: the waiting threads and the events that end their waits.
#include "timeline/timeline_builder.h"
#include <algorithm>

namespace unply {

static Frame wait_frame(uint64_t wait) {
  uint8_t kind = static_cast<uint8_t>(wait);
  return {.kind = ConstructKind::wait,
          .activity = activity_of_wait(kind),
          .state = state_of_wait(kind),
          .end_event = kEventWaitEnd,
          .detail = kind};
}

void TimelineBuilder::note_signal(const Event& event) {
  signals_[key(lanes_[event.lane].process, event.b)] = moment(event.lane, event.time_ns);
  point(ConstructKind::signal, event, event.b, 0, static_cast<uint8_t>(event.a));
}

Rendezvous* TimelineBuilder::meeting_of(const Event& event, const Frame& frame) {
  if (frame.kind == ConstructKind::collective) {
    bool meets = frame.detail == kCollectiveBarrier || frame.detail == kCollectiveAllreduce ||
                 frame.detail == kCollectiveAllgather || frame.detail == kCollectiveAlltoall ||
                 frame.detail == kCollectiveReduceScatter;
    return meets ? &meetings_[{~uint64_t{0}, uint64_t{frame.detail} << 32 | frame.extra}] : nullptr;
  }
  if (is_team_barrier(frame)) {
    RegionState* region = base_of(event.lane).region;
    return region != nullptr ? &region->barriers : nullptr;
  }
  return frame.detail == kWaitBarrierPthread ? &meetings_[{lanes_[event.lane].process, frame.object}] : nullptr;
}

void TimelineBuilder::begin_wait(const Event& event) {
  Frame frame = wait_frame(event.a);
  frame.site = site_of(event);
  frame.object = event.b;
  if (is_team_barrier(frame)) {
    close_singles(event);
    const TaskContext& context = base_of(event.lane);
    if (context.region != nullptr) context.region->members[context.member].arrival_ns = event.time_ns;
  }
  if (Rendezvous* meeting = meeting_of(event, frame)) {
    frame.round = meeting->arrive() + 1;
    meeting->round(frame.round - 1)->last = moment(event.lane, event.time_ns);
  }
  push(event, frame);
}

void TimelineBuilder::end_wait(const Event& event) {
  TaskContext& context = *lanes_[event.lane].current;
  size_t found =
      find_frame(context, [&](const Frame& each) { return each.end_event == kEventWaitEnd && each.detail == event.a; });
  if (found == 0) return; // cut at the end of the region
  settle(event.lane, event.time_ns);
  Frame frame = context.frames[found];
  if (frame.state == ProcState::wait_task)
    end_task_wait(event, frame);
  else
    end_event_wait(event, frame);
  close_to(event, found);
}

void TimelineBuilder::end_task_wait(const Event& event, const Frame& frame) {
  TaskContext& context = *lanes_[event.lane].current;
  if (frame.detail == kWaitJoin) {
    auto birth = births_.find(key(lanes_[event.lane].process, event.b));
    if (birth == births_.end() || birth->second.end.time_ns == 0) return;
    line(LineKind::thread_join, birth->second.end, event.lane, event.time_ns, frame.site, event.b);
    note_cause(event.lane, birth->second.end);
    return;
  }
  if (!context.waits_for.empty()) {
    for (const auto& before : context.waits_for)
      if (before->ended) line(LineKind::task_dependence, before->end, event.lane, event.time_ns, frame.site, 0);
    context.waits_for.clear();
    note_cause(event.lane, context.released);
    return;
  }
  bool grouped = frame.detail == kWaitTaskgroup && context.group;
  const Moment& last = grouped ? context.group->last_end : context.last_child_end;
  if (last.time_ns <= frame.begin_ns) return;
  line(LineKind::task_wait, last, event.lane, event.time_ns, frame.site, 0);
  note_cause(event.lane, last);
}

void TimelineBuilder::end_event_wait(const Event& event, const Frame& frame) {
  if (frame.detail == kWaitCondition || frame.detail == kWaitSemaphore || frame.detail == kWaitOther) {
    auto signal = signals_.find(key(lanes_[event.lane].process, event.b));
    if (signal == signals_.end() || signal->second.time_ns < frame.begin_ns) return;
    line(LineKind::signal, signal->second, event.lane, event.time_ns, frame.site, event.b);
    note_cause(event.lane, signal->second);
    return;
  }
  end_meeting(event, frame);
}

void TimelineBuilder::end_meeting(const Event& event, const Frame& frame) {
  Rendezvous* meeting = frame.round != 0 ? meeting_of(event, frame) : nullptr;
  Rendezvous::Round* round = meeting != nullptr ? meeting->round(frame.round - 1) : nullptr;
  if (round == nullptr) return;
  line(LineKind::barrier, round->last, event.lane, event.time_ns, frame.site, frame.object);
  note_cause(event.lane, round->last);
  if (!is_team_barrier(frame)) meeting->leave(frame.round - 1); // a team's: when the frame closes
}

void TimelineBuilder::forget_lock(const Event& event) { locks_.erase(key(lanes_[event.lane].process, event.b)); }

void TimelineBuilder::wait_for_lock(const Event& event) {
  LockState& lock = locks_[key(lanes_[event.lane].process, event.b)];
  ++lock.waiting;
  uint64_t holder = lock.holds.empty() ? 0 : lock.holds[0].lane + 1;
  push(event, {.kind = ConstructKind::lock_wait,
               .activity = activity_of_lock(static_cast<uint8_t>(event.a)),
               .state = ProcState::wait_lock,
               .end_event = kEventLockAcquired,
               .detail = static_cast<uint8_t>(event.a),
               .site = site_of(event),
               .object = event.b,
               .extra = holder});
}

void TimelineBuilder::acquire(const Event& event) {
  LaneState& lane = lanes_[event.lane];
  LockState& lock = locks_[key(lane.process, event.b)];
  size_t found = find_frame(
      *lane.current, [&](const Frame& each) { return each.end_event == kEventLockAcquired && each.object == event.b; });
  uint32_t site = site_of(event);
  if (found != 0) {
    Frame frame = lane.current->frames[found];
    if (event.site == 0) site = frame.site;
    if (lock.waiting > 0) --lock.waiting;
    if (lock.release.time_ns > frame.begin_ns) {
      line(LineKind::lock, lock.release, event.lane, event.time_ns, site, event.b);
      note_cause(event.lane, lock.release);
    }
    close_to(event, found);
  }
  auto hold = std::ranges::find(lock.holds, event.lane, &LockState::Hold::lane);
  if (hold != lock.holds.end()) {
    ++hold->depth;
    return;
  }
  settle(event.lane, event.time_ns);
  lock.holds.push_back({.lane = event.lane,
                        .site = site,
                        .depth = 1,
                        .kind = static_cast<uint8_t>(event.a),
                        .since_ns = event.time_ns,
                        .active_before = lane.active_ns,
                        .preempted_before = lane.preempted_ns});
}

void TimelineBuilder::release_lock(const Event& event) {
  LaneState& lane = lanes_[event.lane];
  auto found = locks_.find(key(lane.process, event.b));
  if (found == locks_.end()) return;
  LockState& lock = found->second;
  if (size_t wait = find_frame(*lane.current, [&](const Frame& each) {
        return each.end_event == kEventLockAcquired && each.object == event.b;
      })) { // gave up
    if (lock.waiting > 0) --lock.waiting;
    close_to(event, wait);
    return;
  }
  if (lock.holds.empty()) return;
  auto hold = std::ranges::find(lock.holds, event.lane, &LockState::Hold::lane);
  if (hold == lock.holds.end()) hold = lock.holds.begin(); // released by another thread than took it
  if (--hold->depth > 0) return;
  settle(event.lane, event.time_ns);
  if (sink_.construct)
    sink_.construct({.kind = ConstructKind::lock_hold,
                     .detail = hold->kind,
                     .finished = true,
                     .lane = hold->lane,
                     .site = hold->site,
                     .region = lanes_[hold->lane].current->region_number,
                     .around = 0,
                     .ordinal = 0,
                     .begin_ns = hold->since_ns,
                     .end_ns = event.time_ns,
                     .active_ns = lanes_[hold->lane].active_ns - hold->active_before,
                     .object = event.b,
                     .distance = 0,
                     .count = 1,
                     .shortfall = 0,
                     .preempted_ns = lanes_[hold->lane].preempted_ns - hold->preempted_before});
  lock.release = lock.waiting > 0 ? moment(event.lane, event.time_ns) : Moment{event.lane, event.time_ns, {}};
  lock.holds.erase(hold);
}

void TimelineBuilder::end_collective(const Event& event) {
  TaskContext& context = *lanes_[event.lane].current;
  size_t found = find_frame(context, [](const Frame& each) { return each.end_event == kEventCollectiveEnd; });
  if (found == 0) return;
  settle(event.lane, event.time_ns);
  end_meeting(event, Frame(context.frames[found]));
  close_to(event, found);
}

static Frame collective_frame(const Event& event, uint32_t site, bool waits) {
  return {.kind = waits ? ConstructKind::collective : ConstructKind::setup,
          .activity = waits ? Activity::collective : Activity::setup,
          .state = waits ? ProcState::wait_event : ProcState::setup,
          .end_event = kEventCollectiveEnd,
          .detail = static_cast<uint8_t>(event.a >> 32),
          .site = site,
          .object = event.a >> 40,
          .extra = event.a & 0xffffffff};
}

void TimelineBuilder::begin_collective(const Event& event) {
  uint8_t operation = static_cast<uint8_t>(event.a >> 32);
  Frame frame = collective_frame(event, site_of(event), operation != kCollectiveInit);
  if (operation == kCollectiveInit) ++ranks_started_;
  if (Rendezvous* meeting = meeting_of(event, frame)) {
    frame.round = meeting->arrive() + 1;
    meeting->round(frame.round - 1)->last = moment(event.lane, event.time_ns);
  }
  push(event, frame);
  if (operation != kCollectiveFinalize) return;
  ending_.push_back(event);
  if (ending_.size() >= ranks_started_) end_of_mpi(event);
}

// A rank in MPI_Finalize waits until the last one comes: it had less to do. Only the time after that is the end of MPI.
void TimelineBuilder::end_of_mpi(const Event& last) {
  Moment arrival = moment(last.lane, last.time_ns);
  for (Event there : std::exchange(ending_, {})) {
    TaskContext& context = *lanes_[there.lane].current;
    if (context.frames.back().end_event != kEventCollectiveEnd) continue;
    there.time_ns = last.time_ns;
    uint32_t site = context.frames.back().site;
    line(LineKind::barrier, arrival, there.lane, last.time_ns, site, context.frames.back().extra);
    close_to(there, context.frames.size() - 1);
    push(there, collective_frame(there, site, false));
    note_cause(there.lane, arrival);
  }
}

// Messages from one rank to another with one tag arrive in the order in which they were sent.
void TimelineBuilder::send(const Event& event) {
  uint32_t rank = source_.processes()[lanes_[event.lane].process].rank;
  uint32_t partner = static_cast<uint32_t>(event.a >> 32), tag = static_cast<uint32_t>(event.a);
  point(ConstructKind::send, event, event.a, event.b, 0);
  if (tag & UNPLY_ONE_SIDED) return; // its partner has no event
  Channel& channel = channels_[{rank, partner, tag}];
  Moment now = moment(event.lane, event.time_ns);
  if (channel.received.empty()) {
    channel.sent.push_back({now, event.b});
    return;
  }
  Message early = channel.received.front(); // by clocks that differ
  channel.received.pop_front();
  ++late_messages_;
  now.time_ns = early.at.time_ns;
  line(LineKind::message, now, early.at.lane, early.at.time_ns, event.site, early.bytes);
}

void TimelineBuilder::receive(const Event& event) {
  uint32_t rank = source_.processes()[lanes_[event.lane].process].rank;
  uint32_t partner = static_cast<uint32_t>(event.a >> 32), tag = static_cast<uint32_t>(event.a);
  point(ConstructKind::receive, event, event.a, event.b, 0);
  if (tag & UNPLY_ONE_SIDED) return;
  Channel& channel = channels_[{partner, rank, tag}];
  if (channel.sent.empty()) {
    channel.received.push_back({{event.lane, event.time_ns, {}}, event.b});
    return;
  }
  Message sent = std::move(channel.sent.front());
  channel.sent.pop_front();
  line(LineKind::message, sent.at, event.lane, event.time_ns, event.site, event.b);
  note_cause(event.lane, sent.at);
}

} // namespace unply
