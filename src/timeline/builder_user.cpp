// Events of the program itself: regions, points, values, phases of a skeleton; and preemption by the system.
#include "timeline/timeline_builder.h"
#include "trace/phases.h"

namespace unply {

void TimelineBuilder::begin_user_region(const Event& event) {
  push(event, {.kind = ConstructKind::user,
               .activity = Activity::user,
               .state = ProcState::active,
               .end_event = kEventUserEnd,
               .site = event.site,
               .object = event.a});
}

// unply_region_end() ends the innermost one; other recorders name it.
void TimelineBuilder::end_user_region(const Event& event) {
  close_frame(event, [&](const Frame& each) {
    return each.end_event == kEventUserEnd && (event.a == 0 || each.object == event.a);
  });
}

void TimelineBuilder::put_mark(const Event& event) {
  if (!sink_.mark) return;
  uint64_t id = event.kind == kEventUserValue ? event.a & 0xffffffffffff : event.a;
  const EventObject* found = find_object(source_.objects(), ObjectKind::name, id);
  StringId name = found != nullptr ? found->name : StringId{};
  sink_.mark({.lane = event.lane,
              .site = event.site,
              .time_ns = event.time_ns,
              .kind = event.kind,
              .value_type = static_cast<uint8_t>(event.a >> 48),
              .name = name,
              .bits = event.b});
}

void TimelineBuilder::begin_phase(const Event& event) {
  if (sink_.phase_event) sink_.phase_event(event);
  auto phase = phase_of_event(event.a);
  if (!phase) return;
  Frame frame{.kind = ConstructKind::phase,
              .activity = activity_of_phase(*phase),
              .state = ProcState::active,
              .end_event = kEventPhaseEnd,
              .detail = static_cast<uint8_t>(*phase),
              .site = event.site,
              .object = event.a,
              .extra = event.b};
  for (const Frame& around : lanes_[event.lane].current->frames)
    if (around.kind == ConstructKind::phase && around.detail == kPhaseCall) ++frame.ordinal;
  push(event, frame);
}

void TimelineBuilder::end_phase(const Event& event) {
  if (sink_.phase_event) sink_.phase_event(event);
  TaskContext& context = *lanes_[event.lane].current;
  size_t found = find_frame(
      context, [&](const Frame& each) { return each.end_event == kEventPhaseEnd && each.object == event.a; });
  if (found == 0) return;
  settle(event.lane, event.time_ns); // intervals have the partner, the construct has the bytes
  context.frames[found].extra = event.b;
  close_to(event, found);
}

void TimelineBuilder::describe_phase(const Event& event) {
  if (sink_.phase_event) sink_.phase_event(event);
}

void TimelineBuilder::preempt(const Event& event) {
  settle(event.lane, event.time_ns);
  lanes_[event.lane].preempted = true;
}

void TimelineBuilder::give_core(const Event& event) {
  settle(event.lane, event.time_ns);
  lanes_[event.lane].preempted = false;
}

void TimelineBuilder::begin_unseen(const Event& event) {
  settle(event.lane, event.time_ns);
  lanes_[event.lane].unseen = static_cast<uint8_t>(event.a);
}

void TimelineBuilder::end_unseen(const Event& event) {
  settle(event.lane, event.time_ns);
  lanes_[event.lane].unseen.reset();
}

void TimelineBuilder::begin_overhead(const Event& event) {
  push(event, {.kind = ConstructKind::work,
               .activity = Activity::recorder,
               .state = ProcState::overhead,
               .end_event = kEventOverheadEnd});
}

void TimelineBuilder::end_overhead(const Event& event) {
  settle(event.lane, event.time_ns);
  close_frame(event, [](const Frame& each) { return each.end_event == kEventOverheadEnd; });
}

} // namespace unply
