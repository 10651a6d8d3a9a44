// OpenMP schedule(dynamic): the processor that comes first fetches the next chunk. libomp and libgomp agree.
#include "sim/schedules.h"
#include "sim/worksharing_loop.h"

namespace unply {

Result<Schedule> schedule_dynamic(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  return schedule_loops(jobs, processors, options, dynamic_chunk);
}

} // namespace unply
