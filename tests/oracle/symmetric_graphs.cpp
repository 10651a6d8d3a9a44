#include "symmetric_graphs.h"
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <set>

namespace unply {

// Points and lines are the classes of triples that are multiples of each other, and a point lies on the lines whose
// products with it are 0.
SampleGraph projective_plane(uint32_t p) {
  std::vector<std::array<uint32_t, 3>> points = {{0, 0, 1}};
  for (uint32_t z = 0; z < p; ++z) points.push_back({0, 1, z});
  for (uint32_t y = 0; y < p; ++y)
    for (uint32_t z = 0; z < p; ++z) points.push_back({1, y, z});
  auto n = static_cast<uint32_t>(points.size());
  SampleGraph g{"PG(2," + std::to_string(p) + ")", 2 * n, {}};
  for (uint32_t u = 0; u < n; ++u)
    for (uint32_t v = 0; v < n; ++v)
      if ((points[u][0] * points[v][0] + points[u][1] * points[v][1] + points[u][2] * points[v][2]) % p == 0)
        g.edges.push_back({u, n + v});
  return g;
}

SampleGraph affine_plane(uint32_t p) {
  SampleGraph g{"AG(2," + std::to_string(p) + ")", p * p + p * p + p, {}};
  for (uint32_t x = 0; x < p; ++x)
    for (uint32_t y = 0; y < p; ++y) {
      for (uint32_t slope = 0; slope < p; ++slope)
        g.edges.push_back({x * p + y, p * p + slope * p + (y + slope * x) % p});
      g.edges.push_back({x * p + y, p * p + p * p + x});
    }
  return g;
}

SampleGraph hypercube(uint32_t dimensions) {
  uint32_t n = uint32_t{1} << dimensions;
  SampleGraph g{"hypercube 2^" + std::to_string(dimensions), n, {}};
  for (uint32_t v = 0; v < n; ++v)
    for (uint32_t bit = 0; bit < dimensions; ++bit)
      if ((v >> bit & 1) == 0) g.edges.push_back({v, v | uint32_t{1} << bit});
  return g;
}

// Shuffled: rectangles whose corners hold two symbols crosswise change places, n^3 times where they are found.
SampleGraph latin_square(uint32_t n, bool cyclic) {
  std::vector<uint32_t> symbol(n * n);
  for (uint32_t i = 0; i < n * n; ++i) symbol[i] = (i / n + i % n) % n;
  Random random(n);
  // Cyclic squares of odd order have no such rectangle; those of even order have n^2 / 4 to begin with.
  for (uint32_t i = 0; !cyclic && i < n * n * n * 20; ++i) {
    uint32_t r = below(random, n), s = below(random, n), c = below(random, n), d = below(random, n);
    if (r == s || c == d || symbol[r * n + c] != symbol[s * n + d] || symbol[r * n + d] != symbol[s * n + c]) continue;
    std::swap(symbol[r * n + c], symbol[r * n + d]);
    std::swap(symbol[s * n + c], symbol[s * n + d]);
  }
  SampleGraph g{(cyclic ? "cyclic Latin square " : "shuffled Latin square ") + std::to_string(n), 3 * n + n * n, {}};
  for (uint32_t i = 0; i < n * n; ++i)
    for (uint32_t line : {i / n, n + i % n, 2 * n + symbol[i]}) g.edges.push_back({line, 3 * n + i});
  return g;
}

static SampleGraph of_signs(std::string name, uint32_t n, auto&& is_negative) {
  SampleGraph g{std::move(name), 4 * n, {}};
  for (uint32_t r = 0; r < n; ++r)
    for (uint32_t c = 0; c < n; ++c)
      for (uint32_t sign : {0u, 1u}) g.edges.push_back({2 * r + sign, 2 * n + 2 * c + (sign ^ is_negative(r, c))});
  return g;
}

SampleGraph hadamard(uint32_t log2_order) {
  uint32_t n = uint32_t{1} << log2_order;
  return of_signs("Sylvester " + std::to_string(n), n,
                  [](uint32_t r, uint32_t c) { return static_cast<uint32_t>(std::popcount(r & c) % 2); });
}

SampleGraph paley_hadamard(uint32_t p) {
  std::set<uint32_t> squares;
  for (uint32_t x = 1; x < p; ++x) squares.insert(x * x % p);
  return of_signs("Paley's matrix " + std::to_string(p + 1), p + 1, [&](uint32_t r, uint32_t c) -> uint32_t {
    if (r == 0 || c == 0) return r != 0 && c == 0;
    return r == c ? 0 : !squares.contains((c + p - r) % p);
  });
}

SampleGraph triple_system(uint32_t t) {
  uint32_t m = 2 * t + 1, half = t + 1, points = 3 * m;
  std::vector<std::array<uint32_t, 3>> triples;
  for (uint32_t x = 0; x < m; ++x) triples.push_back({x, m + x, 2 * m + x});
  for (uint32_t x = 0; x < m; ++x)
    for (uint32_t y = x + 1; y < m; ++y)
      for (uint32_t level = 0; level < 3; ++level)
        triples.push_back({level * m + x, level * m + y, (level + 1) % 3 * m + (x + y) * half % m});
  SampleGraph g{"Steiner triples " + std::to_string(points), points + static_cast<uint32_t>(triples.size()), {}};
  for (uint32_t i = 0; i < triples.size(); ++i)
    for (uint32_t point : triples[i]) g.edges.push_back({point, points + i});
  return g;
}

SampleGraph random_bipartite(uint32_t half, uint32_t degree, uint64_t seed) {
  SampleGraph g{"random bipartite " + std::to_string(2 * half) + " of degree " + std::to_string(degree), 2 * half, {}};
  Random random(seed);
  std::vector<std::vector<uint32_t>> used(half);
  std::vector<uint32_t> image(half);
  for (uint32_t i = 0; i < degree; ++i) {
    std::iota(image.begin(), image.end(), 0);
    for (uint32_t u = half; u-- > 1;) std::swap(image[u], image[below(random, u + 1)]);
    auto clashes = [&](uint32_t u, uint32_t v) { return std::ranges::find(used[u], v) != used[u].end(); };
    for (uint32_t u = 0; u < half; ++u)
      while (clashes(u, image[u])) { // with one that clashes with neither
        uint32_t other = below(random, half);
        if (clashes(u, image[other]) || clashes(other, image[u])) continue;
        std::swap(image[u], image[other]);
      }
    for (uint32_t u = 0; u < half; ++u) {
      used[u].push_back(image[u]);
      g.edges.push_back({u, half + image[u]});
    }
  }
  return g;
}

SampleGraph cfi_pair(uint32_t base_vertices, uint64_t seed) {
  Random random(seed);
  Undirected base = random_cubic(base_vertices, random);
  SampleGraph g = side_by_side(cai_fuerer_immerman(base, false), cai_fuerer_immerman(base, true));
  g.name = "CFI pair " + std::to_string(g.vertices);
  return g;
}

SampleGraph copies(const SampleGraph& graph, uint32_t times) {
  SampleGraph g = graph;
  for (uint32_t i = 1; i < times; ++i) g = side_by_side(g, graph);
  g.name = std::to_string(times) + " x " + graph.name;
  return g;
}

Undirected torus(uint32_t rows, uint32_t columns) {
  Undirected g{"torus " + std::to_string(rows) + " x " + std::to_string(columns), rows * columns, {}};
  for (uint32_t r = 0; r < rows; ++r)
    for (uint32_t c = 0; c < columns; ++c) {
      g.edges.emplace_back(r * columns + c, r * columns + (c + 1) % columns);
      g.edges.emplace_back(r * columns + c, (r + 1) % rows * columns + c);
    }
  return g;
}

Undirected triangular(uint32_t n) {
  Undirected g{"T(" + std::to_string(n) + ")", n * (n - 1) / 2, {}};
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (uint32_t a = 0; a < n; ++a)
    for (uint32_t b = a + 1; b < n; ++b) pairs.emplace_back(a, b);
  for (uint32_t i = 0; i < pairs.size(); ++i)
    for (uint32_t j = i + 1; j < pairs.size(); ++j) {
      auto [a, b] = pairs[i];
      auto [c, d] = pairs[j];
      if (a == c || a == d || b == c || b == d) g.edges.emplace_back(i, j);
    }
  return g;
}

// Random cubic graphs of `n` vertices beside each other: rigid, and alike for every equitable partition.
static SampleGraph cubic_neighbours(uint32_t n, uint32_t times) {
  Random random(n);
  Undirected all = random_cubic(n, random);
  for (uint32_t i = 1; i < times; ++i) all = disjoint(all, random_cubic(n, random));
  all.name = std::to_string(times) + " cubic " + std::to_string(n);
  return double_cover(all);
}

std::vector<SymmetricGraph> small_symmetric_graphs() {
  return {
      {projective_plane(7), 2},
      {affine_plane(7), 2},
      {hypercube(9), 10},
      {incidence(torus(9, 9)), 2},
      {incidence(triangular(9)), 2},
      {incidence(disjoint(rook(4), shrikhande())), 4},
      {copies(projective_plane(3), 12), 2},
      {hadamard(4), 2},
      {paley_hadamard(19), 2},
      {latin_square(11, true), 2},
      {latin_square(14, false), kUnknownOrbits},
      {triple_system(6), kUnknownOrbits},
      {random_bipartite(500, 3, 1), 1000},
      {random_bipartite(400, 7, 1), 800},
      {cfi_pair(74, 1), kUnknownOrbits},
      {side_by_side(cai_fuerer_immerman(torus(5, 5), false), cai_fuerer_immerman(torus(5, 5), true)), kUnknownOrbits},
      {cubic_neighbours(40, 12), kUnknownOrbits},
  };
}

std::vector<SymmetricGraph> large_symmetric_graphs() {
  return {
      {projective_plane(7), 2},
      {projective_plane(23), 2},
      {projective_plane(43), 2},
      {affine_plane(31), 2},
      {copies(projective_plane(7), 100), 2},
      {hypercube(12), 13},
      {hypercube(16), 17},
      {incidence(torus(200, 200)), 2},
      {double_cover(torus(101, 300)), 2},
      {incidence(triangular(40)), 2},
      {incidence(rook(40)), 2},
      {double_cover(paley(1009)), 2},
      {copies(incidence(disjoint(rook(4), shrikhande())), 100), 4},
      {hadamard(7), 2},
      {paley_hadamard(103), 2},
      {latin_square(31, true), 2},
      {latin_square(40, false), kUnknownOrbits},
      {triple_system(20), kUnknownOrbits},
      {random_bipartite(50'000, 3, 1), 100'000},
      {random_bipartite(20'000, 8, 1), 40'000},
      {cfi_pair(74, 1), kUnknownOrbits},
      {cfi_pair(400, 1), kUnknownOrbits},
      {side_by_side(cai_fuerer_immerman(torus(8, 8), false), cai_fuerer_immerman(torus(8, 8), true)), kUnknownOrbits},
      {cubic_neighbours(100, 100), kUnknownOrbits},
  };
}

} // namespace unply
