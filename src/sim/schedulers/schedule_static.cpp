// OpenMP schedule(static): which processor runs which iteration is known before the loop. libomp and libgomp agree.
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/worksharing_loop.h"

namespace unply {

Result<Schedule> schedule_static(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  return schedule_loops(jobs, processors, options, nullptr);
}

} // namespace unply
