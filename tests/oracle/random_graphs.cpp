#include "random_graphs.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace unply {
namespace {

double fraction(Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }
bool chance(Random& random, double p) { return fraction(random) < p; }

SampleGraph independent_edges(uint32_t n, double density, Random& random) {
  SampleGraph g{"independent edges", n, {}};
  for (uint32_t v = 0; v < n; ++v)
    for (uint32_t u = 0; u < v; ++u)
      if (chance(random, density)) g.edges.push_back({u, v});
  return g;
}

// Each vertex has up to `degree` predecessors on the level before; all of them on some levels.
SampleGraph layered(uint32_t n, uint32_t width, uint32_t degree, Random& random) {
  SampleGraph g{"layered", n, {}};
  uint32_t before = 0, begin = 0;
  while (begin < n) {
    uint32_t end = std::min(n, begin + 1 + below(random, width));
    bool complete = width <= 16 && chance(random, 0.2);
    for (uint32_t v = begin; v < end; ++v) {
      if (complete)
        for (uint32_t u = before; u < begin; ++u) g.edges.push_back({u, v});
      else if (begin > before)
        for (uint32_t i = 0; i < degree; ++i) g.edges.push_back({before + below(random, begin - before), v});
    }
    before = begin, begin = end;
  }
  return g;
}

SampleGraph tree(uint32_t n, uint32_t reach, Random& random) {
  SampleGraph g{"tree", n, {}};
  for (uint32_t v = 1; v < n; ++v) g.edges.push_back({v - 1 - below(random, std::min(v, reach)), v});
  return g;
}

// Every edge the other way round.
SampleGraph reversed(SampleGraph g) {
  for (DagEdge& e : g.edges) e = {g.vertices - 1 - e.to, g.vertices - 1 - e.from};
  g.name = "reversed " + g.name;
  std::ranges::reverse(g.colours);
  return g;
}

SampleGraph copies(const SampleGraph& piece, uint32_t count) {
  SampleGraph g{std::to_string(count) + " copies", 0, {}};
  std::string name = g.name + " of " + piece.name;
  for (uint32_t i = 0; i < count; ++i) g = side_by_side(g, piece);
  g.name = name;
  return g;
}

// Vertex v becomes 1 to `most` vertices with the same neighbours.
SampleGraph blown_up(const SampleGraph& base, uint32_t most, Random& random) {
  std::vector<uint32_t> first(base.vertices + 1, 0);
  for (uint32_t v = 0; v < base.vertices; ++v) first[v + 1] = first[v] + 1 + below(random, most);
  SampleGraph g{"blown up " + base.name, first.back(), {}};
  for (const DagEdge& e : base.edges)
    for (uint32_t u = first[e.from]; u < first[e.from + 1]; ++u)
      for (uint32_t v = first[e.to]; v < first[e.to + 1]; ++v) g.edges.push_back({u, v});
  return g;
}

// Points on a ring: each leads to the points `offsets` further on the next level.
SampleGraph ring(uint32_t points, uint32_t levels, const std::set<uint32_t>& offsets) {
  SampleGraph g{"ring of " + std::to_string(points), points * levels, {}};
  for (uint32_t v = 0; v + points < g.vertices; ++v)
    for (uint32_t offset : offsets) g.edges.push_back({v, v / points * points + points + (v + offset) % points});
  return g;
}

SampleGraph ring(uint32_t points, uint32_t levels, Random& random) {
  std::set<uint32_t> offsets;
  for (uint32_t i = 0; i < 3; ++i) offsets.insert(below(random, points));
  return ring(points, levels, offsets);
}

SampleGraph series_parallel(uint32_t n, Random& random) {
  if (n <= 1) return {"series-parallel", n, {}};
  uint32_t part = chance(random, 0.5) ? n / 2 : 1 + below(random, n - 1);
  SampleGraph a = series_parallel(part, random);
  SampleGraph b = part * 2 == n && chance(random, 0.6) ? a : series_parallel(n - part, random);
  SampleGraph g = chance(random, 0.5) ? side_by_side(a, b) : one_after_other(a, b);
  g.name = "series-parallel";
  return g;
}

// Copies of copies, sometimes with one vertex in front of them: large groups that are products of small ones.
SampleGraph nested_copies(uint32_t most, Random& random) {
  SampleGraph g = independent_edges(1 + below(random, 5), 0.4, random);
  while (g.vertices * 2 + 1 <= most && chance(random, 0.9)) {
    g = copies(g, 2 + below(random, std::min(4u, most / g.vertices - 1)));
    if (g.vertices < most && chance(random, 0.5)) g = one_after_other({.name = "fork", .vertices = 1, .edges = {}}, g);
  }
  g.name = "nested copies";
  return g;
}

SampleGraph path(uint32_t n) {
  SampleGraph g{"chain", n, {}};
  for (uint32_t v = 1; v < n; ++v) g.edges.push_back({v - 1, v});
  return g;
}

SampleGraph closure(SampleGraph g) {
  std::vector<std::set<uint32_t>> above(g.vertices);
  std::ranges::sort(g.edges, {}, &DagEdge::to);
  for (const DagEdge& e : g.edges) {
    above[e.to].insert(e.from);
    above[e.to].insert(above[e.from].begin(), above[e.from].end());
  }
  g.edges.clear();
  for (uint32_t v = 0; v < g.vertices; ++v)
    for (uint32_t u : above[v]) g.edges.push_back({u, v});
  return g;
}

void colour(SampleGraph& g, Random& random) {
  g.colours.assign(g.vertices, 0);
  if (g.vertices == 0) return;
  uint32_t kind = below(random, 3), colours = 2 + below(random, 2);
  if (kind == 0) // one or a few
    for (uint32_t i = below(random, 3) + 1; i > 0; --i) g.colours[below(random, g.vertices)] = 7;
  else if (kind == 1) // numbers that are not 0, 1, 2, in stripes, which respects many symmetries
    for (uint32_t v = 0; v < g.vertices; ++v) g.colours[v] = 0xfffffff0u + v % colours;
  else
    for (uint32_t& c : g.colours) c = below(random, colours);
}

constexpr uint32_t kSmallFamilies = 10, kLargerFamilies = 18;

SampleGraph small_shape(uint32_t family, Random& random) {
  uint32_t n = 1 + below(random, 9);
  switch (family) {
  case 0:
    return independent_edges(n, 0.05 + 0.9 * fraction(random), random);
  case 1:
    return layered(n, 4, 1 + below(random, 2), random);
  case 2:
    return chance(random, 0.5) ? tree(n, 1 + below(random, 4), random) : reversed(tree(n, 3, random));
  case 3: {
    uint32_t size = 1 + below(random, 4);
    return copies(independent_edges(size, fraction(random), random), 9 / size);
  }
  case 4:
    return blown_up(independent_edges(1 + below(random, 3), 0.6, random), 3, random);
  case 5: {
    uint32_t levels = 2 + below(random, 2);
    return ring(1 + below(random, 9 / levels), levels, random);
  }
  case 6:
    return series_parallel(n, random);
  case 7:
    return closure(independent_edges(n, 0.3, random));
  case 8:
    return side_by_side(double_cover(cycle(3)), tree(1 + below(random, 3), 2, random));
  default:
    return nested_copies(9, random);
  }
}

SampleGraph larger_shape(uint32_t family, Random& random) {
  auto n = static_cast<uint32_t>(std::exp(std::log(10.0) + fraction(random) * std::log(200.0))); // 10 to 2000
  auto side = static_cast<uint32_t>(std::sqrt(n));
  switch (family) {
  case 0:
    return layered(n, side, 1 + below(random, 3), random);
  case 1:
    return layered(n, 8, 2, random);
  case 2:
    return tree(n, n, random);
  case 3:
    return reversed(tree(n, 1 + below(random, 10), random));
  case 4:
    return series_parallel(n, random);
  case 5:
    return smith_waterman(side, chance(random, 0.5) ? side : n / side);
  case 6:
    return heat(side, n / side);
  case 7: {
    SampleGraph piece = layered(1 + n / (2 + below(random, 8)), 6, 2, random);
    SampleGraph all = copies(piece, std::max(1u, n / piece.vertices));
    return chance(random, 0.5) ? all : with_one_edge_moved(all, random);
  }
  case 8: {
    Undirected cubic = random_cubic(2 * (2 + n / 16), random);
    return incidence(chance(random, 0.5) ? cubic : disjoint(cubic, random_cubic(cubic.vertices, random)));
  }
  case 9: {
    SampleGraph factor = independent_edges(2 + below(random, 5), 0.4, random);
    return product(factor, chance(random, 0.5) ? path(n / factor.vertices) : tree(n / factor.vertices, 3, random));
  }
  case 10:
    return product(fft(1 + below(random, 4)), copies(path(1 + below(random, 3)), 1 + below(random, 6)));
  case 11:
    return side_by_side(fft(2 + below(random, 6)), mmult(2 + below(random, 8)));
  case 12:
    return blown_up(layered(1 + n / 3, 8, 2, random), 5, random);
  case 13:
    return nested_copies(n, random);
  case 14:
    return ring(side + 2, std::max(2u, n / (side + 2)), random);
  case 15:
    return independent_edges(n, 1.5 / n, random);
  default: {
    SampleGraph fork = one_after_other(copies(tree(6, 3, random), 1 + below(random, 20)),
                                       {.name = "join", .vertices = 1, .edges = {}});
    return with_one_edge_moved(one_after_other(fork, copies(fork, 1 + below(random, 4))), random);
  }
  }
}

SampleGraph finished(SampleGraph g, uint64_t number, Random& random) {
  if (number % 2 != 0) colour(g, random);
  g.name = "number " + std::to_string(number) + ", " + g.name;
  SampleGraph result = relabel(g, random).graph;
  result.name = g.name;
  return result;
}
} // namespace

