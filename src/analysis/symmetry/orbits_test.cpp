// Orbits of graphs whose groups are known, the answer where time runs out, and refusals of the verification. All
// graphs of nine vertices, and others against another program, are in tests/oracle.
#include "analysis/symmetry/line_root.h"
#include "analysis/symmetry/orbits.h"
#include "analysis/symmetry/verified_orbits.h"
#include "analysis/testing/sample_dags.h"

using namespace unply;

namespace {
OrbitPartition proven_orbits(const Dag& dag, std::span<const uint32_t> colours = {}) {
  OrbitPartition result = find_orbits(dag, colours);
  CHECK(result.proof != OrbitProof::none);
  return result;
}

// Rings of tasks of which every other one leads to its two neighbours.
Dag rings(const std::vector<uint32_t>& sizes) {
  uint32_t half = std::accumulate(sizes.begin(), sizes.end(), 0u) / 2, first = 0;
  std::vector<DagEdge> edges;
  for (uint32_t size : sizes) {
    for (uint32_t i = 0; i < size / 2; ++i) {
      edges.push_back({first + i, half + first + i});
      edges.push_back({first + i, half + first + (i + 1) % (size / 2)});
    }
    first += size / 2;
  }
  return checked_dag(2 * half, edges);
}

// A vertex leads to each of its edges: strongly regular graphs, which refinement cannot tell apart.
Dag incidences(uint32_t vertices, const std::vector<DagEdge>& undirected) {
  std::vector<DagEdge> edges;
  for (uint32_t e = 0; e < undirected.size(); ++e) {
    edges.push_back({undirected[e].from, vertices + e});
    edges.push_back({undirected[e].to, vertices + e});
  }
  return checked_dag(vertices + static_cast<uint32_t>(undirected.size()), edges);
}

// The 16 cells of a board; neighbours: one row or column (rook), or the six differences of Shrikhande's graph.
std::vector<DagEdge> board(bool rook, uint32_t first) {
  std::vector<DagEdge> edges;
  for (uint32_t a = 0; a < 16; ++a)
    for (uint32_t b = a + 1; b < 16; ++b) {
      uint32_t rows = (b / 4 + 4 - a / 4) % 4, columns = (b % 4 + 4 - a % 4) % 4;
      bool shrikhande =
          (rows == 0 && columns % 2 == 1) || (columns == 0 && rows % 2 == 1) || (rows == columns && rows % 2 == 1);
      if (rook ? rows == 0 || columns == 0 : shrikhande) edges.push_back({first + a, first + b});
    }
  return edges;
}
} // namespace

TEST_CASE("orbits: the codes of the paper") {
  CHECK(proven_orbits(checked_dag(1000, {})).orbits.classes == 1);
  CHECK(proven_orbits(dag_of_shape(wavefront_shape({40, 40}, false))).orbits.classes == 40 * 41 / 2);
  CHECK(proven_orbits(dag_of_shape(wavefront_shape({40, 41}, false))).orbits.classes == 40 * 41);
  CHECK(proven_orbits(stencil_dag(101, 30)).orbits.classes == 51 * 30);
  for (uint32_t k : {3u, 4u, 7u, 12u}) CHECK(proven_orbits(dag_of_shape(butterfly_shape(k))).orbits.classes == k);
}

TEST_CASE("orbits: colours are kept") {
  std::vector<uint32_t> colours = {0, 1, 0, 1};
  OrbitPartition found = proven_orbits(checked_dag(4, {}), colours);
  CHECK(found.orbits.class_of == std::vector<uint32_t>{0, 1, 0, 1});
}

TEST_CASE("orbits: rings of different size, which refinement cannot tell apart") {
  OrbitPartition found = proven_orbits(rings({12, 6, 6}));
  CHECK(found.equitable_cells == 2);
  CHECK(found.orbits.classes == 4);
  CHECK(found.proof == OrbitProof::searched);
}

TEST_CASE("orbits: strongly regular graphs with equal parameters, by search") {
  std::vector<DagEdge> edges = board(true, 0), other = board(false, 16);
  edges.insert(edges.end(), other.begin(), other.end());
  OrbitPartition found = proven_orbits(incidences(32, edges));
  CHECK(found.equitable_cells == 2);
  CHECK(found.orbits.classes == 4);
  CHECK(found.proof == OrbitProof::searched);
}

TEST_CASE("orbits: without time to search the result is a bound, and says so") {
  std::vector<DagEdge> edges = board(true, 0), other = board(false, 16);
  edges.insert(edges.end(), other.begin(), other.end());
  OrbitPartition found = find_orbits(incidences(32, edges), {}, {.limit_s = 0});
  CHECK(found.proof == OrbitProof::none);
  CHECK(found.orbits.classes >= 4);
}

