// Largest independent sets against all subsets of small graphs, Dilworth's duality with the chains listed one by one,
// known shapes, refusals of the certificates, and the result of a search that may not end.
#include "analysis/independence/antichain.h"
#include "analysis/independence/independence.h"
#include "analysis/testing/sample_dags.h"
#include "base/testing/rounds.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <numeric>
#include <random>

using namespace unply;

namespace {
Dag random_dag(std::mt19937& random, uint32_t vertices, uint32_t edges, uint32_t farthest) {
  std::vector<DagEdge> list;
  for (uint32_t i = 0; i < edges && vertices > 1; ++i) {
    uint32_t to = 1 + static_cast<uint32_t>(random()) % (vertices - 1);
    list.push_back({to - 1 - static_cast<uint32_t>(random()) % std::min(to, farthest), to});
  }
  return checked_dag(vertices, list);
}

// Without a limit in time, which a busy machine or a sanitizer would reach: where a search ends early, arcs say where.
AntichainResult solve(const Dag& dag, AntichainOptions options = {}) {
  if (options.limit_s != 0) options.limit_s = 1e9;
  auto result = find_maximum_antichain(dag, options);
  if (!result) FAIL(result.error().what);
  return std::move(*result);
}

uint32_t largest_by_enumeration(const Dag& dag) {
  uint32_t n = dag.vertices(), best = 0;
  std::vector<uint32_t> after(n, 0); // bits of the vertices behind
  for (uint32_t v = n; v-- > 0;)
    for (uint32_t w : dag.successors(v)) after[v] |= after[w] | 1u << w;
  for (uint32_t set = 0; set < 1u << n; ++set) {
    bool independent = true;
    for (uint32_t v = 0; v < n; ++v) independent &= !(set >> v & 1) || (after[v] & set) == 0;
    if (independent) best = std::max(best, static_cast<uint32_t>(__builtin_popcount(set)));
  }
  return best;
}

// The chains that a cover means, one after the other. Each goes on along an edge that has a chain left; where none
// came in one begins.
std::vector<std::vector<uint32_t>> chains_of(const Dag& dag, std::vector<ChainLink> cover) {
  uint32_t n = dag.vertices();
  std::vector<std::vector<ChainLink*>> out(n);
  std::vector<uint32_t> leaving(n, 0), entering(n, 0);
  for (ChainLink& link : cover) {
    out[link.from].push_back(&link);
    leaving[link.from] += link.chains, entering[link.to] += link.chains;
  }
  std::vector<std::vector<uint32_t>> chains;
  std::vector<std::vector<size_t>> at(n); // the chains that have come to each vertex
  for (uint32_t v = 0; v < n; ++v) {
    while (at[v].size() < std::max(leaving[v], 1u)) {
      at[v].push_back(chains.size());
      chains.emplace_back(1, v);
    }
    size_t next = 0;
    for (ChainLink* link : out[v])
      for (uint32_t i = 0; i < link->chains; ++i, ++next) {
        chains[at[v][next]].push_back(link->to);
        at[link->to].push_back(at[v][next]);
      }
  }
  return chains;
}

void check_duality(const Dag& dag, const AntichainResult& result) {
  CHECK(is_independent(dag, result.antichain));
  CHECK(result.antichain.size() == result.lower);
  CHECK_FALSE(vertex_to_add(dag, result.antichain));
  auto chains = chains_of(dag, result.cover);
  CHECK(chains.size() == result.upper);
  std::vector<bool> covered(dag.vertices(), false);
  for (const auto& chain : chains) {
    for (uint32_t v : chain) covered[v] = true;
    for (size_t i = 1; i < chain.size(); ++i) CHECK(dag.has_edge(chain[i - 1], chain[i]));
  }
  CHECK(std::ranges::count(covered, false) == 0);
  std::vector<uint32_t> level = levels_of(dag), width(dag.vertices() + 1, 0);
  for (uint32_t l : level) ++width[l];
  CHECK(result.widest_level == std::ranges::max(width));
  CHECK(result.lower >= result.widest_level);
  CHECK(result.lower <= result.upper);
}

Dag table(uint32_t rows, uint32_t columns) {
  std::vector<DagEdge> edges;
  for (uint32_t v = 0; v < rows * columns; ++v) {
    if (v >= columns) edges.push_back({v - columns, v});
    if (v % columns != 0) edges.push_back({v - 1, v});
  }
  return checked_dag(rows * columns, edges);
}

// Many tasks, a chain behind all of them, many tasks behind the chain.
Dag hourglass(uint32_t wide, uint32_t chain) {
  std::vector<DagEdge> edges;
  for (uint32_t i = 0; i < wide; ++i) edges.push_back({i, wide}), edges.push_back({wide + chain - 1, wide + chain + i});
  for (uint32_t i = 1; i < chain; ++i) edges.push_back({wide + i - 1, wide + i});
  return checked_dag(2 * wide + chain, edges);
}
} // namespace