SampleGraph with_one_edge_moved(SampleGraph g, Random& random) {
  if (g.edges.empty()) return g;
  auto ordered = [](const DagEdge& e) { return std::pair(e.from, e.to); };
  std::set<std::pair<uint32_t, uint32_t>> present;
  for (const DagEdge& e : g.edges) present.insert(ordered(e));
  for (uint32_t tries = 0; tries < 20; ++tries) {
    uint32_t u = below(random, g.vertices), v = below(random, g.vertices);
    if (u >= v || present.contains({u, v})) continue;
    g.edges[below(random, static_cast<uint32_t>(g.edges.size()))] = {u, v};
    break;
  }
  return g;
}

SampleGraph small_graph(uint64_t number) {
  Random random(number);
  return finished(small_shape(static_cast<uint32_t>(number / 2 % kSmallFamilies), random), number, random);
}

SampleGraph larger_graph(uint64_t number) {
  Random random(1'000'000 + number);
  return finished(larger_shape(static_cast<uint32_t>(number / 2 % kLargerFamilies), random), number, random);
}

// Each graph also with colours that keep some of its symmetry, and with an edge moved.
static std::vector<SampleGraph> with_variants(const std::vector<SampleGraph>& graphs, uint32_t variants) {
  std::vector<SampleGraph> result = graphs;
  Random random(graphs.size());
  for (const SampleGraph& g : graphs)
    for (uint32_t i = 0; i < variants; ++i) {
      SampleGraph variant = i % 4 == 3 ? with_one_edge_moved(g, random) : g;
      if (i % 4 != 3) colour(variant, random);
      variant = relabel(variant, random).graph;
      variant.name = "variant " + std::to_string(i) + " of " + g.name;
      result.push_back(variant);
    }
  return result;
}

