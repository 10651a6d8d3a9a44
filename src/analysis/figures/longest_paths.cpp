// Ties: of predecessors with equal finish the one with more steps on its path binds, then the one with the smaller
// id, so that a graph of tasks too short to be timed still shows its longest chain.
#include "analysis/figures/longest_paths.h"
#include "graph/levels.h"
#include "graph/list_values.h"
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
  struct Binding {
    uint64_t finish_ns = 0;
    uint32_t steps = 0, edge = kNoEdge;
  };
  auto take = [&](uint32_t e, Binding& best) {
    if (e == kNoEdge || !kinds.contains(edges.kind[e])) return;
    uint32_t u = edges.from[e];
    auto now = std::tuple(best.finish_ns, best.steps), other = std::tuple(paths.finish_ns[u], paths.steps[u]);
    auto place = [&](uint32_t edge) { return std::pair(edges.from[edge], edges.kind[edge]); };
    if (other < now || (other == now && (best.edge == kNoEdge || place(best.edge) <= place(e)))) return;
    best = {paths.finish_ns[u], paths.steps[u], e};
  };
  ListValues<Binding> of_lists(graph);
  for (uint32_t v = 0; v < n; ++v) {
    Binding best;
    for (uint32_t e : graph.own_edges(v))
      if (graph.within_one_execution(e, v)) take(e, best);
    for (const EdgeListUse& use : graph.lists_of(v)) take(of_lists.of(use.list, v, take).edge, best);
    paths.binding_edge[v] = best.edge;
    paths.finish_ns[v] = best.finish_ns + graph.work_ns(v);
    paths.steps[v] = best.steps + 1;
  }
  return paths;
}

std::vector<uint64_t> measured_spans_ns(const ExecutionGraph& graph, KindSet kinds) {
  const EdgeColumns& edges = graph.trace().edges;
  std::vector<uint64_t> finish(graph.vertices()), spans(graph.executions());
  ListValues<uint64_t> of_lists(graph);
  for (uint32_t v = 0; v < graph.vertices(); ++v) {
    uint64_t best = 0;
    for (uint32_t e : graph.own_edges(v))
      if (graph.counts(e, v, kinds)) best = std::max(best, finish[edges.from[e]]);
    for (const EdgeListUse& use : graph.lists_of(v))
      best = std::max(best, of_lists.of(use.list, v, [&](uint32_t e, uint64_t& latest) {
        if (kinds.contains(edges.kind[e])) latest = std::max(latest, finish[edges.from[e]]);
      }));
    finish[v] = best + graph.measured_ns(v);
    uint64_t& span = spans[graph.execution_of(v)];
    span = std::max(span, finish[v]);
  }
  return spans;
}

std::vector<PathStep> path_steps(const ExecutionGraph& graph, const LongestPaths& paths, uint32_t vertex) {
  std::vector<PathStep> path;
  for (uint32_t e = paths.binding_edge[vertex]; e != kNoEdge; e = paths.binding_edge[vertex]) {
    path.push_back({e, vertex});
    vertex = graph.trace().edges.from[e];
  }
  std::reverse(path.begin(), path.end());
  return path;
}

} // namespace unply
