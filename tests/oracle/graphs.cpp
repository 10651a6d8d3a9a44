#include "graphs.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace unply {

Dag SampleGraph::dag() const {
  Result<Dag> dag = Dag::from_edges(vertices, edges);
  if (!dag) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), dag.error().what.c_str());
    std::abort();
  }
  return std::move(*dag);
}

uint32_t below(Random& random, uint32_t bound) { return static_cast<uint32_t>(random() % bound); }

SampleGraph madd(uint32_t rows, uint32_t columns) {
  return {"madd " + std::to_string(rows) + " x " + std::to_string(columns), rows * columns, {}};
}

SampleGraph mmult(uint32_t n) {
  SampleGraph g{"mmult " + std::to_string(n), n * n * n, {}};
  for (uint32_t v = 0; v < g.vertices; ++v)
    if (v % n != 0) g.edges.push_back({v - 1, v});
  return g;
}

SampleGraph heat(uint32_t points, uint32_t steps) {
  SampleGraph g{"heat " + std::to_string(points) + " x " + std::to_string(steps), points * steps, {}};
  for (uint32_t v = points; v < g.vertices; ++v) {
    uint32_t x = v % points, before = v - points;
    if (x > 0) g.edges.push_back({before - 1, v});
    g.edges.push_back({before, v});
    if (x + 1 < points) g.edges.push_back({before + 1, v});
  }
  return g;
}

SampleGraph smith_waterman(uint32_t rows, uint32_t columns) {
  SampleGraph g{"Smith-Waterman " + std::to_string(rows) + " x " + std::to_string(columns), rows * columns, {}};
  for (uint32_t v = 0; v < g.vertices; ++v) {
    if (v >= columns) g.edges.push_back({v - columns, v});
    if (v % columns != 0) g.edges.push_back({v - 1, v});
  }
  return g;
}

SampleGraph fft(uint32_t log2_points) {
  uint32_t points = uint32_t{1} << log2_points;
  SampleGraph g{"FFT 2^" + std::to_string(log2_points), log2_points * (points / 2), {}};
  std::vector<uint32_t> writer(points);
  uint32_t v = 0;
  for (uint32_t half = 1; half < points; half *= 2)
    for (uint32_t block = 0; block < points; block += 2 * half)
      for (uint32_t j = block; j < block + half; ++j, ++v) {
        if (half > 1) g.edges.push_back({writer[j], v}), g.edges.push_back({writer[j + half], v});
        writer[j] = writer[j + half] = v;
      }
  return g;
}

Undirected cycle(uint32_t n) {
  Undirected g{"C" + std::to_string(n), n, {}};
  for (uint32_t v = 0; v < n; ++v) g.edges.emplace_back(v, (v + 1) % n);
  return g;
}

Undirected petersen() {
  Undirected g{"Petersen", 10, {}};
  for (uint32_t v = 0; v < 5; ++v) {
    g.edges.emplace_back(v, (v + 1) % 5);
    g.edges.emplace_back(v, v + 5);
    g.edges.emplace_back(5 + v, 5 + (v + 2) % 5);
  }
  return g;
}

Undirected rook(uint32_t n) {
  Undirected g{"rook " + std::to_string(n), n * n, {}};
  for (uint32_t u = 0; u < g.vertices; ++u)
    for (uint32_t v = u + 1; v < g.vertices; ++v)
      if (u / n == v / n || u % n == v % n) g.edges.emplace_back(u, v);
  return g;
}

Undirected shrikhande() {
  Undirected g{"Shrikhande", 16, {}};
  constexpr std::array<std::array<uint32_t, 2>, 3> kSteps = {{{0, 1}, {1, 0}, {1, 1}}};
  for (uint32_t x = 0; x < 4; ++x)
    for (uint32_t y = 0; y < 4; ++y)
      for (auto [dx, dy] : kSteps) g.edges.emplace_back(4 * x + y, 4 * ((x + dx) % 4) + (y + dy) % 4);
  return g;
}

