#include "sim/schedulers/best_of_all.h"

namespace unply {

Schedule best_of_all(const JobGraph& jobs, uint32_t processors, Schedule known, const SchedulerOptions& options) {
  for (const Scheduler& scheduler : schedulers()) {
    if (scheduler.name == "best" || scheduler.name == "exact") continue;
    auto other = scheduler.run(jobs, processors, options);
    if (other && other->makespan < known.makespan) known = std::move(*other);
  }
  return known;
}

} // namespace unply
