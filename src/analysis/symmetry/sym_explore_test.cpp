// What Algorithm 4 gives for the five codes of execution-graphs-mora-2021 at several sizes, and on small graphs what it
// gives when automorphisms are found by trying all permutations.
#include "analysis/symmetry/check_quotient.h"
#include "analysis/symmetry/sym_explore.h"
#include "analysis/testing/sample_dags.h"
#include <algorithm>
#include <bit>
#include <doctest/doctest.h>
#include <numeric>
#include <random>

using namespace unply;

namespace {
// Task (i, j) of `rows` x `columns` depends on (i + di, j + dj) for each (di, dj).
Dag grid(int rows, int columns, const std::vector<std::pair<int, int>>& distances) {
  std::vector<DagEdge> edges;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      for (auto [di, dj] : distances)
        if (i + di >= 0 && j + dj >= 0 && j + dj < columns)
          edges.push_back({static_cast<uint32_t>((i + di) * columns + j + dj), static_cast<uint32_t>(i * columns + j)});
  return checked_dag(static_cast<uint32_t>(rows * columns), edges);
}

Dag heat(int points, int steps) { return grid(steps, points, {{-1, -1}, {-1, 0}, {-1, 1}}); }
Dag smith_waterman(int rows, int columns) { return grid(rows, columns, {{-1, 0}, {0, -1}}); }

// 2^k points: k steps of 2^(k - 1) tasks, each of which combines two points.
Dag butterfly(uint32_t k) {
  uint32_t half = 1u << (k - 1);
  std::vector<DagEdge> edges;
  auto task_of = [&](uint32_t step, uint32_t point) { // drops bit `step` of the point
    return step * half + ((point >> (step + 1)) << step | (point & ((1u << step) - 1)));
  };
  for (uint32_t step = 1; step < k; ++step)
    for (uint32_t point = 0; point < 2 * half; ++point)
      edges.push_back({task_of(step - 1, point), task_of(step, point)});
  return checked_dag(k * half, edges);
}

struct Outcome {
  SymExploration explored;
  QuotientGraph quotient;
};

Outcome explore(const Dag& dag, std::span<const uint32_t> colours = {}) {
  auto explored = sym_explore(dag, colours);
  REQUIRE(explored);
  Outcome outcome{*explored, quotient_of(dag, explored->relation)};
  REQUIRE(check_quotient(dag, outcome.quotient));
  CHECK(outcome.explored.finished);
  CHECK(outcome.explored.proven);
  CHECK(outcome.quotient.acyclic());
  CHECK(outcome.quotient.classes_independent());
  CHECK(outcome.explored.relation_after(outcome.explored.rounds.size(), dag.vertices()) == outcome.explored.relation);
  return outcome;
}

void check_chain(const Dag& dag, uint32_t classes, size_t rounds) {
  Outcome outcome = explore(dag);
  CHECK(outcome.quotient.is_chain());
  CHECK(outcome.quotient.relation.classes == classes);
  CHECK(outcome.explored.rounds.size() == rounds);
  CHECK(outcome.quotient.optimal());
}

bool is_orbit_map(const Dag& dag, const std::vector<uint32_t>& image) {
  for (uint32_t u = 0; u < dag.vertices(); ++u)
    for (uint32_t v = 0; v < dag.vertices(); ++v)
      if (dag.has_edge(u, v) != dag.has_edge(image[u], image[v])) return false;
  return true;
}

// Definition 3.20 and Remark 3.21 by trying all permutations.
Partition orbits_by_definition(const Dag& dag, const std::vector<uint32_t>& colours) {
  uint32_t n = dag.vertices();
  std::vector<uint32_t> image(n), label(n);
  std::iota(image.begin(), image.end(), 0);
  std::iota(label.begin(), label.end(), 0);
  do {
    bool keeps = is_orbit_map(dag, image);
    for (uint32_t v = 0; v < n; ++v) keeps &= colours.empty() || colours[v] == colours[image[v]];
    for (uint32_t v = 0; keeps && v < n; ++v) {
      uint32_t from = label[v], to = label[image[v]];
      for (uint32_t& l : label)
        if (l == from) l = to;
    }
  } while (std::ranges::next_permutation(image).found);
  return Partition::by_label(label);
}

Partition explore_by_definition(Dag dag, std::vector<uint32_t> colours) {
  Partition relation{std::vector<uint32_t>(dag.vertices()), dag.vertices()};
  std::iota(relation.class_of.begin(), relation.class_of.end(), 0);
  for (;;) {
    Partition orbits = orbits_by_definition(dag, colours);
    if (orbits.classes == dag.vertices()) return relation;
    std::vector<DagEdge> edges;
    for (uint32_t u = 0; u < dag.vertices(); ++u)
      for (uint32_t v : dag.successors(u)) edges.push_back({orbits.class_of[u], orbits.class_of[v]});
    std::vector<uint32_t> class_colours(colours.empty() ? 0 : orbits.classes);
    for (uint32_t v = 0; v < colours.size(); ++v) class_colours[orbits.class_of[v]] = colours[v];
    for (uint32_t& c : relation.class_of) c = orbits.class_of[c];
    relation.classes = orbits.classes;
    dag = checked_dag(orbits.classes, edges);
    colours = class_colours;
  }
}
} // namespace

