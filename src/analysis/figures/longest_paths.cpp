// Ties: of predecessors with equal finish the one with more steps on its path binds, then the one with the smaller
// id, so that a graph of tasks too short to be timed still shows its longest chain.
#include "analysis/figures/longest_paths.h"
#include "graph/levels.h"
#include <algorithm>

namespace unply {

LongestPaths find_longest_paths(const ExecutionGraph& graph, KindSet kinds) {
  const EdgeColumns& edges = graph.trace().edges;
  uint32_t n = graph.vertices();
  LongestPaths paths{.kinds = kinds,
                     .level = earliest_levels(graph, kinds),
                     .finish_ns = std::vector<uint64_t>(n),
                     .steps = std::vector<uint32_t>(n),
                     .binding_edge = std::vector<uint32_t>(n, kNoEdge)};
  for (uint32_t v = 0; v < n; ++v) {
    uint64_t best_ns = 0;
    uint32_t best_steps = 0;
    for (uint32_t e : graph.in_edges(v)) {
      if (!graph.counts(e, kinds)) continue;
      uint32_t u = edges.from[e];
      if (std::pair(paths.finish_ns[u], paths.steps[u]) <= std::pair(best_ns, best_steps)) continue;
      best_ns = paths.finish_ns[u], best_steps = paths.steps[u];
      paths.binding_edge[v] = e;
    }
    paths.finish_ns[v] = best_ns + graph.work_ns(v);
    paths.steps[v] = best_steps + 1;
  }
  return paths;
}

std::vector<uint64_t> measured_spans_ns(const ExecutionGraph& graph, KindSet kinds) {
  const EdgeColumns& edges = graph.trace().edges;
  std::vector<uint64_t> finish(graph.vertices()), spans(graph.executions());
  for (uint32_t v = 0; v < graph.vertices(); ++v) {
    uint64_t best = 0;
    for (uint32_t e : graph.in_edges(v))
      if (graph.counts(e, kinds)) best = std::max(best, finish[edges.from[e]]);
    finish[v] = best + graph.measured_ns(v);
    uint64_t& span = spans[graph.execution_of(v)];
    span = std::max(span, finish[v]);
  }
  return spans;
}

std::vector<uint32_t> path_edges(const ExecutionGraph& graph, const LongestPaths& paths, uint32_t vertex) {
  std::vector<uint32_t> path;
  for (uint32_t e = paths.binding_edge[vertex]; e != kNoEdge; e = paths.binding_edge[graph.trace().edges.from[e]])
    path.push_back(e);
  std::reverse(path.begin(), path.end());
  return path;
}

} // namespace unply
