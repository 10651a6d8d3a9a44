// Both adjacencies against the set of edges that they were made of, and refused inputs.
#include "graph/dag.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <set>

using namespace unply;

TEST_CASE("dag: adjacency lists are ascending, complete and without repetition") {
  std::mt19937 random(7);
  for (uint32_t n : {0u, 1u, 2u, 5u, 40u}) {
    std::vector<DagEdge> edges;
    std::set<std::pair<uint32_t, uint32_t>> expected;
    for (uint32_t i = 0; n > 1 && i < 3 * n; ++i) {
      uint32_t a = random() % n, b = random() % n;
      if (a == b) continue;
      edges.push_back({std::min(a, b), std::max(a, b)});
      expected.emplace(std::min(a, b), std::max(a, b));
    }
    auto dag = Dag::from_edges(n, edges);
    REQUIRE(dag);
    CHECK(dag->vertices() == n);
    CHECK(dag->edges() == expected.size());
    std::set<std::pair<uint32_t, uint32_t>> in, out;
    for (uint32_t v = 0; v < n; ++v) {
      CHECK(std::ranges::is_sorted(dag->predecessors(v)));
      CHECK(std::ranges::is_sorted(dag->successors(v)));
      for (uint32_t u : dag->predecessors(v)) in.emplace(u, v);
      for (uint32_t w : dag->successors(v)) out.emplace(v, w);
      for (uint32_t u = 0; u < n; ++u) CHECK(dag->has_edge(u, v) == expected.contains({u, v}));
    }
    CHECK(in == expected);
    CHECK(out == expected);
  }
}

TEST_CASE("dag: levels are longest paths from the sources") {
  auto dag = Dag::from_edges(5, {{0, 1}, {1, 3}, {0, 3}, {2, 3}});
  REQUIRE(dag);
  CHECK(levels_of(*dag) == std::vector<uint32_t>{0, 1, 0, 2, 0});
}

TEST_CASE("dag: edges that descend, leave the graph or are too many are refused") {
  CHECK(Dag::from_edges(3, {{2, 1}}).error().what ==
        "graph: edge from vertex 2 to 1 is not ascending within 3 vertices");
  CHECK(!Dag::from_edges(3, {{1, 1}}));
  CHECK(!Dag::from_edges(3, {{0, 3}}));
  CHECK(Dag::check_size(10, Dag::kMostEdges));
  CHECK(Dag::check_size(10, uint64_t{1} << 31).error().what == "graph: 2147483648 edges, at most 2147483647 fit");
  CHECK(!Dag::check_size(uint64_t{1} << 31, 0));
}
