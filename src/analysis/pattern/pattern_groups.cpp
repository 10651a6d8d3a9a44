// A component is first compared with the known kinds vertex by vertex in the order of the numbers, without building
// its graph: a program makes equal components in equal order, and there may be 100,000 of them.
#include "analysis/pattern/pattern_groups.h"
#include "analysis/pattern/pattern_match.h"
#include "analysis/union_find.h"
#include <algorithm>

namespace unply {

WeakComponents weak_components(const Dag& dag) {
  uint32_t n = dag.vertices();
  UnionFind sets(n);
  for (uint32_t v = 0; v < n; ++v)
    for (uint32_t u : dag.predecessors(v)) sets.unite(u, v);
  // Roots are the smallest members, so they come in the order of first vertices.
  WeakComponents result;
  std::vector<uint32_t> number(n);
  std::vector<uint32_t> sizes;
  for (uint32_t v = 0; v < n; ++v) {
    uint32_t root = sets.find(v);
    if (root == v) number[v] = static_cast<uint32_t>(sizes.size()), sizes.push_back(0);
    ++sizes[number[v] = number[root]];
  }
  result.first.assign(1, 0);
  for (uint32_t size : sizes) result.first.push_back(result.first.back() + size);
  std::vector<uint32_t> next(result.first.begin(), result.first.end() - 1);
  result.members.resize(n);
  for (uint32_t v = 0; v < n; ++v) result.members[next[number[v]]++] = v;
  return result;
}

static uint32_t rank_of(std::span<const uint32_t> vertices, uint32_t v) {
  return static_cast<uint32_t>(std::ranges::lower_bound(vertices, v) - vertices.begin());
}

Dag induced(const Dag& dag, std::span<const uint32_t> vertices) {
  std::vector<DagEdge> edges;
  for (uint32_t i = 0; i < vertices.size(); ++i)
    for (uint32_t u : dag.predecessors(vertices[i]))
      if (uint32_t rank = rank_of(vertices, u); rank < vertices.size() && vertices[rank] == u)
        edges.push_back({rank, i});
  auto result = Dag::from_edges(static_cast<uint32_t>(vertices.size()), edges);
  return result ? std::move(*result) : Dag(); // edges of a Dag are ascending and not too many, so there is a result
}

namespace {
// Whether the component is the graph, vertex by vertex in ascending order.
bool is_in_order(const Dag& dag, std::span<const uint32_t> vertices, const Dag& graph) {
  if (vertices.size() != graph.vertices()) return false;
  for (uint32_t i = 0; i < vertices.size(); ++i) {
    auto actual = dag.predecessors(vertices[i]), wanted = graph.predecessors(i);
    if (actual.size() != wanted.size()) return false;
    for (size_t k = 0; k < actual.size(); ++k)
      if (actual[k] != vertices[wanted[k]]) return false;
  }
  return true;
}

IdealGraph copy_of(const Dag& dag) {
  IdealGraph copy;
  copy.reserve(dag.vertices(), dag.edges());
  for (uint32_t v = 0; v < dag.vertices(); ++v) copy.add_task(dag.predecessors(v));
  return copy;
}
} // namespace

std::vector<ComponentKind> component_kinds(const Dag& dag, const WeakComponents& components, size_t most) {
  std::vector<ComponentKind> kinds;
  for (uint32_t c = 0; c < components.count(); ++c) {
    auto vertices = components.vertices_of(c);
    auto kind = std::ranges::find_if(kinds, [&](const auto& k) { return is_in_order(dag, vertices, k.graph); });
    if (kind == kinds.end()) {
      Dag graph = induced(dag, vertices);
      PatternMatcher matcher(graph);
      kind = std::ranges::find_if(kinds, [&](const auto& k) {
        return k.graph.vertices() == graph.vertices() && k.graph.edges() == graph.edges() &&
               matcher.matches(copy_of(k.graph));
      });
      if (kind == kinds.end()) {
        if (kinds.size() == most) return {};
        kinds.push_back({std::move(graph), 1, c});
        continue;
      }
    }
    ++kind->count;
  }
  std::ranges::sort(kinds, [](const auto& a, const auto& b) {
    uint64_t tasks_a = a.count * a.graph.vertices(), tasks_b = b.count * b.graph.vertices();
    return tasks_a != tasks_b ? tasks_a > tasks_b : a.first < b.first;
  });
  return kinds;
}

} // namespace unply
