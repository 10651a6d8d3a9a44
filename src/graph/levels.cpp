// One pass in row order, which is a topological order: each edge is looked at once.
#include "graph/levels.h"
#include <algorithm>

namespace unply {

std::vector<uint32_t> earliest_levels(const ExecutionGraph& graph, KindSet kinds) {
  const EdgeColumns& edges = graph.trace().edges;
  std::vector<uint32_t> level(graph.vertices(), 0);
  for (uint32_t v = 0; v < graph.vertices(); ++v)
    for (uint32_t e : graph.in_edges(v))
      if (graph.counts(e, kinds)) level[v] = std::max(level[v], level[edges.from[e]] + 1);
  return level;
}

} // namespace unply
