// Decides whether a measured graph equals an ideal one, by a one-to-one map of the tasks that is verified on every
// edge. Maps are tried by rising cost: the order of the tasks; the order of tasks within each class of the coarsest
// equitable partition; matching from task to task; for small graphs a complete search.
#pragma once
#include "analysis/pattern/pattern_shapes.h"
#include "analysis/symmetry/refinement.h"

namespace unply {

class PatternMatcher {
public:
  // Colours of the tasks that must agree as well; empty: none.
  explicit PatternMatcher(const Dag& dag, std::span<const uint32_t> colours = {}) : dag_(dag), colours_(colours) {}
  // Whether it is the ideal graph task by task, in the order of the numbers.
  bool matches_in_order(const IdealGraph& ideal, std::span<const uint32_t> ideal_colours = {}) const;
  bool matches(const IdealGraph& ideal, std::span<const uint32_t> ideal_colours = {});

private:
  const Dag& dag_;
  std::span<const uint32_t> colours_;
  Colouring colouring_; // found when the order of the tasks does not give the map
};

// Whether `image`, by vertex of the measured graph, is one-to-one and edges (and colours) agree under it.
bool agrees_on_every_edge(const Dag& dag, const IdealGraph& ideal, std::span<const uint32_t> image);

} // namespace unply
