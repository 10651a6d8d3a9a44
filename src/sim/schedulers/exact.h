// The optimal makespan on P processors of a small graph, by branch and bound, with deliberate idling: a schedule that
// is not greedy may be the only optimum.
//
// It raises a makespan T from the lower bound: T is refuted by the work that must fall into an interval, or by a search
// of all schedules that could end by T; the first T with a schedule is the optimum. Every optimum is thus a schedule
// and a refutation of the makespan before it.
#pragma once
#include "sim/schedulers/exact_limits.h"

namespace unply {

inline constexpr uint32_t kMostExactTasks = 512;

struct ExactResult {
  Schedule best;          // passed check_schedule; its makespan is the upper bound
  uint64_t lower = 0;     // no schedule is shorter
  uint64_t nodes = 0;     // spent
  bool timed_out = false; // seconds ran out: another run may get further
  bool proven() const { return lower == best.makespan; }
};

// Locks are kept. Fails for 0 processors, first_solution, and more than kMostExactTasks tasks.
Result<ExactResult> find_optimum(const JobGraph& jobs, uint32_t processors, const ExactLimits& limits = {});

// Whether a schedule ends by `makespan`.
Result<Decision> decide_makespan(const JobGraph& jobs, uint32_t processors, uint64_t makespan,
                                 const ExactLimits& limits = {});

} // namespace unply
