// One pass in row order, which is a topological order: each edge is looked at once.
#include "graph/levels.h"
#include "graph/list_values.h"
#include <algorithm>

namespace unply {

std::vector<uint32_t> earliest_levels(const ExecutionGraph& graph, KindSet kinds) {
  const EdgeColumns& edges = graph.trace().edges;
  std::vector<uint32_t> level(graph.vertices(), 0);
  ListValues<uint32_t> of_lists(graph);
  for (uint32_t v = 0; v < graph.vertices(); ++v) {
    for (uint32_t e : graph.own_edges(v))
      if (graph.counts(e, v, kinds)) level[v] = std::max(level[v], level[edges.from[e]] + 1);
    for (const EdgeListUse& use : graph.lists_of(v))
      level[v] = std::max(level[v], of_lists.of(use.list, v, [&](uint32_t e, uint32_t& least) {
        if (kinds.contains(edges.kind[e])) least = std::max(least, level[edges.from[e]] + 1);
      }));
  }
  return level;
}

} // namespace unply
