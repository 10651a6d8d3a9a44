// The words that tables, legends and JSON use.
#include "timeline/timeline.h"

namespace unply {

const char* name_of(ProcState state) {
  constexpr const char* kNames[] = {"idle", "active", "wait task", "wait event", "wait lock", "overhead", "preempted"};
  return kNames[static_cast<size_t>(state)];
}

const char* name_of(Activity activity) {
  constexpr const char* kNames[] = {};
  return kNames[static_cast<size_t>(activity)];
}

const char* name_of(LineKind kind) {
  constexpr const char* kNames[] = {"fork",   "join",    "task creation",   "task dependence", "lock",     "barrier",
                                    "signal", "message", "thread creation", "thread join",     "task wait"};
  return kNames[static_cast<size_t>(kind)];
}

const char* name_of(ConstructKind kind) {
  constexpr const char* kNames[] = {};
  return kNames[static_cast<size_t>(kind)];
}

} // namespace unply
