// Quotients against the definitions, on all relations of small graphs; what holds of execution times and what does not
// (Lemma 3.14 and Corollary 3.17); and that the check finds each kind of damage.
#include "analysis/symmetry/check_quotient.h"
#include "analysis/testing/sample_dags.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <functional>
#include <random>
#include <set>

using namespace unply;

namespace {
// Bit i * 8 + j of the result: a path leads from i to j.
uint64_t paths_of(uint32_t n, const std::function<bool(uint32_t, uint32_t)>& edge) {
  uint64_t reach = 0;
  auto bit = [](uint32_t i, uint32_t j) { return uint64_t{1} << (i * 8 + j); };
  for (uint32_t i = 0; i < n; ++i)
    for (uint32_t j = 0; j < n; ++j)
      if (edge(i, j)) reach |= bit(i, j);
  for (uint32_t k = 0; k < n; ++k)
    for (uint32_t i = 0; i < n; ++i)
      for (uint32_t j = 0; j < n; ++j)
        if ((reach & bit(i, k)) && (reach & bit(k, j))) reach |= bit(i, j);
  return reach;
}

bool leads(uint64_t paths, uint32_t i, uint32_t j) { return paths >> (i * 8 + j) & 1; }

// All partitions of n vertices (restricted growth strings).
void for_each_partition(uint32_t n, const std::function<void(const Partition&)>& visit) {
  Partition relation{std::vector<uint32_t>(n, 0), 0};
  std::function<void(uint32_t, uint32_t)> extend = [&](uint32_t v, uint32_t classes) {
    if (v == n) {
      relation.classes = classes;
      visit(relation);
      return;
    }
    for (uint32_t c = 0; c <= classes; ++c) {
      relation.class_of[v] = c;
      extend(v + 1, std::max(classes, c + 1));
    }
  };
  extend(0, 0);
}

Dag dag_of_bits(uint32_t n, uint32_t bits) {
  std::vector<DagEdge> edges;
  for (uint32_t to = 1, at = 0; to < n; ++to)
    for (uint32_t from = 0; from < to; ++from, ++at)
      if (bits >> at & 1) edges.push_back({from, to});
  return checked_dag(n, edges);
}

void check_against_definitions(const Dag& dag, const Partition& relation, uint32_t longest_path) {
  QuotientGraph q = quotient_of(dag, relation);
  REQUIRE(check_quotient(dag, q));
  uint32_t n = dag.vertices(), classes = relation.classes;
  uint64_t paths = paths_of(n, [&](uint32_t i, uint32_t j) { return dag.has_edge(i, j); });
  std::multiset<std::pair<uint32_t, uint32_t>> images;
  for (uint32_t v = 0; v < n; ++v)
    for (uint32_t w : dag.successors(v)) images.emplace(relation.class_of[v], relation.class_of[w]);
  uint64_t within = 0, time = 0;
  for (uint32_t c = 0; c < classes; ++c) {
    within += images.count({c, c});
    bool independent = true;
    for (uint32_t v = 0; v < n; ++v)
      for (uint32_t w = 0; w < n; ++w)
        independent &= !(relation.class_of[v] == c && relation.class_of[w] == c && leads(paths, v, w));
    CHECK((q.independent[c] == Independence::holds) == independent);
    CHECK(q.size[c] == std::ranges::count(relation.class_of, c));
    time += independent ? 1 : q.size[c];
  }
  CHECK(q.edges_within == within);
  CHECK(q.execution_time == time);
  auto image = [&](uint32_t c, uint32_t d) { return c != d && images.contains({c, d}); };
  size_t edges = 0;
  for (uint32_t c = 0; c < classes; ++c)
    for (uint32_t d = 0; d < classes; ++d) edges += image(c, d);
  CHECK(q.edges.size() == edges);
  for (const QuotientEdge& e : q.edges) CHECK(e.multiplicity == images.count({e.from, e.to}));
  uint64_t quotient_paths = paths_of(classes, image);
  bool acyclic = true, chain = edges + 1 == classes;
  for (uint32_t c = 0; c < classes; ++c) {
    acyclic &= !leads(quotient_paths, c, c);
    for (uint32_t d = 0; d < classes; ++d)
      chain &= c == d || leads(quotient_paths, c, d) || leads(quotient_paths, d, c);
  }
  CHECK(q.acyclic() == acyclic);
  CHECK(q.is_chain() == (chain && acyclic));
  CHECK(q.longest_path == longest_path);
  CHECK(time >= longest_path); // for every relation, whether or not its quotient is acyclic
}

uint32_t longest_path_by_definition(const Dag& dag) {
  uint32_t longest = 0;
  std::function<void(uint32_t, uint32_t)> walk = [&](uint32_t v, uint32_t length) {
    longest = std::max(longest, length);
    for (uint32_t w : dag.successors(v)) walk(w, length + 1);
  };
  for (uint32_t v = 0; v < dag.vertices(); ++v) walk(v, 1);
  return longest;
}
} // namespace

