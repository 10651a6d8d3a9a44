#include "trace/event_kinds.h"
#include "unply/event_format.h"
#include <array>

namespace unply {

namespace {

constexpr auto kNames = [] {
  std::array<std::string_view, 256> names{};
  constexpr std::pair<int, const char*> kList[] = {
      {kEventThreadBegin, "thread_begin"},
      {kEventThreadEnd, "thread_end"},
      {kEventThreadCreate, "thread_create"},
      {kEventTracingOff, "tracing_off"},
      {kEventTracingOn, "tracing_on"},
      {kEventCpuTime, "cpu_time"},
      {kEventParallelBegin, "parallel_begin"},
      {kEventParallelEnd, "parallel_end"},
      {kEventImplicitBegin, "implicit_begin"},
      {kEventImplicitEnd, "implicit_end"},
      {kEventTaskCreate, "task_create"},
      {kEventTaskSwitch, "task_switch"},
      {kEventTaskDependence, "task_dependence"},
      {kEventTaskPair, "task_pair"},
      {kEventTaskgroupBegin, "taskgroup_begin"},
      {kEventTaskgroupEnd, "taskgroup_end"},
      {kEventWorkBegin, "work_begin"},
      {kEventWorkEnd, "work_end"},
      {kEventChunk, "chunk"},
      {kEventSection, "section"},
      {kEventMaskedBegin, "masked_begin"},
      {kEventMaskedEnd, "masked_end"},
      {kEventChunkSeries, "chunk_series"},
      {kEventWaitBegin, "wait_begin"},
      {kEventWaitEnd, "wait_end"},
      {kEventSignal, "signal"},
      {kEventLockWait, "lock_wait"},
      {kEventLockAcquired, "lock_acquired"},
      {kEventLockReleased, "lock_released"},
      {kEventLockInit, "lock_init"},
      {kEventLockDestroy, "lock_destroy"},
      {kEventSend, "send"},
      {kEventReceive, "receive"},
      {kEventCollectiveBegin, "collective_begin"},
      {kEventCollectiveEnd, "collective_end"},
      {kEventUserBegin, "user_begin"},
      {kEventUserEnd, "user_end"},
      {kEventUserPoint, "user_point"},
      {kEventUserValue, "user_value"},
      {kEventPreempted, "preempted"},
      {kEventResumed, "resumed"},
      {kEventOverheadBegin, "overhead_begin"},
      {kEventOverheadEnd, "overhead_end"},
      {kEventUnseenBegin, "unseen_begin"},
      {kEventUnseenEnd, "unseen_end"},
      {kEventPhaseBegin, "phase_begin"},
      {kEventPhaseEnd, "phase_end"},
      {kEventPhaseFeature, "phase_feature"},
      {kEventPhaseCpu, "phase_cpu"},
      {kEventPost, "post"},
      {kEventPostSize, "post_size"},
      {kEventPostDone, "post_done"},
      {kEventCollectiveTerms, "collective_terms"},
  };
  for (auto [kind, name] : kList) names[static_cast<size_t>(kind)] = name;
  return names;
}();

} // namespace

const char* name_of_object(uint8_t kind) {
  constexpr const char* kObjects[] = {"name", "lock", "communicator", "function", "datatype"};
  static_assert(std::size(kObjects) == kObjectDatatype + 1);
  return kind < std::size(kObjects) ? kObjects[kind] : "unknown";
}

std::string_view name_of_event(uint8_t kind) { return kNames[kind]; }

uint8_t event_named(std::string_view name) {
  for (size_t kind = 1; kind < kNames.size(); ++kind)
    if (!name.empty() && kNames[kind] == name) return static_cast<uint8_t>(kind);
  return 0;
}

uint8_t end_of_event(uint8_t kind) {
  switch (kind) {
  case kEventParallelBegin:
  case kEventImplicitBegin:
  case kEventTaskgroupBegin:
  case kEventWorkBegin:
  case kEventMaskedBegin:
  case kEventWaitBegin:
  case kEventCollectiveBegin:
  case kEventUserBegin:
  case kEventPreempted:
  case kEventOverheadBegin:
  case kEventPhaseBegin:
    return kind + 1;
  default:
    return 0;
  }
}

} // namespace unply
