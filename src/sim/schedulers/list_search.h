// List schedules in many orders, justified.
#pragma once
#include "sim/schedule.h"

namespace unply {

// The best of many list schedules: HLFET, HLFET on disturbed priorities, each justified to the right and to the left;
// `rounds` of them, fewer if `lower` is reached. Any size; never longer than HLFET's. Deterministic.
Result<Schedule> search_list_schedules(const JobGraph& jobs, uint32_t processors, uint64_t lower, uint32_t rounds);

} // namespace unply