TEST_CASE("all relations of all graphs to 4 vertices agree with the definitions") {
  for (uint32_t n = 1; n <= 4; ++n)
    for (uint32_t bits = 0; bits < 1u << n * (n - 1) / 2; ++bits) {
      Dag dag = dag_of_bits(n, bits);
      uint32_t longest = longest_path_by_definition(dag);
      for_each_partition(n, [&](const Partition& relation) { check_against_definitions(dag, relation, longest); });
    }
}

TEST_CASE("execution time: no relation of a graph to 7 vertices is below the longest path, the levels reach it") {
  std::mt19937 random(11);
  for (uint32_t n = 5; n <= 7; ++n)
    for (int turn = 0; turn < 12; ++turn) {
      Dag dag = dag_of_bits(n, static_cast<uint32_t>(random() & random()));
      uint32_t longest = longest_path_by_definition(dag);
      uint64_t least = ~uint64_t{0};
      for_each_partition(n, [&](const Partition& relation) {
        if (turn < 2) check_against_definitions(dag, relation, longest);
        least = std::min(least, quotient_of(dag, relation).execution_time);
      });
      CHECK(least == longest);
      QuotientGraph levels = quotient_of(dag, Partition::by_label(levels_of(dag)));
      CHECK(levels.optimal());
      CHECK(levels.classes_independent());
    }
}

// Lemma 3.14 claims a path through all classes. Each member of the last class has a member of each earlier one
// connected to it, says its proof; but not by directed paths.
TEST_CASE("Lemma 3.14 fails for a zigzag: a chain of 4 independent classes of a connected graph, no path of 4 tasks") {
  // a -> b -> d, c -> d, c -> e -> f
  Dag dag = checked_dag(6, {{0, 1}, {1, 3}, {2, 3}, {2, 4}, {4, 5}});
  QuotientGraph q = quotient_of(dag, Partition{{0, 1, 1, 2, 2, 3}, 4});
  REQUIRE(check_quotient(dag, q));
  CHECK(is_connected(dag));
  CHECK(q.acyclic());
  CHECK(q.classes_independent());
  CHECK(q.is_chain());
  CHECK(q.execution_time == 4);
  CHECK(q.longest_path == 3); // against the lemma, and so against Corollary 3.17:
  CHECK(quotient_of(dag, Partition::by_label(levels_of(dag))).execution_time == 3);
  CHECK(!q.optimal());
}

