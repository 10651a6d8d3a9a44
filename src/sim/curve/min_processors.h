// The fewest processors on which a schedule as short as the longest path exists.
#pragma once
#include "sim/schedulers/exact_limits.h"

namespace unply {

struct MinProcessors {
  uint32_t lower = 0; // no schedule on fewer reaches the span
  uint32_t upper = 0; // `schedule` does
  // On `upper` processors, its makespan is the span; passed check_schedule. Without starts for graphs of more than
  // BoundsOfGraph::kMostIntervalTasks tasks, where upper is the ASAP width and the profile its certificate.
  Schedule schedule;
};

// The fewest processors that reach the span. Locks are left out, with them the span itself may be out of reach, and all
// tasks are run, also where a first solution would do.
Result<MinProcessors> find_min_processors(const JobGraph& jobs, const ExactLimits& limits = {});

} // namespace unply
