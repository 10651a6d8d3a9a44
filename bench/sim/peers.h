// What the schedules of src/sim are compared with.
#pragma once
#include "sim/job_graph.h"
#include <optional>

// HLFET as one would write it first: a std::priority_queue that compares priorities, on the graph as it is. Returns the
// makespan.
uint64_t naive_hlfet(const unply::JobGraph& jobs, const std::vector<uint64_t>& tail, uint32_t processors);

// The same list schedule driven by SimGrid's s4u: one host for each processor, one Exec for each task, successors
// declared to SimGrid. Makespan; empty if SimGrid is not installed. SimGrid runs once in a process, and slows down with
// the square of the number of tasks.
std::optional<uint64_t> simgrid_hlfet(const unply::JobGraph& jobs, const std::vector<uint64_t>& tail,
                                      uint32_t processors);