Undirected paley(uint32_t p) {
  Undirected g{"Paley " + std::to_string(p), p, {}};
  std::set<uint32_t> squares;
  for (uint32_t x = 1; x < p; ++x) squares.insert(x * x % p);
  for (uint32_t u = 0; u < p; ++u)
    for (uint32_t v = u + 1; v < p; ++v)
      if (squares.contains(v - u)) g.edges.emplace_back(u, v);
  return g;
}

Undirected prism(uint32_t n) {
  Undirected g{"prism " + std::to_string(n), 2 * n, {}};
  for (uint32_t v = 0; v < n; ++v) {
    g.edges.emplace_back(v, (v + 1) % n);
    g.edges.emplace_back(n + v, n + (v + 1) % n);
    g.edges.emplace_back(v, n + v);
  }
  return g;
}

Undirected complete_bipartite(uint32_t n) {
  Undirected g{"K" + std::to_string(n) + "," + std::to_string(n), 2 * n, {}};
  for (uint32_t u = 0; u < n; ++u)
    for (uint32_t v = 0; v < n; ++v) g.edges.emplace_back(u, n + v);
  return g;
}

// Ends of edges are paired at random until no pair is a loop or repeated: about one try in eight succeeds.
Undirected random_cubic(uint32_t n, Random& random) {
  std::vector<uint32_t> ends(3 * n);
  for (;;) {
    for (uint32_t i = 0; i < ends.size(); ++i) ends[i] = i / 3;
    for (uint32_t i = static_cast<uint32_t>(ends.size()); i > 1; --i) std::swap(ends[i - 1], ends[below(random, i)]);
    std::set<std::pair<uint32_t, uint32_t>> edges;
    for (uint32_t i = 0; i < ends.size(); i += 2)
      if (ends[i] != ends[i + 1]) edges.insert(std::minmax(ends[i], ends[i + 1]));
    if (edges.size() == ends.size() / 2) return {"cubic " + std::to_string(n), n, {edges.begin(), edges.end()}};
  }
}

Undirected disjoint(const Undirected& a, const Undirected& b) {
  Undirected g{a.name + " + " + b.name, a.vertices + b.vertices, a.edges};
  for (auto [u, v] : b.edges) g.edges.emplace_back(a.vertices + u, a.vertices + v);
  return g;
}

SampleGraph incidence(const Undirected& graph) {
  auto edges = static_cast<uint32_t>(graph.edges.size());
  SampleGraph g{"incidence of " + graph.name, graph.vertices + edges, {}};
  for (uint32_t e = 0; e < edges; ++e) {
    g.edges.push_back({graph.edges[e].first, graph.vertices + e});
    g.edges.push_back({graph.edges[e].second, graph.vertices + e});
  }
  return g;
}

SampleGraph double_cover(const Undirected& graph) {
  SampleGraph g{"double cover of " + graph.name, 2 * graph.vertices, {}};
  for (auto [u, v] : graph.edges) {
    g.edges.push_back({u, graph.vertices + v});
    g.edges.push_back({v, graph.vertices + u});
  }
  return g;
}

SampleGraph cai_fuerer_immerman(const Undirected& graph, bool twisted) {
  std::vector<std::vector<uint32_t>> edges_of(graph.vertices);
  for (uint32_t e = 0; e < graph.edges.size(); ++e) {
    edges_of[graph.edges[e].first].push_back(e);
    edges_of[graph.edges[e].second].push_back(e);
  }
  struct Choice { // which of its edges a vertex takes
    uint32_t vertex, subset;
  };
  std::vector<Choice> choices;
  for (uint32_t v = 0; v < graph.vertices; ++v)
    for (uint32_t subset = 0; subset < uint32_t{1} << edges_of[v].size(); ++subset)
      if (std::popcount(subset) % 2 == (v == 0 && twisted)) choices.push_back({v, subset});
  auto above = static_cast<uint32_t>(choices.size());
  SampleGraph g{(twisted ? "twisted CFI of " : "CFI of ") + graph.name,
                above + 2 * static_cast<uint32_t>(graph.edges.size()),
                {}};
  for (uint32_t c = 0; c < above; ++c) {
    const std::vector<uint32_t>& edges = edges_of[choices[c].vertex];
    for (uint32_t i = 0; i < edges.size(); ++i)
      g.edges.push_back({c, above + 2 * edges[i] + (choices[c].subset >> i & 1)});
  }
  return g;
}

