// The propositions on independence of execution-graphs-mora-2021 as stated, and every sweep against the definition, on
// random graphs small enough to look at all their subsets.
#include "analysis/independence/check_independence.h"
#include "analysis/independence/independence.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <random>

using namespace unply;

namespace {
using Set = uint32_t; // bit v: vertex v

std::vector<uint32_t> list(Set set) {
  std::vector<uint32_t> vertices;
  for (uint32_t v = 0; v < 32; ++v)
    if (set >> v & 1) vertices.push_back(v);
  return vertices;
}

Set bits(const std::vector<uint32_t>& vertices) {
  Set set = 0;
  for (uint32_t v : vertices) set |= Set{1} << v;
  return set;
}

// Reachability by Warshall's algorithm on any directed graph, cycles allowed.
struct Paths {
  std::vector<std::vector<bool>> reach;
  explicit Paths(std::vector<std::vector<bool>> edge) : reach(std::move(edge)) {
    size_t n = reach.size();
    for (size_t k = 0; k < n; ++k)
      for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
  }
  bool independent(size_t u, size_t v) const { return !reach[u][v] && !reach[v][u]; }
  Set of(uint32_t v) const { // [v]
    Set set = Set{1} << v;
    for (uint32_t u = 0; u < reach.size(); ++u)
      if (independent(u, v)) set |= Set{1} << u;
    return set;
  }
  bool independent_set(Set set) const {
    for (uint32_t u : list(set))
      for (uint32_t v : list(set))
        if (u != v && !independent(u, v)) return false;
    return true;
  }
  bool maximal(Set set) const { // by the definition: no other independent set contains it
    if (!independent_set(set)) return false;
    for (Set other = 0; other < Set{1} << reach.size(); ++other)
      if ((other & set) == set && other != set && independent_set(other)) return false;
    return true;
  }
};

std::vector<std::vector<bool>> edges_of(const Dag& dag) {
  std::vector<std::vector<bool>> edge(dag.vertices(), std::vector<bool>(dag.vertices(), false));
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t w : dag.successors(v)) edge[v][w] = true;
  return edge;
}

Dag random_dag(std::mt19937& random, uint32_t vertices, uint32_t percent) {
  std::vector<DagEdge> edges;
  for (uint32_t v = 0; v < vertices; ++v)
    for (uint32_t w = v + 1; w < vertices; ++w)
      if (random() % 100 < percent) edges.push_back({v, w});
  auto dag = Dag::from_edges(vertices, edges);
  REQUIRE(dag);
  return std::move(*dag);
}

template <class Check> void for_random_dags(uint32_t count, uint32_t most_vertices, Check check) {
  constexpr uint32_t kPercent[] = {0, 5, 15, 30, 60, 100};
  for (uint32_t seed = 0; seed < count; ++seed) {
    std::mt19937 random(seed);
    CAPTURE(seed);
    check(random_dag(random, seed % (most_vertices + 1), kPercent[seed / (most_vertices + 1) % 6]), random);
  }
}
} // namespace

TEST_CASE("Proposition 3.5: sets that lie in, or are, the intersection of the [x] of their members") {
  uint32_t independent = 0, maximal = 0;
  for_random_dags(300, 7, [&](const Dag& dag, std::mt19937&) {
    Paths paths(edges_of(dag));
    Set all = (Set{1} << dag.vertices()) - 1;
    for (Set set = 0; set <= all; ++set) {
      // Of the empty set's no members the intersection is everything, as is usual: with any other convention the
      // second part would not hold, since the empty set is maximal in no graph but the empty one.
      Set intersection = all;
      for (uint32_t x : list(set)) intersection &= bits(independent_of(dag, x));
      CHECK(((set & ~intersection) == 0) == is_independent(dag, list(set)));
      bool is_maximal = is_independent(dag, list(set)) && !vertex_to_add(dag, list(set));
      CHECK((set == intersection) == is_maximal);
      CHECK(is_independent(dag, list(set)) == paths.independent_set(set));
      CHECK(is_maximal == paths.maximal(set));
      independent += is_maximal || is_independent(dag, list(set)), maximal += is_maximal;
    }
  });
  CHECK(independent > 1000);
  CHECK(maximal > 500);
}

TEST_CASE("Proposition 3.8: completely serial and completely parallel by the sizes of all [v]") {
  uint32_t serial = 0, parallel = 0;
  for_random_dags(1200, 9, [&](const Dag& dag, std::mt19937&) {
    bool all_one = true, all_n = true;
    for (uint32_t v = 0; v < dag.vertices(); ++v) {
      size_t size = independent_of(dag, v).size();
      all_one &= size == 1, all_n &= size == dag.vertices();
    }
    CHECK(is_completely_serial(dag) == all_one);
    CHECK(is_completely_parallel(dag) == all_n);
    serial += all_one, parallel += all_n;
  });
  CHECK(serial > 200);
  CHECK(serial < 900);
  CHECK(parallel > 200);
  CHECK(parallel < 900);
}

