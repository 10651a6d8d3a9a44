// The way of each event: which member of TimelineBuilder takes it, in the order of unply/event_format.h.
//
// Invariant: each kind of the header has one row. Two of one kind do not compile; a kind without a row fails the unit
// test, which asks has_handler() for all of them. Numbers that are no kind are passed over.
#include "timeline/event_handlers.h"
#include "timeline/timeline_builder.h"
#include <array>

namespace unply {

struct EventHandlers {
  using Builder = TimelineBuilder;
  using Handler = void (*)(Builder&, const Event&);
  struct Row {
    UnplyEventKind kind;
    Handler handler;
  };
  static const Row kRows[];
  static constexpr std::array<Handler, 256> by_kind(); // null where there is no row

  template <auto kMember> static void call(Builder& builder, const Event& event) { (builder.*kMember)(event); }
  static void pass_over(Builder&, const Event&) {}
};

constexpr EventHandlers::Row EventHandlers::kRows[] = {
    {kEventThreadBegin, call<&Builder::begin_thread>},
    {kEventThreadEnd, call<&Builder::end_thread>},
    {kEventThreadCreate, call<&Builder::note_thread_creation>},
    {kEventTracingOff, call<&Builder::end_recording>},
    {kEventTracingOn, call<&Builder::resume_recording>},
    {kEventCpuTime, call<&Builder::note_cpu_time>},

    {kEventParallelBegin, call<&Builder::begin_region>},
    {kEventParallelEnd, call<&Builder::end_region>},
    {kEventImplicitBegin, call<&Builder::begin_member>},
    {kEventImplicitEnd, call<&Builder::end_implicit_task>},

    {kEventTaskCreate, call<&Builder::create_task>},
    {kEventTaskSwitch, call<&Builder::switch_task>},
    {kEventTaskDependence, call<&Builder::add_clause>},
    {kEventTaskPair, pass_over}, // the clauses say more
    {kEventTaskgroupBegin, call<&Builder::begin_taskgroup>},
    {kEventTaskgroupEnd, call<&Builder::end_taskgroup>},

    {kEventWorkBegin, call<&Builder::begin_work>},
    {kEventWorkEnd, call<&Builder::end_work>},
    {kEventChunk, call<&Builder::begin_part>},
    {kEventSection, call<&Builder::begin_part>},
    {kEventMaskedBegin, call<&Builder::begin_masked>},
    {kEventMaskedEnd, call<&Builder::end_masked>},
    {kEventChunkSeries, call<&Builder::extend_chunk>},

    {kEventWaitBegin, call<&Builder::begin_wait>},
    {kEventWaitEnd, call<&Builder::end_wait>},
    {kEventSignal, call<&Builder::note_signal>},

    {kEventLockWait, call<&Builder::wait_for_lock>},
    {kEventLockAcquired, call<&Builder::acquire>},
    {kEventLockReleased, call<&Builder::release_lock>},
    {kEventLockInit, pass_over}, // known by its first use
    {kEventLockDestroy, call<&Builder::forget_lock>},

    {kEventSend, call<&Builder::send>},
    {kEventReceive, call<&Builder::receive>},
    {kEventCollectiveBegin, call<&Builder::begin_collective>},
    {kEventCollectiveEnd, call<&Builder::end_collective>},

    {kEventUserBegin, call<&Builder::begin_user_region>},
    {kEventUserEnd, call<&Builder::end_user_region>},
    {kEventUserPoint, call<&Builder::put_mark>},
    {kEventUserValue, call<&Builder::put_mark>},

    {kEventPreempted, call<&Builder::preempt>},
    {kEventResumed, call<&Builder::give_core>},
    {kEventOverheadBegin, call<&Builder::begin_overhead>},
    {kEventOverheadEnd, call<&Builder::end_overhead>},
    {kEventUnseenBegin, call<&Builder::begin_unseen>},
    {kEventUnseenEnd, call<&Builder::end_unseen>},

    {kEventPhaseBegin, call<&Builder::begin_phase>},
    {kEventPhaseEnd, call<&Builder::end_phase>},
    {kEventPhaseFeature, call<&Builder::describe_phase>},
    {kEventPhaseCpu, call<&Builder::describe_phase>},

    {kEventPost, pass_over}, // of use to `unply stg` alone
    {kEventPostSize, pass_over},
    {kEventPostDone, pass_over},
    {kEventCollectiveTerms, pass_over},
};

constexpr std::array<EventHandlers::Handler, 256> EventHandlers::by_kind() {
  std::array<Handler, 256> handlers{};
  for (const Row& row : kRows) {
    Handler& handler = handlers[static_cast<size_t>(row.kind)];
    if (handler != nullptr) throw "two rows of one kind"; // not in a constant expression
    handler = row.handler;
  }
  return handlers;
}

static constexpr auto kNamed = EventHandlers::by_kind();
static constexpr auto kHandlers = [] {
  auto handlers = kNamed;
  for (EventHandlers::Handler& handler : handlers)
    if (handler == nullptr) handler = EventHandlers::pass_over;
  return handlers;
}();

bool has_handler(uint8_t kind) { return kNamed[kind] != nullptr; }

void TimelineBuilder::take(const Event& event) {
  LaneState& lane = lanes_[event.lane];
  if (event.core != lane.core && event.core != 0xffff) {
    settle(event.lane, event.time_ns);
    lane.core = event.core;
  }
  if (event.kind != kEventTaskDependence && (lane.created.context != nullptr || lane.created_taskwait))
    resolve_clauses(event.lane);
  kHandlers[event.kind](*this, event);
  note_rest(event.lane, event.time_ns);
}

} // namespace unply