static std::vector<uint32_t> colours_of(const SampleGraph& g) {
  return g.colours.empty() ? std::vector<uint32_t>(g.vertices, 0) : g.colours;
}

SampleGraph side_by_side(const SampleGraph& a, const SampleGraph& b) {
  SampleGraph g{a.name + " | " + b.name, a.vertices + b.vertices, a.edges};
  for (auto [u, v] : b.edges) g.edges.push_back({a.vertices + u, a.vertices + v});
  if (a.colours.empty() && b.colours.empty()) return g;
  g.colours = colours_of(a);
  std::vector<uint32_t> more = colours_of(b);
  g.colours.insert(g.colours.end(), more.begin(), more.end());
  return g;
}

SampleGraph one_after_other(const SampleGraph& a, const SampleGraph& b) {
  SampleGraph g = side_by_side(a, b);
  g.name = a.name + " ; " + b.name;
  std::vector<bool> has_successor(a.vertices), has_predecessor(b.vertices);
  for (const DagEdge& e : a.edges) has_successor[e.from] = true;
  for (const DagEdge& e : b.edges) has_predecessor[e.to] = true;
  for (uint32_t u = 0; u < a.vertices; ++u)
    for (uint32_t v = 0; v < b.vertices; ++v)
      if (!has_successor[u] && !has_predecessor[v]) g.edges.push_back({u, a.vertices + v});
  return g;
}

SampleGraph product(const SampleGraph& a, const SampleGraph& b) {
  SampleGraph g{"(" + a.name + ") x (" + b.name + ")", a.vertices * b.vertices, {}};
  for (const DagEdge& e : a.edges)
    for (uint32_t v = 0; v < b.vertices; ++v) g.edges.push_back({e.from * b.vertices + v, e.to * b.vertices + v});
  for (const DagEdge& e : b.edges)
    for (uint32_t u = 0; u < a.vertices; ++u) g.edges.push_back({u * b.vertices + e.from, u * b.vertices + e.to});
  if (a.colours.empty() && b.colours.empty()) return g;
  std::vector<uint32_t> left = colours_of(a), right = colours_of(b);
  uint32_t rights = *std::max_element(right.begin(), right.end()) + 1;
  for (uint32_t u : left)
    for (uint32_t v : right) g.colours.push_back(u * rights + v);
  return g;
}

Relabelled relabel(const SampleGraph& graph, Random& random) {
  std::vector<std::vector<uint32_t>> successors(graph.vertices);
  std::vector<uint32_t> waits_for(graph.vertices, 0), ready;
  for (const DagEdge& e : graph.edges) successors[e.from].push_back(e.to), ++waits_for[e.to];
  for (uint32_t v = 0; v < graph.vertices; ++v)
    if (waits_for[v] == 0) ready.push_back(v);
  Relabelled result{{graph.name + ", relabelled", graph.vertices, {}}, std::vector<uint32_t>(graph.vertices)};
  for (uint32_t next = 0; !ready.empty(); ++next) {
    std::swap(ready[below(random, static_cast<uint32_t>(ready.size()))], ready.back());
    uint32_t v = ready.back();
    ready.pop_back();
    result.position[v] = next;
    for (uint32_t w : successors[v])
      if (--waits_for[w] == 0) ready.push_back(w);
  }
  for (const DagEdge& e : graph.edges) result.graph.edges.push_back({result.position[e.from], result.position[e.to]});
  std::ranges::sort(result.graph.edges, {}, [](const DagEdge& e) { return std::pair(e.from, e.to); });
  result.graph.colours.resize(graph.colours.size());
  for (uint32_t v = 0; v < graph.colours.size(); ++v) result.graph.colours[result.position[v]] = graph.colours[v];
  return result;
}

} // namespace unply
