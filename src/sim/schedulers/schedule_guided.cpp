// OpenMP schedule(guided) of LLVM's libomp 22: a chunk is 1/(2 P) of the remaining iterations, rounded down.
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/worksharing_loop.h"

namespace unply {

Result<Schedule> schedule_guided(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  return schedule_loops(jobs, processors, options, guided_chunk);
}

} // namespace unply
