// OpenMP schedule(guided) of GCC's libgomp: a chunk is 1/P of the remaining iterations, rounded up, twice libomp's.
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/worksharing_loop.h"

namespace unply {

Result<Schedule> schedule_guided_gomp(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  return schedule_loops(jobs, processors, options, guided_gomp_chunk);
}

} // namespace unply
