// A list schedule in program order: of all ready tasks the one that the sequential program created first, as a runtime
// with one central queue in creation order would. It knows no lengths. Not by the time a task became ready, which
// would depend on which of two predecessors ends first.
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/list_schedule.h"

namespace unply {

Result<Schedule> schedule_fifo(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  return list_schedule(jobs, creation_order(jobs), processors, options.machine);
}

} // namespace unply
