// OpenMP schedule(dynamic) of libgomp, and schedule(monotonic: dynamic) of both: the first processor that is free
// fetches the next chunk.
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/worksharing_loop.h"

namespace unply {

Result<Schedule> schedule_dynamic_gomp(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  return schedule_loops(jobs, processors, options, dynamic_chunk);
}

} // namespace unply