TEST_CASE("largest independent sets of random graphs agree with enumeration and with chains") {
  uint32_t beyond_levels = 0, shared = 0;
  for (uint32_t seed = 0; seed < 4000; ++seed) {
    std::mt19937 random(seed);
    uint32_t n = seed % 13;
    Dag dag =
        random_dag(random, n, static_cast<uint32_t>(random()) % (3 * n + 1), 1 + static_cast<uint32_t>(random()) % 12);
    CAPTURE(seed);
    AntichainResult result = solve(dag);
    CHECK(result.proven());
    CHECK(result.lower == largest_by_enumeration(dag));
    check_duality(dag, result);
    AntichainResult together = solve(dag, {.passes_alone = 0});
    CHECK(together.lower == result.lower);
    CHECK(together.proven());
    check_duality(dag, together);
    beyond_levels += result.lower > result.widest_level;
    uint64_t links = 0;
    for (const ChainLink& link : result.cover) links += link.chains;
    shared += links > n - result.upper; // some vertex is on several chains
  }
  CHECK(beyond_levels > 500);
  CHECK(shared > 50);
}

TEST_CASE("largest independent sets of larger random graphs are proven by chains") {
  for (uint32_t seed = 0; seed < unsigned(rounds(60)); ++seed) {
    std::mt19937 random(seed);
    constexpr uint32_t kFarthest[] = {10, 50, 100000};
    Dag dag = random_dag(random, 400 + 37 * (seed % 20), 1500 + 100 * (seed % 7), kFarthest[seed % 3]);
    CAPTURE(seed);
    for (uint64_t passes : {0, 20}) {
      AntichainResult result = solve(dag, {.passes_alone = passes});
      CHECK(result.proven());
      check_duality(dag, result);
    }
  }
}

TEST_CASE("largest independent sets of known shapes") {
  CHECK(solve(checked_dag(0, {})).upper == 0);
  CHECK(solve(checked_dag(0, {})).proven());
  CHECK(solve(checked_dag(7, {})).antichain == std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6});
  AntichainResult wavefront = solve(table(30, 50));
  CHECK(wavefront.lower == 30);
  CHECK(wavefront.proven());
  std::vector<DagEdge> tree;
  for (uint32_t v = 1; v < 1000; ++v) tree.push_back({(v - 1) / 2, v});
  AntichainResult leaves = solve(checked_dag(1000, tree));
  CHECK(leaves.lower == 500); // more than the widest level
  CHECK(leaves.widest_level == 489);
  CHECK(leaves.proven());
  AntichainResult shared = solve(hourglass(40, 7)); // 40 chains have to share the middle
  CHECK(shared.upper == 40);
  CHECK(shared.proven());
  check_duality(hourglass(40, 7), shared);
}

TEST_CASE("units that have to take the same long way are sent together") {
  // A map, a sum over it one task after the other, and a map that needs the sum.
  constexpr uint32_t kWide = rounds(20000);
  std::vector<DagEdge> edges;
  for (uint32_t i = 0; i < kWide; ++i) {
    edges.push_back({i, kWide + i});
    if (i > 0) edges.push_back({kWide + i - 1, kWide + i});
    edges.push_back({2 * kWide - 1, 2 * kWide + i});
  }
  Dag sum = checked_dag(3 * kWide, edges);
  for (const Dag& dag : {sum, hourglass(kWide, kWide)}) {
    AntichainOptions options;
    options.limit_arcs = 100 * uint64_t{dag.edges()};
    AntichainResult result = solve(dag, options);
    CHECK(result.upper == kWide);
    CHECK(result.proven());
  }
}

