// OpenMP schedule(dynamic) as libomp runs it by default since OpenMP 5.0: nonmonotonic, which deals out blocks and
// steals.
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/worksharing_loop.h"

namespace unply {

Result<Schedule> schedule_dynamic(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  return schedule_stealing_loops(jobs, processors, options);
}

} // namespace unply
