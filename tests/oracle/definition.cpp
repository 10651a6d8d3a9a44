#include "definition.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace unply {
namespace {

using Matrix = std::vector<std::vector<bool>>;

Matrix adjacency(const SampleGraph& g) {
  Matrix matrix(g.vertices, std::vector<bool>(g.vertices));
  for (const DagEdge& e : g.edges) matrix[e.from][e.to] = true;
  return matrix;
}

uint32_t colour_of(const SampleGraph& g, uint32_t v) { return g.colours.empty() ? 0 : g.colours[v]; }

// Length of the longest path to each vertex: isomorphisms keep it.
std::vector<uint32_t> depths(const SampleGraph& g) {
  std::vector<uint32_t> depth(g.vertices, 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const DagEdge& e : g.edges)
      if (depth[e.to] < depth[e.from] + 1) depth[e.to] = depth[e.from] + 1, changed = true;
  }
  return depth;
}

// All maps from `a` to `b`, one vertex after the other; vertices next to earlier ones come first, so that most wrong
// choices are seen at once.
struct Trial {
  const SampleGraph &a, &b;
  Matrix edge_a = adjacency(a), edge_b = adjacency(b);
  std::vector<uint32_t> depth_a = depths(a), depth_b = depths(b);
  std::vector<uint32_t> order, image;
  std::vector<bool> used;

  Trial(const SampleGraph& from, const SampleGraph& to) : a(from), b(to) {}

  void put_in_order(uint32_t start) {
    order.clear();
    std::vector<bool> placed(a.vertices);
    for (uint32_t i = 0; i < a.vertices; ++i) {
      uint32_t best = start, most = 0;
      for (uint32_t v = 0; v < a.vertices && i > 0; ++v) {
        if (placed[v]) continue;
        uint32_t near = 1;
        for (uint32_t u : order) near += edge_a[u][v] || edge_a[v][u];
        if (near > most) most = near, best = v;
      }
      placed[best] = true;
      order.push_back(best);
    }
  }

  bool fits(size_t at, uint32_t w) const {
    uint32_t v = order[at];
    if (used[w] || colour_of(a, v) != colour_of(b, w) || depth_a[v] != depth_b[w]) return false;
    for (size_t i = 0; i < at; ++i) {
      uint32_t u = order[i];
      if (edge_a[u][v] != edge_b[image[u]][w] || edge_a[v][u] != edge_b[w][image[u]]) return false;
    }
    return true;
  }

  bool extend(size_t at) {
    if (at == order.size()) return true;
    for (uint32_t w = 0; w < b.vertices; ++w)
      if (fits(at, w) && choose(at, w)) return true;
    return false;
  }

  bool choose(size_t at, uint32_t w) {
    image[order[at]] = w;
    used[w] = true;
    if (extend(at + 1)) return true;
    used[w] = false;
    return false;
  }

  // Whether there is a map that takes the first vertex of the order to w; left in `image`.
  bool maps_first_to(uint32_t w) {
    image.assign(a.vertices, 0);
    used.assign(b.vertices, false);
    return fits(0, w) && choose(0, w);
  }
};
} // namespace

bool is_isomorphism(const SampleGraph& a, const SampleGraph& b, const std::vector<uint32_t>& image) {
  if (a.vertices != b.vertices || image.size() != a.vertices) return false;
  if (std::set<uint32_t>(image.begin(), image.end()).size() != a.vertices) return false;
  for (uint32_t v = 0; v < a.vertices; ++v)
    if (image[v] >= b.vertices || colour_of(a, v) != colour_of(b, image[v])) return false;
  std::set<std::pair<uint32_t, uint32_t>> mapped, expected;
  for (const DagEdge& e : a.edges) mapped.emplace(image[e.from], image[e.to]);
  for (const DagEdge& e : b.edges) expected.emplace(e.from, e.to);
  return mapped == expected;
}

std::vector<uint32_t> isomorphism_by_trying(const SampleGraph& a, const SampleGraph& b) {
  if (a.vertices != b.vertices || a.vertices == 0) return {};
  Trial trial(a, b);
  trial.put_in_order(0);
  for (uint32_t w = 0; w < b.vertices; ++w)
    if (trial.maps_first_to(w)) return trial.image;
  return {};
}

Partition orbits_by_trying(const SampleGraph& graph, const std::function<void(const std::vector<uint32_t>&)>& found) {
  Trial trial(graph, graph);
  Joining orbits(graph.vertices);
  for (uint32_t v = 0; v < graph.vertices; ++v) {
    trial.put_in_order(v);
    for (uint32_t w = v + 1; w < graph.vertices; ++w) {
      if (orbits.together(v, w) || !trial.maps_first_to(w)) continue;
      found(trial.image);
      orbits.join_images(trial.image);
    }
  }
  return orbits.partition();
}

Partition equitable_by_repetition(const SampleGraph& graph) {
  std::vector<std::vector<uint32_t>> predecessors(graph.vertices), successors(graph.vertices);
  std::set<std::pair<uint32_t, uint32_t>> edges;
  for (const DagEdge& e : graph.edges)
    if (edges.emplace(e.from, e.to).second) predecessors[e.to].push_back(e.from), successors[e.from].push_back(e.to);
  std::vector<uint32_t> cell(graph.vertices);
  for (uint32_t v = 0; v < graph.vertices; ++v) cell[v] = colour_of(graph, v);
  for (size_t cells = std::set<uint32_t>(cell.begin(), cell.end()).size();;) {
    using Row = std::vector<uint32_t>;
    auto cells_of = [&](const Row& neighbours) {
      Row row;
      for (uint32_t u : neighbours) row.push_back(cell[u]);
      std::ranges::sort(row);
      return row;
    };
    std::map<std::tuple<uint32_t, Row, Row>, uint32_t> numbers;
    Row refined;
    for (uint32_t v = 0; v < graph.vertices; ++v) {
      std::tuple<uint32_t, Row, Row> seen{cell[v], cells_of(predecessors[v]), cells_of(successors[v])};
      refined.push_back(numbers.try_emplace(std::move(seen), static_cast<uint32_t>(numbers.size())).first->second);
    }
    cell = std::move(refined);
    if (numbers.size() == cells) return {cell, static_cast<uint32_t>(cells)};
    cells = numbers.size();
  }
}

Joining::Joining(uint32_t vertices) : parent_(vertices) { std::iota(parent_.begin(), parent_.end(), 0); }

void Joining::join_images(std::span<const uint32_t> image) {
  for (uint32_t v = 0; v < image.size(); ++v)
    if (image[v] != v) join(v, image[v]);
}

uint32_t Joining::top(uint32_t v) {
  while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
  return v;
}

Partition Joining::partition() {
  Partition result;
  std::vector<uint32_t> number(parent_.size(), UINT32_MAX);
  for (uint32_t v = 0; v < parent_.size(); ++v) {
    uint32_t& n = number[top(v)];
    if (n == UINT32_MAX) n = result.classes++;
    result.class_of.push_back(n);
  }
  return result;
}

} // namespace unply
