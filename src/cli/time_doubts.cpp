#include "cli/time_doubts.h"

namespace unply {

bool times_are_bounds(const TraceInfo& info) {
  return info.hook_ns > 0 && !info.times_without_hooks && !info.simulated;
}

std::string bounds_sentence() {
  return "is no measured time but comes from one run with access hooks, in which tasks take up to hundreds of times as "
         "long: unply record --repeat 5 measures times";
}

} // namespace unply