TEST_CASE("matrix addition is one class, matrix multiplication a chain of n") {
  for (uint32_t n : {2u, 5u, 40u}) {
    check_chain(checked_dag(n * n, {}), 1, 1);
    std::vector<DagEdge> edges;
    for (uint32_t ij = 0; ij < n * n; ++ij)
      for (uint32_t k = 1; k < n; ++k) edges.push_back({ij * n + k - 1, ij * n + k});
    check_chain(checked_dag(n * n * n, edges), n, 1);
  }
}

TEST_CASE("heat is a chain of one class for each step after log2 of the points rounds") {
  for (int points : {2, 3, 4, 5, 8, 17, 64})
    for (int steps : {2, 7, 30})
      check_chain(heat(points, steps), static_cast<uint32_t>(steps), std::bit_width(static_cast<uint32_t>(points - 1)));
}

TEST_CASE("FFT of 2^k points is a chain of k classes") {
  for (uint32_t k : {1u, 2u, 3u, 4u, 6u, 10u}) check_chain(butterfly(k), k, k == 1 ? 0 : 1);
}

TEST_CASE("Smith-Waterman of two sequences of 4 ends with 10 classes and no chain, of different lengths with all") {
  Outcome outcome = explore(smith_waterman(4, 4));
  CHECK(outcome.quotient.relation.classes == 10);
  CHECK(outcome.explored.rounds.size() == 1);
  CHECK(!outcome.quotient.is_chain());
  CHECK(outcome.quotient.execution_time == 10);
  CHECK(outcome.quotient.longest_path == 7);
  CHECK(!outcome.quotient.optimal());
  Outcome oblong = explore(smith_waterman(4, 5));
  CHECK(oblong.quotient.relation.classes == 20);
  CHECK(oblong.explored.rounds.empty());
  CHECK(explore(smith_waterman(30, 30)).quotient.relation.classes == 30 * 31 / 2);
}

