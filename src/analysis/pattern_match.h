// Whether a measured graph is an ideal one, by a one-to-one map of the tasks that is verified on every edge. Maps are
// tried by rising cost: the order of the tasks; the order within groups of tasks with equal surroundings; a search.
#pragma once
#include "analysis/pattern_shapes.h"
#include "graph/dag.h"
#include <optional>

namespace unply {

class PatternMatcher {
public:
  explicit PatternMatcher(const Dag& dag) : dag_(dag) {}
  // Whether it is the ideal graph task by task, in the order of the numbers.
  bool matches_in_order(const IdealGraph& ideal) const;
  // Colours must agree as well; both empty: none.
  bool matches(const IdealGraph& ideal, std::span<const uint32_t> colours = {},
               std::span<const uint32_t> ideal_colours = {});

private:
  const Dag& dag_;
  // By vertex, equal under every isomorphism; found when the order of the tasks does not give the map.
  std::vector<uint64_t> surroundings_;
};

// Whether `image`, by vertex of the measured graph, is one-to-one and edges (and colours) agree under it.
bool agrees_on_every_edge(const Dag& dag, const IdealGraph& ideal, std::span<const uint32_t> image);

} // namespace unply