TEST_CASE("orbits: small graphs") {
  CHECK(proven_orbits(Dag()).orbits.classes == 0);
  CHECK(proven_orbits(checked_dag(1, {})).orbits.classes == 1);
  CHECK(proven_orbits(checked_dag(3, {{0, 1}, {1, 2}})).orbits.classes == 3);
}

TEST_CASE("isomorphism: copies are mapped, graphs with one edge moved are not") {
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    Dag dag = i % 3 == 0 ? dag_of_shape(butterfly_shape(5)) : random_dag(40, 60, random);
    auto [copy, place] = relabelled(dag, random);
    std::vector<uint32_t> image = find_isomorphism(dag, {}, copy, {});
    REQUIRE(image.size() == dag.vertices());
    for (uint32_t v = 0; v < dag.vertices(); ++v)
      for (uint32_t w : dag.successors(v)) CHECK(copy.has_edge(image[v], image[w]));
  }
  CHECK(find_isomorphism(rings({12, 6, 6}), {}, rings({8, 8, 8}), {}).empty());
  std::vector<uint32_t> red(2, 0), blue(2, 1);
  CHECK(find_isomorphism(checked_dag(2, {}), red, checked_dag(2, {}), blue).empty());
}

TEST_CASE("automorphism: refuses what is no permutation, moves colours or loses an edge") {
  Dag dag = checked_dag(4, {{0, 2}, {1, 3}});
  CHECK(is_automorphism(dag, {}, std::vector<uint32_t>{1, 0, 3, 2}));
  CHECK(!is_automorphism(dag, {}, std::vector<uint32_t>{1, 0, 2, 3}));
  CHECK(!is_automorphism(dag, {}, std::vector<uint32_t>{0, 1, 3, 2}));
  CHECK(!is_automorphism(dag, {}, std::vector<uint32_t>{0, 0, 2, 2}));
  CHECK(!is_automorphism(dag, {}, std::vector<uint32_t>{0, 1, 2}));
  CHECK(!is_automorphism(dag, {}, std::vector<uint32_t>{0, 1, 2, 4}));
  CHECK(!is_automorphism(dag, std::vector<uint32_t>{0, 1, 0, 0}, std::vector<uint32_t>{1, 0, 3, 2}));
}

TEST_CASE("orbits: a map that the certificate refuses unites nothing, and leaves nothing behind") {
  Dag dag = checked_dag(4, {{0, 2}, {1, 3}});
  std::vector<uint32_t> colours = {5, 5, 6, 6};
  VerifiedOrbits found(dag, colours);
  auto moves = [&](std::initializer_list<std::pair<uint32_t, uint32_t>> list) {
    for (auto [v, image] : list) found.move(v, image);
  };
  CHECK_FALSE(found.adopt()); // the identity
  for (auto refused : std::initializer_list<std::initializer_list<std::pair<uint32_t, uint32_t>>>{
           {{0, 1}, {1, 0}}, {{0, 1}, {2, 3}}, {{0, 2}, {2, 0}, {1, 3}, {3, 1}}, {{0, 1}, {1, 0}, {2, 3}, {3, 4}}}) {
    moves(refused);
    CHECK_FALSE(found.adopt());
    CHECK(found.orbits() == 4);
    CHECK(found.automorphisms() == 0);
  }
  moves({{0, 1}, {1, 0}});
  CHECK(found.withdraw() == std::vector<uint32_t>{1, 0, 2, 3});
  moves({{0, 1}, {1, 0}, {2, 3}, {3, 2}});
  CHECK(found.adopt());
  CHECK(found.automorphisms() == 1);
  CHECK(found.orbits() == 2);
  CHECK(found.orbit(0) == found.orbit(1));
  CHECK(found.orbit(0) != found.orbit(2));
}

TEST_CASE("line root: a butterfly is the line digraph of the next smaller one, a stencil of none") {
  Dag dag = dag_of_shape(butterfly_shape(6));
  std::vector<uint32_t> colours = levels_of(dag);
  auto root = LineRoot::of(dag, colours);
  REQUIRE(root);
  CHECK(root->dag().vertices() == dag_of_shape(butterfly_shape(5)).vertices());
  CHECK(!find_isomorphism(root->dag(), {}, dag_of_shape(butterfly_shape(5)), {}).empty());
  std::vector<uint32_t> identity(root->dag().vertices());
  std::iota(identity.begin(), identity.end(), 0);
  std::minstd_rand random(1);
  std::vector<uint32_t> turned = root->lifted(identity, random);
  CHECK(is_automorphism(dag, colours, turned));
  CHECK(!std::ranges::is_sorted(turned));
  CHECK(!LineRoot::of(stencil_dag(9, 9), std::vector<uint32_t>(81, 0)));
}
