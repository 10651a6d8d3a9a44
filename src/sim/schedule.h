// A schedule: when each task starts, and where (the function sigma of idra-ideal-speedups-1994, section 4.1, whose
// constraint (a) is meant on half-open intervals and with "at most m").
#pragma once
#include "sim/job_graph.h"

namespace unply {

inline constexpr uint32_t kNotRun = 0xffffffff; // processor of a task that a first solution made needless

struct Schedule {
  uint32_t processors = 1;
  std::vector<uint64_t> start;     // of each task; it runs in [start, start + length)
  std::vector<uint32_t> processor; // of each task
  uint64_t makespan = 0;           // the end of the last task, or of the first solution; with overheads after it
};

// The certificate, taken from the job graph alone: every task runs once (or, with first_solution, those that started
// before the end), after the end of all its predecessors, no two on one processor or with one lock at the same time,
// and makespan is not before the last end.
Result<void> check_schedule(const JobGraph& jobs, const Schedule& schedule);

} // namespace unply