TEST_CASE("Proposition 3.11: members of independent classes of a quotient are independent") {
  uint32_t pairs = 0, cyclic = 0, converse_fails = 0;
  for_random_dags(2000, 9, [&](const Dag& dag, std::mt19937& random) {
    uint32_t n = dag.vertices(), classes = n == 0 ? 0 : 1 + static_cast<uint32_t>(random()) % n;
    std::vector<uint32_t> class_of(n);
    for (uint32_t& c : class_of) c = static_cast<uint32_t>(random()) % classes;
    // Definition 3.10; for any equivalence relation, so the quotient may have cycles.
    std::vector<std::vector<bool>> edge(classes, std::vector<bool>(classes, false));
    for (uint32_t v = 0; v < n; ++v)
      for (uint32_t w : dag.successors(v))
        if (class_of[v] != class_of[w]) edge[class_of[v]][class_of[w]] = true;
    Paths quotient(edge);
    for (uint32_t c = 0; c < classes; ++c) cyclic += quotient.reach[c][c];
    for (uint32_t u = 0; u < n; ++u)
      for (uint32_t v = u + 1; v < n; ++v) {
        if (class_of[u] == class_of[v]) continue;
        bool independent = quotient.independent(class_of[u], class_of[v]);
        if (independent) CHECK(are_independent(dag, u, v));
        pairs += independent, converse_fails += !independent && are_independent(dag, u, v);
      }
  });
  CHECK(pairs > 1000);
  CHECK(cyclic > 100);
  CHECK(converse_fails > 100); // the proposition is no equivalence
}

TEST_CASE("independence: pairs, [v], paths and completion agree with reachability") {
  for_random_dags(600, 10, [&](const Dag& dag, std::mt19937& random) {
    uint32_t n = dag.vertices();
    Paths paths(edges_of(dag));
    for (uint32_t v = 0; v < n; ++v) {
      CHECK(bits(independent_of(dag, v)) == paths.of(v));
      Set guess = paths.of(v) ^ Set { 1 } << random() % n; // the certificate accepts no other set
      CHECK(check_independent_of(dag, v, list(paths.of(v))));
      CHECK_FALSE(check_independent_of(dag, v, list(guess)));
      for (uint32_t u = 0; u < n; ++u) CHECK(are_independent(dag, u, v) == paths.independent(u, v));
    }
    for (int i = 0; i < 20; ++i) {
      Set set = static_cast<Set>(random() & random()) & ((Set{1} << n) - 1);
      std::vector<uint32_t> path = path_within(dag, list(set));
      CHECK(path.empty() == paths.independent_set(set));
      CHECK(path.empty() == check_independent_set(dag, list(set)).has_value());
      if (!path.empty()) {
        CHECK((set >> path.front() & 1) == 1);
        CHECK((set >> path.back() & 1) == 1);
        CHECK(path.size() > 1);
        for (size_t k = 1; k < path.size(); ++k) CHECK(dag.has_edge(path[k - 1], path[k]));
        continue;
      }
      auto add = vertex_to_add(dag, list(set));
      if (add) CHECK(paths.independent_set(set | Set{1} << *add));
      std::vector<uint32_t> complete = complete_to_maximal(dag, list(set));
      CHECK(std::ranges::is_sorted(complete));
      CHECK((bits(complete) & set) == set);
      CHECK(paths.maximal(bits(complete)));
      CHECK((complete == list(set)) == !add);
    }
  });
}

TEST_CASE("independence: cells of a table that depend on their neighbours above and to the left") {
  // 0 1 2
  // 3 4 5
  auto dag = Dag::from_edges(6, {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}});
  REQUIRE(dag);
  CHECK(independent_of(*dag, 1) == std::vector<uint32_t>{1, 3});
  CHECK(independent_of(*dag, 0) == std::vector<uint32_t>{0});
  CHECK(path_within(*dag, {0, 2}) == std::vector<uint32_t>{0, 1, 2});
  CHECK(path_within(*dag, {2, 3}).empty());
  CHECK_FALSE(vertex_to_add(*dag, {2, 3}));
  CHECK(vertex_to_add(*dag, {2}) == 3);
  CHECK(complete_to_maximal(*dag, {4}) == std::vector<uint32_t>{2, 4});
}
