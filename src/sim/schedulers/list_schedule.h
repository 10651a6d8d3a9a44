// Greedy list schedules: whenever a processor is free, the ready task that comes first in an order starts on the idle
// processor of lowest number.
#pragma once
#include "sim/schedulers/list_order.h"
#include "sim/schedulers/scheduler.h"

namespace unply {

// The order is that of `jobs`. With locks the first ready task whose lock is free starts, so a processor may stay idle.
Result<Schedule> list_schedule(const JobGraph& jobs, const ListOrder& order, uint32_t processors,
                               const Machine& machine);

// Makespans on the ideal machine, all tasks run, no locks; no schedule is kept, which for 10 million tasks saves 120 MB
// and half of the time. Instead of check_schedule each passes check_list_makespan. On `threads` threads.
Result<std::vector<uint64_t>> sweep_makespans(const ListOrder& order, std::span<const uint32_t> processors,
                                              uint32_t threads);

// Fails unless every task was started and the makespan is within max(span, work / P) and Graham's bound.
Result<void> check_list_makespan(const ListOrder& order, uint32_t processors, uint64_t started, uint64_t makespan);

} // namespace unply