TEST_CASE("rounds say what the paper's remark on quotients of quotients says: the relation on the tasks after each") {
  Dag dag = heat(8, 3);
  SymExploration explored = explore(dag).explored;
  REQUIRE(explored.rounds.size() == 3);
  CHECK(explored.rounds[0].vertices == 24);
  CHECK(explored.rounds[1].vertices == 12);
  CHECK(explored.rounds[2].vertices == 6);
  for (uint32_t v = 0; v < 24; ++v) {
    uint32_t point = v % 8, mirrored = std::min(point, 7 - point);
    for (uint32_t w = v - point; w < v - point + 8; ++w) {
      uint32_t other = std::min(w % 8, 7 - w % 8);
      Partition first = explored.relation_after(1, 24), second = explored.relation_after(2, 24);
      CHECK((first.class_of[v] == first.class_of[w]) == (mirrored == other));
      CHECK((second.class_of[v] == second.class_of[w]) ==
            (std::min(mirrored, 3 - mirrored) == std::min(other, 3 - other)));
    }
  }
  auto once = sym_explore(dag, {}, {.most_rounds = 1});
  REQUIRE(once);
  CHECK(once->relation == explored.relation_after(1, 24));
  CHECK(!once->finished);
}

TEST_CASE("colours are kept: tasks of different regions never share a class") {
  Dag dag = checked_dag(6, {{0, 2}, {1, 2}, {3, 5}, {4, 5}});
  CHECK(explore(dag).quotient.relation.classes == 2);
  std::vector<uint32_t> colours = {0, 1, 2, 0, 1, 2};
  Outcome outcome = explore(dag, colours);
  CHECK(outcome.quotient.relation == Partition{{0, 1, 2, 0, 1, 2}, 3});
}

// Two strongly regular graphs with equal parameters, the cells of a board joined by rows and columns and Shrikhande's
// graph, each cell leading to its edges: refinement cannot tell them apart, a search can.
TEST_CASE("without time the relation is a bound, and says so; with time it is proven") {
  std::vector<DagEdge> edges;
  uint32_t next = 32;
  for (uint32_t a = 0; a < 32; ++a)
    for (uint32_t b = a + 1; b < (a < 16 ? 16u : 32u); ++b) {
      uint32_t rows = (b / 4 - a / 4) % 4, columns = (b % 4 + 4 - a % 4) % 4;
      bool rook = rows == 0 || columns == 0;
      bool shrikhande =
          (rows == 0 && columns % 2 == 1) || (columns == 0 && rows % 2 == 1) || (rows == columns && rows % 2 == 1);
      if (!(a < 16 ? rook : shrikhande)) continue;
      edges.push_back({a, next});
      edges.push_back({b, next++});
    }
  Dag dag = checked_dag(next, edges);
  auto bound = sym_explore(dag, {}, {.limit_s = 0});
  REQUIRE(bound);
  CHECK(!bound->proven);
  CHECK(bound->equitable_cells == 2);
  CHECK(check_quotient(dag, quotient_of(dag, bound->relation)));
  Outcome outcome = explore(dag);
  CHECK(outcome.explored.rounds[0].found.proof == OrbitProof::searched);
  CHECK(outcome.explored.rounds[0].found.orbits.classes == 4);
  CHECK(outcome.explored.rounds.size() == 2); // one cell and one edge of each: these pairs are alike
  CHECK(outcome.quotient.relation.classes == 2);
}

TEST_CASE("small graphs: as by trying all permutations, coloured and not") {
  std::mt19937 random(3);
  for (int turn = 0; turn < 400; ++turn) {
    uint32_t n = 1 + static_cast<uint32_t>(random() % 6);
    std::vector<DagEdge> edges;
    unsigned sparse = 1 + random() % 4;
    for (uint32_t to = 1; to < n; ++to)
      for (uint32_t from = 0; from < to; ++from)
        if (random() % (sparse + 1) == 0) edges.push_back({from, to});
    std::vector<uint32_t> colours;
    if (turn % 2)
      for (uint32_t v = 0; v < n; ++v) colours.push_back(static_cast<uint32_t>(random() % 2));
    Dag dag = checked_dag(n, edges);
    Outcome outcome = explore(dag, colours);
    CHECK(outcome.quotient.relation == explore_by_definition(dag, colours));
    if (outcome.quotient.is_chain()) CHECK(outcome.quotient.optimal()); // the intended meaning of Lemma 3.14
  }
}
