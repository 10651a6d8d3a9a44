// Bounds the number of tasks of a trace region that could run at the same time: the largest independent set of any of
// its executions. Executions follow each other, so their sets do not add up.
//
// The effort is limited by the number of arcs visited, not by time: the same recording gives the same report on every
// machine.
#pragma once
#include "analysis/figures/execution_figures.h"

namespace unply {

// Arcs that one report may spend on all its trace regions: about a second on graphs of a million tasks, less on those
// that fit into the caches.
inline constexpr uint64_t kArcsOfReport = 10'000'000;

struct IndependentBounds {
  uint64_t lower = 0, upper = 0;
  bool proven() const { return lower == upper; }
};

// figures: by row of Trace::traces, for the same kinds. arcs: the budget, reduced by the arcs spent.
Result<IndependentBounds> independent_bounds(const ExecutionGraph& graph, const std::vector<uint32_t>& executions,
                                             const std::vector<Figures>& figures, KindSet kinds, uint64_t& arcs);

} // namespace unply
