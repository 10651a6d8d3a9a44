// A hash table over (kind, source site, sink site); its order never reaches the output, which is sorted by a total
// order.
#include "analysis/figures/hot_dependences.h"
#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace unply {

namespace {
struct Key {
  uint64_t sites;
  EdgeKind kind;
  bool operator==(const Key&) const = default;
};
struct KeyHash {
  size_t operator()(const Key& key) const {
    return (key.sites * 4 + static_cast<uint64_t>(key.kind)) * 0x9e3779b97f4a7c15ull >> 16;
  }
};
} // namespace

// Enclosing instances have smaller rows, so that the walk ends at the one looked for.
static bool is_nested(const TaskColumns& tasks, uint32_t from, uint32_t to) {
  uint32_t instance = tasks.instance[from], at = tasks.instance[to];
  while (at > instance && tasks.parent[at] != 0) at = tasks.instance[tasks.parent[at] - 1];
  return at == instance;
}

// Calls add(row, count, nested) for the edges of the executions; those of a list at once for all users that nothing
// encloses.
template <class Add>
static void count_edges(const ExecutionGraph& graph, const std::vector<uint32_t>& executions, Add add) {
  const TaskColumns& tasks = graph.trace().tasks;
  const EdgeColumns& edges = graph.trace().edges;
  std::vector<uint64_t> users(graph.lists()); // in this execution
  for (uint32_t execution : executions) {
    std::ranges::fill(users, 0);
    for (uint32_t v : graph.vertices_of(execution)) {
      auto add_one = [&](uint32_t e) {
        if (graph.within_one_execution(e, v)) add(e, 1, is_nested(tasks, edges.from[e], v));
      };
      std::ranges::for_each(graph.own_edges(v), add_one);
      const bool enclosed = tasks.parent[tasks.instance[v]] != 0 || !graph.starts_instance(v);
      for (const EdgeListUse& use : graph.lists_of(v)) {
        if (!enclosed) ++users[use.list];
        if (enclosed) std::ranges::for_each(graph.rows_of(use.list), add_one);
      }
    }
    for (uint32_t list = 0; list < users.size(); ++list)
      if (users[list] > 0)
        for (uint32_t e : graph.rows_of(list))
          if (graph.execution_of(edges.from[e]) == execution) add(e, users[list], 0);
  }
}

std::vector<HotDependence> hot_dependences(const ExecutionGraph& graph, const LongestPaths& paths,
                                           const std::vector<uint32_t>& executions,
                                           const std::vector<uint32_t>& path_ends) {
  const Trace& trace = graph.trace();
  const EdgeColumns& edges = trace.edges;
  std::vector<HotDependence> rows;
  std::unordered_map<Key, size_t, KeyHash> row_of;
  auto row = [&](EdgeKind kind, const SitePair& pair) -> HotDependence& {
    auto [place, added] = row_of.try_emplace({static_cast<uint64_t>(pair.from) << 32 | pair.to, kind}, rows.size());
    if (added) rows.push_back({.kind = kind, .site_from = pair.from, .site_to = pair.to});
    return rows[place->second];
  };
  std::vector<uint64_t> edges_of_set(trace.pair_sets.size() * kEdgeKinds, 0); // by set and kind
  std::vector<uint64_t> nested_of_set(edges_of_set.size(), 0);
  count_edges(graph, executions, [&](uint32_t e, uint64_t count, uint64_t nested) {
    if (uint32_t set = edges.pair_set.empty() ? 0 : edges.pair_set[e]; set != 0) {
      const size_t i = set * kEdgeKinds + static_cast<size_t>(edges.kind[e]);
      edges_of_set[i] += count, nested_of_set[i] += nested;
      return;
    }
    HotDependence& hot = row(edges.kind[e], {edges.site_from[e], edges.site_to[e], 0});
    hot.edges += count;
    hot.nested += nested;
    hot.bytes += edges.bytes[e] * count;
  });
  for (size_t i = 0; i < edges_of_set.size(); ++i)
    for (const SitePair& pair : trace.pair_sets.at(static_cast<uint32_t>(i / kEdgeKinds))) {
      if (edges_of_set[i] == 0) break;
      HotDependence& hot = row(static_cast<EdgeKind>(i % kEdgeKinds), pair);
      hot.edges += edges_of_set[i];
      hot.nested += nested_of_set[i];
      hot.bytes += pair.bytes * edges_of_set[i];
    }
  for (uint32_t end : path_ends)
    for (uint32_t e = paths.binding_edge[end]; e != kNoEdge; e = paths.binding_edge[edges.from[e]])
      trace.each_pair(e, [&](const SitePair& pair) { ++row(edges.kind[e], pair).binds; });
  std::sort(rows.begin(), rows.end(), [](const HotDependence& a, const HotDependence& b) {
    return std::tuple(b.binds, b.edges, b.bytes, a.kind, a.site_from, a.site_to) <
           std::tuple(a.binds, a.edges, a.bytes, b.kind, b.site_from, b.site_to);
  });
  return rows;
}

} // namespace unply
