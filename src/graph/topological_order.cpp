// Kahn's algorithm with a heap, O((n + m) log n), and one pass for graphs that are in order already.
#include "graph/topological_order.h"
#include "base/none.h"
#include <algorithm>
#include <numeric>
#include <queue>

namespace unply {

namespace {
struct Successors {
  std::vector<uint64_t> first;
  std::vector<uint32_t> items;
  std::span<const uint32_t> of(uint32_t v) const { return std::span(items).subspan(first[v], first[v + 1] - first[v]); }
};

Successors successors_of(uint32_t vertices, const std::vector<DagEdge>& edges) {
  Successors result{std::vector<uint64_t>(size_t{vertices} + 1, 0), std::vector<uint32_t>(edges.size())};
  for (const DagEdge& e : edges) ++result.first[e.from + 1];
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  std::vector<uint64_t> next(result.first.begin(), result.first.end() - 1);
  for (const DagEdge& e : edges) result.items[next[e.from]++] = e.to;
  return result;
}

// Vertices with waits_for > 0 are not in the order. Each has a predecessor among them, so going backwards meets a
// cycle.
uint32_t vertex_on_cycle(const std::vector<DagEdge>& edges, const std::vector<uint32_t>& waits_for) {
  std::vector<uint32_t> before(waits_for.size(), kNone);
  for (const DagEdge& e : edges)
    if (waits_for[e.from] > 0 && waits_for[e.to] > 0) before[e.to] = std::min(before[e.to], e.from);
  uint32_t v = 0;
  while (waits_for[v] == 0) ++v;
  std::vector<bool> seen(waits_for.size(), false);
  for (; !seen[v]; v = before[v]) seen[v] = true;
  return v;
}

std::vector<uint32_t> shortest_cycle_through(uint32_t start, const Successors& successors) {
  std::vector<uint32_t> reached_from(successors.first.size() - 1, kNone), queue = {start};
  for (size_t next = 0; next < queue.size() && reached_from[start] == kNone; ++next)
    for (uint32_t w : successors.of(queue[next])) {
      if (reached_from[w] != kNone) continue;
      reached_from[w] = queue[next];
      queue.push_back(w);
    }
  std::vector<uint32_t> cycle = {start};
  for (uint32_t v = reached_from[start]; v != start; v = reached_from[v]) cycle.push_back(v);
  std::reverse(cycle.begin() + 1, cycle.end());
  return cycle;
}
} // namespace

TopologicalOrder topological_order(uint32_t vertices, const std::vector<DagEdge>& edges) {
  TopologicalOrder result;
  result.order.reserve(vertices);
  if (std::ranges::all_of(edges, [](const DagEdge& e) { return e.from < e.to; })) {
    result.order.resize(vertices);
    std::iota(result.order.begin(), result.order.end(), 0);
    return result;
  }
  Successors successors = successors_of(vertices, edges);
  std::vector<uint32_t> waits_for(vertices, 0);
  for (const DagEdge& e : edges) ++waits_for[e.to];
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> ready;
  for (uint32_t v = 0; v < vertices; ++v)
    if (waits_for[v] == 0) ready.push(v);
  while (!ready.empty()) {
    uint32_t v = ready.top();
    ready.pop();
    result.order.push_back(v);
    for (uint32_t w : successors.of(v))
      if (--waits_for[w] == 0) ready.push(w);
  }
  if (result.order.size() == vertices) return result;
  result.order.clear();
  result.cycle = shortest_cycle_through(vertex_on_cycle(edges, waits_for), successors);
  return result;
}

} // namespace unply
