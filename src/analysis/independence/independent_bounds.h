// How many tasks of a trace region could run at the same time at most: the largest independent set of any of its
// executions, between two bounds. Executions follow each other, so their sets do not add up.
//
// The effort is limited by arcs looked at, not by time: the same recording gives the same report on every machine.
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

// figures: by row of Trace::traces, for the same kinds. arcs: what may be spent; what was is taken off.
Result<IndependentBounds> independent_bounds(const ExecutionGraph& graph, const std::vector<uint32_t>& executions,
                                             const std::vector<Figures>& figures, KindSet kinds, uint64_t& arcs);

} // namespace unply