std::vector<SampleGraph> small_hard_graphs() {
  Undirected k4{"K4", 4, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
  Undirected cube = prism(4);
  std::vector<SampleGraph> graphs = {
      double_cover(disjoint(cycle(3), cycle(5))), // alternating cycles of length 6 and 10
      side_by_side(double_cover(cycle(4)), double_cover(cycle(3))),
      incidence(disjoint(cycle(6), disjoint(cycle(3), cycle(3)))),
      incidence(disjoint(cycle(6), cycle(8))),
      one_after_other({.name = "fork", .vertices = 1, .edges = {}}, incidence(disjoint(cycle(4), cycle(5)))),
      incidence(petersen()),
      double_cover(petersen()),
      double_cover(disjoint(prism(3), complete_bipartite(3))),
      incidence(disjoint(prism(3), k4)),
      incidence(cube),
      double_cover(disjoint(cube, k4)),
      cai_fuerer_immerman(k4, false),
      cai_fuerer_immerman(k4, true),
      fft(3),
      fft(4),
      smith_waterman(5, 5),
      heat(5, 5),
      mmult(3),
      madd(3, 3),
      ring(5, 4, {1, 2}),
  };
  return with_variants(graphs, 12);
}

std::vector<SampleGraph> larger_hard_graphs() {
  Undirected k4{"K4", 4, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
  std::vector<SampleGraph> graphs = {
      incidence(disjoint(rook(4), shrikhande())),
      double_cover(disjoint(rook(4), shrikhande())),
      one_after_other(incidence(shrikhande()), incidence(rook(4))),
      incidence(disjoint(shrikhande(), shrikhande())),
      incidence(paley(29)),
      double_cover(paley(61)),
      incidence(disjoint(paley(13), paley(13))),
      incidence(disjoint(cycle(6), cycle(12))),
      double_cover(disjoint(cycle(250), cycle(500))),
      double_cover(disjoint(cycle(251), cycle(250))),
      incidence(disjoint(prism(50), prism(25))),
      double_cover(rook(7)),
      incidence(rook(6)),
  };
  for (const Undirected& base : {k4, prism(3), complete_bipartite(3), prism(4), petersen(), complete_bipartite(4)}) {
    SampleGraph plain = cai_fuerer_immerman(base, false), twisted = cai_fuerer_immerman(base, true);
    graphs.push_back(side_by_side(plain, twisted));
    graphs.push_back(side_by_side(twisted, twisted));
    graphs.push_back(side_by_side(plain, one_after_other({.name = "fork", .vertices = 1, .edges = {}}, twisted)));
  }
  return with_variants(graphs, 4);
}

} // namespace unply
