// Code shared by all schedulers: checks of requests, and the end of an execution at a first solution.
#pragma once
#include "sim/schedulers/scheduler.h"

namespace unply {

inline constexpr uint32_t kMostProcessors = 1u << 20;

// Fails on 0 or more than kMostProcessors processors, and where work and overheads could leave 63 bits.
Result<void> check_request(const JobGraph& jobs, uint32_t processors, const Machine& machine);

bool has_locks(const JobGraph& jobs);
// Fails if there are any.
Result<void> refuse_locks(const JobGraph& jobs, std::string_view scheduler);

// More processors than tasks are never used, since the lowest number is taken first.
uint32_t useful_processors(const JobGraph& jobs, uint32_t processors);

// A schedule of all tasks on which each scheduler works: nothing placed yet.
Schedule empty_schedule(const JobGraph& jobs, uint32_t processors);

// Makespan: the last end. With first_solution the earliest end of a success leaf: tasks that would start then or later
// are not run, those that run then are cancelled. Schedulers decide at the start of a task, without knowing the future
// outcome, so cutting the whole schedule is the same as stopping it. Work then depends on the schedule: a speedup above
// P is possible.
void end_schedule(const JobGraph& jobs, Schedule& schedule);

} // namespace unply
