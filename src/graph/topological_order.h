// An order of the vertices of any directed graph in which every edge leads forwards or, where there is none, a cycle.
// Stable: of the vertices that could come next the smallest does, so a graph whose edges ascend keeps its order.
#pragma once
#include "graph/dag.h"

namespace unply {

struct TopologicalOrder {
  std::vector<uint32_t> order; // all vertices; empty if there is a cycle
  std::vector<uint32_t> cycle; // v0 -> v1 -> ... -> v0, without the return; shortest of those through v0; else empty
  bool acyclic() const { return cycle.empty(); }
};

// Every end of an edge is below `vertices`; edges may repeat, and an edge from a vertex to itself is a cycle.
TopologicalOrder topological_order(uint32_t vertices, const std::vector<DagEdge>& edges);

} // namespace unply
