// The optimal makespan on P processors of a small graph, by branch and bound, with deliberate idling: a schedule that
// is not greedy may be the only optimum.
//
// It raises a makespan T from the lower bound: T is refuted by the work that must fall into an interval, or by a search
// of all schedules that could end by T; the first T with a schedule is the optimum. Every optimum is thus a schedule
// and a refutation of the makespan before it.
#pragma once
#include "sim/schedule.h"

namespace unply {

inline constexpr uint32_t kMostExactTasks = 512;

struct ExactLimits {
  double seconds = 10;
  // Of the search; 0: kExactNodesPerSecond of them for each second, which a machine of 2024 is faster than. The same
  // nodes give the same answer if the seconds do not run out before them.
  uint64_t nodes = 0;
  // Where the search begins, if all other schedulers have been asked already; else it asks them.
  const Schedule* known = nullptr;
};
inline constexpr double kExactNodesPerSecond = 50'000;

struct ExactResult {
  Schedule best;          // passed check_schedule; its makespan is the upper bound
  uint64_t lower = 0;     // no schedule is shorter
  uint64_t nodes = 0;     // spent
  bool timed_out = false; // seconds ran out: another run may get further
  bool proven() const { return lower == best.makespan; }
};

// Locks are kept. Fails for 0 processors, first_solution, and more than kMostExactTasks tasks.
Result<ExactResult> find_optimum(const JobGraph& jobs, uint32_t processors, const ExactLimits& limits = {});

enum class Reachable : uint8_t { yes, no, unknown };
struct Decision {
  Reachable reachable = Reachable::unknown;
  Schedule schedule; // if yes; its makespan is at most the one asked for
};

// Whether a schedule ends by `makespan`.
Result<Decision> decide_makespan(const JobGraph& jobs, uint32_t processors, uint64_t makespan,
                                 const ExactLimits& limits = {});

// The best of many list schedules: HLFET, HLFET on disturbed priorities, each justified to the right and to the left;
// `rounds` of them, fewer if `lower` is reached. Any size; never longer than HLFET's. Deterministic.
Result<Schedule> search_list_schedules(const JobGraph& jobs, uint32_t processors, uint64_t lower, uint32_t rounds);

} // namespace unply