TEST_CASE("Lemma 3.14 reads 'at most one incoming or one outgoing edge': a diamond has that and is no chain") {
  Dag diamond = checked_dag(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  QuotientGraph q = quotient_of(diamond, Partition{{0, 1, 2, 3}, 4});
  CHECK(!q.is_chain());
  CHECK(q.longest_path == 3);
}

TEST_CASE("a graph in two parts needs no connection for its chain to be optimal; an edge between levels spoils one") {
  Dag two_chains = checked_dag(4, {{0, 1}, {2, 3}});
  QuotientGraph q = quotient_of(two_chains, Partition{{0, 1, 0, 1}, 2});
  CHECK(!is_connected(two_chains));
  CHECK(q.is_chain());
  CHECK(q.optimal());
  CHECK(q.edges == std::vector<QuotientEdge>{{0, 1, 2}});
  Dag skipping = checked_dag(4, {{0, 1}, {1, 2}, {0, 2}, {2, 3}});
  QuotientGraph levels = quotient_of(skipping, Partition::by_label(levels_of(skipping)));
  CHECK(!levels.is_chain());
  CHECK(levels.optimal());
}

TEST_CASE("a relation that does not preserve acyclicity: the cycle is shown, its execution time is no schedule") {
  Dag two_chains = checked_dag(4, {{0, 1}, {2, 3}});
  QuotientGraph q = quotient_of(two_chains, Partition{{0, 1, 1, 0}, 2});
  REQUIRE(check_quotient(two_chains, q));
  CHECK(!q.acyclic());
  CHECK(q.cycle.size() == 2);
  CHECK(q.execution_time == 2); // as few as the longest path has, but neither class can run first
  CHECK(!q.optimal());
}

TEST_CASE("graphs of 5 tasks have no such zigzag: 6 are the fewest") {
  for (uint32_t n = 1; n <= 5; ++n)
    for (uint32_t bits = 0; bits < 1u << n * (n - 1) / 2; ++bits) {
      Dag dag = dag_of_bits(n, bits);
      if (!is_connected(dag)) continue;
      for_each_partition(n, [&](const Partition& relation) {
        QuotientGraph q = quotient_of(dag, relation);
        if (q.is_chain() && q.classes_independent()) CHECK(q.optimal());
      });
    }
}

TEST_CASE("classes across levels are decided 64 at a time, and not at all without a budget") {
  std::vector<DagEdge> edges;
  std::vector<uint32_t> labels;
  for (uint32_t i = 0; i < 200; ++i) { // classes of the first and the third task of a chain, or of two chains
    edges.push_back({3 * i, 3 * i + 1});
    edges.push_back({3 * i + 1, 3 * i + 2});
    labels.insert(labels.end(), {i, 1000 + i, i % 2 == 0 ? i : (i + 2) % 200});
  }
  Dag dag = checked_dag(600, edges);
  QuotientGraph q = quotient_of(dag, Partition::by_label(labels));
  REQUIRE(check_quotient(dag, q));
  CHECK(std::ranges::count(q.independent, Independence::fails) == 100);
  CHECK(q.execution_time == 100 * 2 + 100 + 200);
  QuotientGraph cheap = quotient_of(dag, Partition::by_label(labels), 0);
  REQUIRE(check_quotient(dag, cheap));
  CHECK(std::ranges::count(cheap.independent, Independence::undecided) == 200);
  CHECK(cheap.execution_time == 200 * 2 + 200);
  CHECK(!cheap.classes_independent());
}

TEST_CASE("no tasks, one task") {
  QuotientGraph none = quotient_of(checked_dag(0, {}), Partition{});
  CHECK(check_quotient(checked_dag(0, {}), none));
  CHECK(!none.is_chain());
  QuotientGraph one = quotient_of(checked_dag(1, {}), Partition{{0}, 1});
  CHECK(check_quotient(checked_dag(1, {}), one));
  CHECK(one.is_chain());
  CHECK(one.optimal());
}

TEST_CASE("the check finds each kind of damage") {
  Dag dag = checked_dag(7, {{0, 2}, {1, 2}, {0, 3}, {2, 4}, {3, 4}, {4, 5}, {2, 5}, {5, 6}});
  // {0, 1, 3} lies on two levels and is dependent, {2} and {6} on one, {4} and {5} are joined by an edge.
  const QuotientGraph good = quotient_of(dag, Partition{{0, 0, 1, 0, 2, 2, 3}, 4});
  REQUIRE(check_quotient(dag, good));
  REQUIRE(good.independent[0] == Independence::fails);
  REQUIRE(good.acyclic());
  const std::pair<const char*, std::function<void(QuotientGraph&)>> kDamages[] = {
      {"the relation is on another number of tasks", [](QuotientGraph& q) { q.relation.class_of.pop_back(); }},
      {"classes are not numbered by their first tasks",
       [](QuotientGraph& q) { std::swap(q.relation.class_of[0], q.relation.class_of[6]); }},
      {"classes are not numbered by their first tasks", [](QuotientGraph& q) { q.relation.class_of[6] = 4; }},
      {"a class is empty", [](QuotientGraph& q) { q.relation.class_of[6] = 2; }},
      {"the sizes of the classes are wrong", [](QuotientGraph& q) { ++q.size[0]; }},
      {"a class has an edge to itself", [](QuotientGraph& q) { q.edges.insert(q.edges.begin(), {0, 0, 1}); }},
      {"edges are out of order or come twice", [](QuotientGraph& q) { q.edges.push_back(q.edges.back()); }},
      {"edges are out of order or come twice", [](QuotientGraph& q) { std::swap(q.edges[0], q.edges[1]); }},
      {"the edge between vertices 5 and 6 has no image", [](QuotientGraph& q) { q.edges.pop_back(); }},
      {"edges inside classes are miscounted", [](QuotientGraph& q) { ++q.edges_within; }},
      {"the edge from class 0 to 3 stands for 0 edges and not for 0",
       [](QuotientGraph& q) { q.edges.insert(q.edges.begin() + 2, {0, 3, 0}); }},
      {"the edge from class 0 to 1 stands for 2 edges and not for 3",
       [](QuotientGraph& q) { ++q.edges[0].multiplicity; }},
      {"there are both an order and a cycle", [](QuotientGraph& q) { q.cycle = {0, 1}; }},
      {"the cycle is none", [](QuotientGraph& q) { q.order.clear(), q.cycle = {0, 1}; }},
      {"the order of the classes is none", [](QuotientGraph& q) { q.order[3] = 4; }},
      {"the order of the classes is none", [](QuotientGraph& q) { q.order[3] = q.order[0]; }},
      {"the order leaves classes out", [](QuotientGraph& q) { q.order.pop_back(); }},
      {"an edge leads backwards in the order of the classes",
       [](QuotientGraph& q) { std::swap(q.order[0], q.order[1]); }},
      {"the longest path has 5 tasks, not 4", [](QuotientGraph& q) { --q.longest_path; }},
      {"class 1 is on one level and called dependent",
       [](QuotientGraph& q) { q.independent[1] = Independence::fails, q.execution_time += q.size[1] - 1; }},
      {"class 2 is taken for independent",
       [](QuotientGraph& q) { q.independent[2] = Independence::holds, --q.execution_time; }},
      {"execution time is 7, not 6", [](QuotientGraph& q) { --q.execution_time; }}};
  for (const auto& [words, damage] : kDamages) {
    QuotientGraph bad = good;
    damage(bad);
    auto checked = check_quotient(dag, bad);
    REQUIRE_MESSAGE(!checked, words);
    CHECK(checked.error().what == std::string("internal check: quotient: ") + words);
  }
  Dag apart = checked_dag(3, {{0, 1}}); // 1 and 2 lie on two levels, and no path joins them
  QuotientGraph beside = quotient_of(apart, Partition{{0, 1, 1}, 2});
  REQUIRE(check_quotient(apart, beside));
  beside.independent[1] = Independence::fails, ++beside.execution_time;
  auto checked = check_quotient(apart, beside);
  REQUIRE(!checked);
  CHECK(checked.error().what == "internal check: quotient: class 1 is taken for dependent");
}

TEST_CASE("the check of equitable partitions counts neighbours in each class") {
  Dag dag = checked_dag(6, {{0, 2}, {1, 3}, {2, 4}, {3, 4}, {2, 5}, {3, 5}});
  Partition good{{0, 0, 1, 1, 2, 2}, 3};
  CHECK(check_equitable(dag, {}, good));
  CHECK(check_equitable(dag, std::vector<uint32_t>{7, 7, 8, 8, 9, 9}, good));
  CHECK(!check_equitable(dag, std::vector<uint32_t>{7, 6, 8, 8, 9, 9}, good));
  CHECK(!check_equitable(dag, {}, Partition{{0, 1, 2, 2, 3, 3}, 4})); // predecessors differ
  CHECK(!check_equitable(dag, {}, Partition{{0, 0, 1, 2, 3, 3}, 4})); // successors differ
  CHECK(!check_equitable(dag, {}, Partition{{0, 0, 1, 1, 2}, 3}));
}
