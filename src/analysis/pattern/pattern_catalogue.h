// Finds the shapes of the catalogue with the counts of a graph, and names that follow from a property instead of an
// ideal graph. Where two shapes are the same graph (a butterfly of 4 points is all-to-all) the simpler name comes
// first.
#pragma once
#include "analysis/pattern/pattern.h"
#include "analysis/pattern/pattern_shapes.h"
#include "graph/task_graph.h"
#include <optional>

namespace unply {

struct GraphCounts {
  explicit GraphCounts(const Dag& dag);
  uint64_t tasks, edges;
  std::vector<uint32_t> level;  // of each vertex
  std::vector<uint64_t> widths; // of each level
  uint64_t levels() const { return widths.size(); }
  uint64_t widest() const;
};

// In the order in which they should be tried. Usually one or two.
std::vector<Shape> candidate_shapes(const GraphCounts& counts);

// Map, chain, layers that wait for each other, complete trees: each checked on all edges.
std::optional<Pattern> simple_pattern(const Dag& dag, const GraphCounts& counts);
// Trees and series-parallel graphs of any form.
std::optional<Pattern> general_pattern(const Dag& dag, const GraphCounts& counts);

// Name, description and advice from kind and size.
Pattern pattern_of(PatternKind kind, std::vector<std::pair<std::string, uint64_t>> parameters, const std::string& size,
                   std::string evidence);

} // namespace unply
