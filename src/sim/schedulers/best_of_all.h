// The shortest schedule of all schedulers that decide at run time: the start of searches, so that none of them ends
// above a row of the same table.
#pragma once
#include "sim/schedulers/scheduler.h"

namespace unply {

// The shortest of `known` and of the schedules of all schedulers but `best` and `exact`; on a tie `known`, then the
// earlier in the table. Schedulers that refuse the graph (locks) are left out.
Schedule best_of_all(const JobGraph& jobs, uint32_t processors, Schedule known, const SchedulerOptions& options = {});

} // namespace unply
