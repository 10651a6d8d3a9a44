// A hash table over (kind, source site, sink site); its order never reaches the output, which is sorted by a total
// order.
#include "analysis/hot_dependences.h"
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

std::vector<HotDependence> hot_dependences(const ExecutionGraph& graph, const LongestPaths& paths,
                                           const std::vector<uint32_t>& executions,
                                           const std::vector<uint32_t>& path_ends) {
  const EdgeColumns& edges = graph.trace().edges;
  std::vector<HotDependence> rows;
  std::unordered_map<Key, size_t, KeyHash> row_of;
  auto row = [&](uint32_t e) -> HotDependence& {
    Key key{static_cast<uint64_t>(edges.site_from[e]) << 32 | edges.site_to[e], edges.kind[e]};
    auto [place, added] = row_of.try_emplace(key, rows.size());
    if (added) rows.push_back({edges.kind[e], edges.site_from[e], edges.site_to[e]});
    return rows[place->second];
  };
  for (uint32_t execution : executions)
    for (uint32_t v : graph.vertices_of(execution))
      for (uint32_t e : graph.in_edges(v)) {
        if (!graph.within_one_execution(e)) continue;
        HotDependence& hot = row(e);
        ++hot.edges;
        hot.bytes += edges.bytes[e];
      }
  for (uint32_t end : path_ends)
    for (uint32_t e = paths.binding_edge[end]; e != kNoEdge; e = paths.binding_edge[edges.from[e]]) ++row(e).binds;
  std::sort(rows.begin(), rows.end(), [](const HotDependence& a, const HotDependence& b) {
    return std::tuple(b.binds, b.edges, b.bytes, a.kind, a.site_from, a.site_to) <
           std::tuple(a.binds, a.edges, a.bytes, b.kind, b.site_from, b.site_to);
  });
  return rows;
}

} // namespace unply
