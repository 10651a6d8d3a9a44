// What the program says itself: regions, points, values, phases of a skeleton. And what the system does to a thread.
#include "timeline/timeline_builder.h"
#include "trace/phases.h"

namespace unply {

void TimelineBuilder::begin_user_region(const Event& event) {
  push(event, {ConstructKind::user, Activity::user, ProcState::active, kEventUserEnd, 0, event.site, event.a, 0});
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
  sink_.mark({event.lane, event.site, event.time_ns, event.kind, static_cast<uint8_t>(event.a >> 48), name, event.b});
}

void TimelineBuilder::begin_phase(const Event& event) {
  if (sink_.phase_event) sink_.phase_event(event);
  auto phase = phase_of_event(event.a);
  if (!phase) return;
  Frame frame{ConstructKind::phase,
              activity_of_phase(*phase),
              ProcState::active,
              kEventPhaseEnd,
              static_cast<uint8_t>(*phase),
              event.site,
              event.a,
              event.b};
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
  push(event, {ConstructKind::work, Activity::recorder, ProcState::overhead, kEventOverheadEnd, 0, 0, 0, 0});
}

void TimelineBuilder::end_overhead(const Event& event) {
  settle(event.lane, event.time_ns);
  close_frame(event, [](const Frame& each) { return each.end_event == kEventOverheadEnd; });
}

} // namespace unply
