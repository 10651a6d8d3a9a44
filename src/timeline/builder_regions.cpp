// Threads, parallel regions and worksharing.
//
// libomp delivers a worker's end of the last barrier and of the region only when the next region begins. The end of the
// region on the encountering thread therefore ends the activity of its workers: the time after it is idle, not a wait.
#include "timeline/timeline_builder.h"
#include <algorithm>

namespace unply {

void TimelineBuilder::note_thread_creation(const Event& event) {
  births_[key(lanes_[event.lane].process, event.b)].created = moment(event.lane, event.time_ns);
}

void TimelineBuilder::note_cpu_time(const Event& event) { head_.lanes[event.lane].cpu_ns = event.b; }

void TimelineBuilder::end_recording(const Event& event) {
  settle(event.lane, event.time_ns);
  lanes_[event.lane].off = static_cast<uint8_t>(std::min<uint64_t>(event.a, off_ns_.size() - 1));
}

void TimelineBuilder::resume_recording(const Event& event) {
  LaneState& lane = lanes_[event.lane];
  settle(event.lane, event.time_ns);
  lane.off.reset();
  lane.preempted = false; // the ends of both were left out, or else they are over
  if (lane.unseen == kUnseenSwitches) lane.unseen.reset();
}

void TimelineBuilder::begin_thread(const Event& event) {
  LaneState& lane = lanes_[event.lane];
  settle(event.lane, event.time_ns);
  if (event.site != 0) lane.implicit[0]->frames[0].site = event.site;
  if (event.b == 0) return;
  Birth& birth = births_[key(lane.process, event.b)];
  lane.birth = &birth;
  if (birth.created.time_ns == 0) return;
  line(LineKind::thread_create, birth.created, event.lane, event.time_ns, event.site, event.b);
  if (path_ && birth.created.path)
    path_->jump(event.lane, birth.created.path, birth.created.time_ns, event.time_ns,
                PathTracker::key_of(event.site, Activity::none, ProcState::idle));
}

void TimelineBuilder::end_thread(const Event& event) {
  uint32_t id = event.lane;
  uint64_t time_ns = event.time_ns;
  LaneState& lane = lanes_[id];
  settle(id, time_ns);
  if (lane.birth != nullptr) lane.birth->end = moment(id, time_ns);
  while (lane.implicit.size() > 1) end_member(id, time_ns, true);
  TaskContext& base = *lane.implicit[0];
  lane.current = &base;
  while (base.frames.size() > 1) close_top(id, base, time_ns, true);
  base.frames[0].state = ProcState::idle, base.frames[0].activity = Activity::none;
}

RegionState* TimelineBuilder::find_region(uint32_t process, uint64_t number) {
  auto found = regions_.find(key(process, number));
  return found == regions_.end() ? nullptr : &found->second;
}

void TimelineBuilder::begin_region(const Event& event) {
  uint32_t process = lanes_[event.lane].process;
  uint32_t site = site_of(event);
  if (RegionState* old = find_region(process, event.a)) end_members(*old, event); // its end was not recorded
  push(event, {.kind = ConstructKind::region,
               .activity = Activity::dispatch,
               .state = ProcState::overhead,
               .end_event = kEventParallelEnd,
               .site = site,
               .object = event.a,
               .extra = event.b,
               .ordinal = static_cast<uint32_t>(event.a)});
  RegionState& region = regions_[key(process, event.a)];
  region = {.number = event.a,
            .lane = event.lane,
            .site = site,
            .process = process,
            .fork = moment(event.lane, event.time_ns),
            .active_ns = 0,
            .members = {},
            .barriers = {}};
}

void TimelineBuilder::begin_member(const Event& event) {
  if (event.a == 0) return; // of no region: the initial task
  LaneState& lane = lanes_[event.lane];
  settle(event.lane, event.time_ns);
  RegionState* region = find_region(lane.process, event.a);
  if (region == nullptr) { // its begin was not recorded
    region = &regions_[key(lane.process, event.a)];
    *region = {.number = event.a,
               .lane = event.lane,
               .site = event.site,
               .process = lane.process,
               .fork = {event.lane, event.time_ns, {}},
               .active_ns = 0,
               .members = {},
               .barriers = {}};
  }
  uint64_t team = event.b >> 32, member = event.b & 0xffffffff;
  TaskContext* context = new_context(lane.process, 0,
                                     {.kind = ConstructKind::member,
                                      .activity = Activity::region,
                                      .state = ProcState::active,
                                      .site = region->site,
                                      .object = member,
                                      .extra = team,
                                      .ordinal = 0,
                                      .begin_ns = event.time_ns,
                                      .active_before = lane.active_ns});
  context->region = region;
  context->region_number = static_cast<uint32_t>(region->number);
  context->member = region->members.size();
  context->encountered = {lane.current, lane.current->serial};
  region->members.push_back({event.lane, context, 0});
  lane.implicit.push_back(context);
  lane.current = context;
  if (event.lane == region->lane) return;
  line(LineKind::fork, region->fork, event.lane, event.time_ns, region->site, region->number);
  note_cause(event.lane, region->fork);
}

// The innermost implicit task of the lane.
void TimelineBuilder::end_member(uint32_t id, uint64_t time_ns, bool finished) {
  LaneState& lane = lanes_[id];
  settle(id, time_ns);
  TaskContext* context = lane.implicit.back();
  RegionState* region = context->region;
  uint64_t active = lane.active_ns - context->frames[0].active_before;
  while (!context->frames.empty()) close_top(id, *context, time_ns, finished);
  RegionState::Member& member = region->members[context->member];
  member.context = nullptr;
  if (member.arrival_ns == 0) member.arrival_ns = time_ns;
  region->active_ns += active;
  lane.implicit.pop_back();
  TaskContext* before = context->encountered.get();
  lane.current = before != nullptr ? before : lane.implicit.back();
  if (lane.current->number != 0) lane.current->active_ns += active; // counts on the lane, not in the task, until here
  release(context);
}

// Those of regions inside of it, whose ends were not recorded, end as well.
void TimelineBuilder::end_implicit_task(const Event& event) {
  LaneState& lane = lanes_[event.lane];
  auto context = std::ranges::find_if(lane.implicit, [&](const TaskContext* each) {
    return each->region != nullptr && each->region->number == event.a;
  });
  size_t depth = static_cast<size_t>(context - lane.implicit.begin());
  while (lane.implicit.size() > std::max<size_t>(depth, 1)) end_member(event.lane, event.time_ns, true);
}

void TimelineBuilder::end_members(RegionState& region, const Event& event) {
  for (RegionState::Member& member : region.members) {
    while (member.context != nullptr) end_member(member.lane, event.time_ns, true);
    if (member.lane != event.lane)
      line(LineKind::join, {member.lane, member.arrival_ns, {}}, event.lane, event.time_ns, region.site, region.number);
    note_rest(member.lane, event.time_ns);
  }
}

void TimelineBuilder::end_region(const Event& event) {
  RegionState* region = find_region(lanes_[event.lane].process, event.a);
  settle(event.lane, event.time_ns);
  if (region != nullptr) end_members(*region, event);
  TaskContext& context = *lanes_[event.lane].current;
  size_t frame = find_frame(
      context, [&](const Frame& each) { return each.end_event == kEventParallelEnd && each.object == event.a; });
  if (frame != 0) {
    while (context.frames.size() > frame + 1) close_top(event.lane, context, event.time_ns, true);
    Frame& top = context.frames.back();
    if (region != nullptr) {
      if (sink_.intervals && sink_.construct) // so that whoever adds up by region has all of it
        for (const RegionState::Member& member : region->members) flush(member.lane);
      top.object = region->members.size();
      uint64_t active = context.number == 0 ? lanes_[event.lane].active_ns : context.active_ns;
      top.active_before = active - region->active_ns;
    }
    close_top(event.lane, context, event.time_ns, true);
  }
  if (region != nullptr) regions_.erase(key(lanes_[event.lane].process, event.a));
}

void TimelineBuilder::end_work(const Event& event) {
  auto family = [](uint64_t work) { return work <= kWorkLoopOther ? uint64_t{kWorkLoop} : work; };
  close_frame(event, [&](const Frame& each) {
    return each.end_event == kEventWorkEnd && family(each.detail) == family(event.a);
  });
}

void TimelineBuilder::begin_masked(const Event& event) {
  push(event, {.kind = ConstructKind::masked,
               .activity = Activity::masked,
               .state = ProcState::active,
               .end_event = kEventMaskedEnd,
               .site = site_of(event)});
}

void TimelineBuilder::end_masked(const Event& event) {
  close_frame(event, [](const Frame& each) { return each.end_event == kEventMaskedEnd; });
}

// GOMP code tells the begin of a single but not its end; nothing that meets the whole team may stand inside of one.
void TimelineBuilder::close_singles(const Event& event) {
  close_frame(event,
              [](const Frame& each) { return each.kind == ConstructKind::single && each.end_event == kEventWorkEnd; });
}

void TimelineBuilder::begin_work(const Event& event) {
  uint8_t work = static_cast<uint8_t>(event.a);
  Frame frame{.kind = ConstructKind::work,
              .activity = Activity::region,
              .state = ProcState::active,
              .end_event = kEventWorkEnd,
              .detail = work,
              .site = site_of(event),
              .object = event.b};
  if (work <= kWorkLoopOther) frame.kind = ConstructKind::loop, frame.activity = Activity::loop;
  if (work == kWorkSections) frame.kind = ConstructKind::sections;
  if (work == kWorkSingleExecutor) frame.kind = ConstructKind::single, frame.activity = Activity::single;
  if (work == kWorkDistribute) frame.activity = Activity::loop;
  if (work == kWorkTaskloop) frame.activity = Activity::create_task, frame.state = ProcState::overhead;
  if (work != kWorkTaskloop) close_singles(event);
  TaskContext& context = *lanes_[event.lane].current;
  if (work != kWorkTaskloop && work != kWorkDistribute) frame.ordinal = ++context.worksharing;
  push(event, frame);
}

// The chunk begun last stands for those that the thread runs before the loop ends, at times not known.
void TimelineBuilder::extend_chunk(const Event& event) {
  TaskContext& context = *lanes_[event.lane].current;
  size_t chunk = find_frame(context, [](const Frame& each) { return each.kind == ConstructKind::chunk; });
  size_t loop = find_frame(context, [](const Frame& each) { return each.kind == ConstructKind::loop; });
  if (chunk == 0 || loop == 0 || event.b == 0) return;
  Frame& frame = context.frames[chunk];
  uint64_t iterations = context.frames[loop].object, last = frame.object + event.a * (event.b - 1);
  frame.distance = event.a, frame.count = event.b;
  if (iterations > last && iterations - last < frame.extra) frame.shortfall = frame.extra - (iterations - last);
}

void TimelineBuilder::begin_part(const Event& event) {
  LaneState& lane = lanes_[event.lane];
  TaskContext& context = *lane.current;
  ConstructKind whole = event.kind == kEventChunk ? ConstructKind::loop : ConstructKind::sections;
  size_t found = find_frame(context, [&](const Frame& each) { return each.kind == whole; });
  if (found == 0) return;
  Frame& around = context.frames[found];
  if (context.frames.size() == found + 1 && lane.since_ns == around.begin_ns) { // getting the first one
    Frame loop = around;
    around.activity = Activity::dispatch, around.state = ProcState::overhead;
    settle(event.lane, event.time_ns);
    around.activity = loop.activity, around.state = loop.state;
  }
  close_to(event, found + 1);
  uint32_t site = around.site, ordinal = around.ordinal;
  uint8_t detail = around.detail;
  Frame& part = push_empty(event);
  part.kind = ConstructKind::chunk, part.activity = Activity::chunk, part.state = ProcState::active;
  part.detail = detail, part.site = site, part.ordinal = ordinal;
  part.object = event.a, part.extra = event.b;
  if (event.kind == kEventSection) {
    part.kind = ConstructKind::section, part.activity = Activity::section;
    part.detail = static_cast<uint8_t>(event.a), part.object = event.b, part.extra = 0;
    if (event.site != 0) part.site = event.site;
  }
}

} // namespace unply
