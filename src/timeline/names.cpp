// The words of tables, legends and JSON, and the state of each kind of wait.
#include "timeline/timeline.h"

namespace unply {

const char* name_of(ProcState state) {
  constexpr const char* kNames[] = {"idle",     "active",    "wait task",    "wait event", "wait lock",
                                    "overhead", "preempted", "not recorded", "set-up"};
  return kNames[static_cast<size_t>(state)];
}

const char* name_of(Activity activity) {
  constexpr const char* kNames[] = {"idle",
                                    "serial code",
                                    "thread",
                                    "parallel region",
                                    "task",
                                    "loop chunk",
                                    "loop",
                                    "section",
                                    "single",
                                    "masked",
                                    "user region",
                                    "taskwait",
                                    "end of taskgroup",
                                    "join of a thread",
                                    "TBB wait",
                                    "barrier",
                                    "reduction",
                                    "condition variable",
                                    "semaphore",
                                    "message",
                                    "collective operation",
                                    "other wait",
                                    "lock",
                                    "critical section",
                                    "ordered section",
                                    "mutex",
                                    "task creation",
                                    "recorder",
                                    "fork, join or dispatch",
                                    "preempted",
                                    "not recorded",
                                    "start or end of MPI",
                                    "call of a skeleton",
                                    "divide",
                                    "sequential leaf",
                                    "exchange",
                                    "combine"};
  return kNames[static_cast<size_t>(activity)];
}

std::string_view words_of(const Trace& tables, std::span<const EventObject> objects, Activity activity,
                          uint16_t function) {
  const EventObject* named = function != 0 ? find_object(objects, ObjectKind::function, function) : nullptr;
  return named != nullptr ? tables.text(named->name) : name_of(activity);
}

const char* name_of(LineKind kind) {
  constexpr const char* kNames[] = {"fork",   "join",    "task creation",   "task dependence", "lock",     "barrier",
                                    "signal", "message", "thread creation", "thread join",     "task wait"};
  return kNames[static_cast<size_t>(kind)];
}

const char* name_of(ConstructKind kind) {
  constexpr const char* kNames[] = {
      "parallel", "team member", "loop", "chunk",         "sections",    "section", "single",
      "masked",   "worksharing", "task", "task creation", "user region", "wait",    "lock wait",
      "lock",     "collective",  "send", "receive",       "signal",      "set-up",  "phase"};
  return kNames[static_cast<size_t>(kind)];
}

Activity activity_of_wait(uint8_t wait) {
  switch (wait) {
  case kWaitTaskwait:
    return Activity::taskwait;
  case kWaitTaskgroup:
    return Activity::taskgroup;
  case kWaitTbb:
    return Activity::tbb_wait;
  case kWaitJoin:
    return Activity::join;
  case kWaitBarrierImplicit:
  case kWaitBarrierExplicit:
  case kWaitBarrierImplementation:
  case kWaitBarrierPthread:
    return Activity::barrier;
  case kWaitReduction:
    return Activity::reduction;
  case kWaitCondition:
    return Activity::condition;
  case kWaitSemaphore:
    return Activity::semaphore;
  case kWaitMessage:
    return Activity::message;
  default:
    return Activity::other;
  }
}

ProcState state_of_wait(uint8_t wait) {
  return wait < kWaitBarrierImplicit ? ProcState::wait_task : ProcState::wait_event;
}

Activity activity_of_lock(uint8_t lock) {
  if (lock == kLockCritical) return Activity::critical;
  if (lock == kLockOrdered) return Activity::ordered;
  return lock == kLockMutex || lock == kLockReader || lock == kLockWriter ? Activity::mutex : Activity::lock;
}

} // namespace unply
