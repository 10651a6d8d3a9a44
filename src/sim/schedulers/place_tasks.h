// Converts starts to a schedule: intervals of which at most P overlap fit on P processors in the order of their starts.
#pragma once
#include "sim/schedule.h"

namespace unply {

// Fails with the error of check_schedule if starts violate precedence or a lock, or if more than `processors` tasks
// overlap.
Result<Schedule> place_tasks(const JobGraph& jobs, uint32_t processors, std::vector<uint64_t> start);

} // namespace unply