TEST_CASE("a search that may not end gives bounds that hold, and the same ones again") {
  uint32_t unproven = 0;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    Dag dag = random_dag(random, 600, 1800, 60);
    CAPTURE(seed);
    AntichainOptions few;
    few.limit_arcs = 1800 * (1 + seed % 6);
    AntichainResult exact = solve(dag), bounds = solve(dag, few);
    check_duality(dag, bounds);
    CHECK(bounds.lower <= exact.lower);
    CHECK(bounds.upper >= exact.upper);
    CHECK(bounds.antichain == solve(dag, few).antichain);
    unproven += !bounds.proven();
  }
  CHECK(unproven > 20);
  AntichainResult none = solve(hourglass(2000, 2000), {.limit_s = 0});
  CHECK(none.lower == 2000);
  CHECK(none.upper > 2000);
}

static std::string refusal(const auto& checked) { return checked ? "accepted" : checked.error().what; }

TEST_CASE("certificates refuse what is not independent, and chains along edges that are not there") {
  Dag dag = table(3, 3);
  const std::string kCheck = "internal check: ";
  CHECK(refusal(check_independent_set(dag, {2, 4, 6})) == "accepted");
  CHECK(refusal(check_independent_set(dag, {2, 4, 8})) ==
        kCheck + "vertex 4 of an independent set leads to another one");
  CHECK(refusal(check_independent_set(dag, {0, 8})) == kCheck + "vertex 0 of an independent set leads to another one");
  CHECK(refusal(check_independent_set(dag, {2, 2})) == kCheck + "a set has vertex 2 out of order");
  CHECK(refusal(check_independent_set(dag, {4, 2})) == kCheck + "a set has vertex 2 out of order");
  CHECK(refusal(check_independent_set(dag, {2, 9})) == kCheck + "a set has vertex 9 of 9");
  CHECK(refusal(check_independent_of(dag, 4, {2, 4, 6})) == "accepted");
  CHECK(refusal(check_independent_of(dag, 4, {2, 6})) == kCheck + "vertex 4 is not in its own set");
  CHECK(refusal(check_independent_of(dag, 9, {2, 4, 6})) == kCheck + "vertex 9 is not in its own set");
  CHECK(refusal(check_independent_of(dag, 4, {4, 6})) == kCheck + "vertex 2 is counted as dependent of vertex 4");
  CHECK(refusal(check_independent_of(dag, 4, {1, 2, 4, 6})) ==
        kCheck + "vertex 1 is counted as independent of vertex 4");
  CHECK(refusal(check_path(dag, {0, 1, 4, 5})) == "accepted");
  for (const std::vector<uint32_t>& path : {std::vector<uint32_t>{0, 1, 5}, {2, 1, 5}, {4, 1, 5}, {4, 1}})
    CHECK(refusal(check_path(dag, path)).starts_with(kCheck + "a path takes an edge from vertex "));
  CHECK(refusal(check_path(dag, {8, 9})) == kCheck + "a path takes an edge from vertex 8 to 9 that is not there");
  CHECK(count_chains(dag, {}) == 9);
  CHECK(count_chains(dag, {{0, 1, 1}, {1, 2, 1}}) == 7);
  CHECK(count_chains(dag, {{0, 1, 2}, {1, 2, 1}}) == 8); // two chains begin at 0 and one ends at 1
  const std::vector<ChainLink> kCover = {{0, 1, 1}, {1, 2, 1}};
  CHECK(checked_chains(dag, kCover, 7, 7) == 7);
  CHECK(checked_chains(dag, kCover, 8, 3) == 7); // a search may find a cover that is better than it knows
  CHECK(refusal(checked_chains(dag, kCover, 6, 3)) ==
        kCheck + "7 chains cover the graph, the search counted 6 and found 3 independent tasks");
  CHECK(refusal(checked_chains(dag, kCover, 7, 8)) ==
        kCheck + "7 chains cover the graph, the search counted 7 and found 8 independent tasks");
  CHECK_FALSE(checked_chains(dag, {{0, 2, 1}}, 9, 1));
  for (ChainLink link : {ChainLink{0, 2, 1}, {1, 0, 1}, {0, 9, 1}, {9, 0, 1}})
    CHECK(refusal(count_chains(dag, {link})) == kCheck + "a chain goes from vertex " + std::to_string(link.from) +
                                                    " to " + std::to_string(link.to) + " without an edge");
}
