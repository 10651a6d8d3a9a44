// The words that tables, legends and JSON use.
#include "timeline/timeline.h"
#include <array>

namespace unply {

const char* name_of(ProcState state) {
  constexpr std::array<const char*, kProcStates> kNames = {"idle",      "active",   "wait task", "wait event",
                                                           "wait lock", "overhead", "preempted"};
  return kNames[static_cast<size_t>(state)];
}

const char* name_of(Activity activity) {
  switch (activity) {
  case Activity::none:
    return "idle";
  case Activity::serial:
    return "serial code";
  case Activity::thread:
    return "thread";
  case Activity::region:
    return "parallel region";
  case Activity::task:
    return "task";
  case Activity::chunk:
    return "loop chunk";
  case Activity::loop:
    return "loop";
  case Activity::section:
    return "section";
  case Activity::single:
    return "single";
  case Activity::masked:
    return "masked";
  case Activity::user:
    return "user region";
  case Activity::taskwait:
    return "taskwait";
  case Activity::taskgroup:
    return "end of taskgroup";
  case Activity::join:
    return "join of a thread";
  case Activity::tbb_wait:
    return "TBB wait";
  case Activity::barrier:
    return "barrier";
  case Activity::reduction:
    return "reduction";
  case Activity::condition:
    return "condition variable";
  case Activity::semaphore:
    return "semaphore";
  case Activity::message:
    return "message";
  case Activity::collective:
    return "collective operation";
  case Activity::other:
    return "other wait";
  case Activity::lock:
    return "lock";
  case Activity::critical:
    return "critical section";
  case Activity::ordered:
    return "ordered section";
  case Activity::mutex:
    return "mutex";
  case Activity::create_task:
    return "task creation";
  case Activity::recorder:
    return "recorder";
  case Activity::dispatch:
    return "fork, join or dispatch";
  case Activity::preempted:
    return "preempted";
  }
  return "?";
}

const char* name_of(LineKind kind) {
  constexpr std::array<const char*, 11> kNames = {
      "fork",   "join",    "task creation",   "task dependence", "lock",     "barrier",
      "signal", "message", "thread creation", "thread join",     "task wait"};
  return kNames[static_cast<size_t>(kind)];
}

const char* name_of(ConstructKind kind) {
  switch (kind) {
  case ConstructKind::region:
    return "parallel";
  case ConstructKind::member:
    return "team member";
  case ConstructKind::loop:
    return "loop";
  case ConstructKind::chunk:
    return "chunk";
  case ConstructKind::sections:
    return "sections";
  case ConstructKind::section:
    return "section";
  case ConstructKind::single:
    return "single";
  case ConstructKind::masked:
    return "masked";
  case ConstructKind::work:
    return "worksharing";
  case ConstructKind::task:
    return "task";
  case ConstructKind::task_create:
    return "task creation";
  case ConstructKind::user:
    return "user region";
  case ConstructKind::wait:
    return "wait";
  case ConstructKind::lock_wait:
    return "lock wait";
  case ConstructKind::lock_hold:
    return "lock";
  case ConstructKind::collective:
    return "collective";
  case ConstructKind::send:
    return "send";
  case ConstructKind::receive:
    return "receive";
  case ConstructKind::signal:
    return "signal";
  }
  return "?";
}

} // namespace unply
