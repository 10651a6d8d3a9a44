// The dependences between calls against the definition, on random trees; and the times of an activation's parts.
#include "analysis/recursion/recursion.h"
#include "graph/testing/sample_streams.h"
#include <doctest/doctest.h>
#include <random>
#include <set>

using namespace unply;
using namespace unply::samples;

namespace {
// Calls of one function: `above[v]` made call v, none made the first ones. No call has more than one vertex.
struct Calls {
  std::vector<int> above;
  std::set<std::pair<uint32_t, uint32_t>> edges; // to, from
};

Trace trace_of(const Calls& calls) {
  Trace trace = empty_trace();
  trace.regions.resize(1);
  trace.regions[0].kind = RegionKind::task;
  trace.regions[0].origin = RegionOrigin::function;
  trace.sites.resize(4);
  auto tasks = static_cast<uint32_t>(calls.above.size());
  for (uint32_t v = 0; v < tasks; ++v) {
    TaskColumns& t = trace.tasks;
    t.region.push_back(0), t.trace.push_back(0), t.instance.push_back(v);
    t.parent.push_back(static_cast<uint32_t>(calls.above[v] + 1));
    t.begin_ns.push_back(10 * v), t.end_ns.push_back(10 * v + 5);
    t.self_ns.push_back(5), t.overhead_ns.push_back(0), t.incomplete.push_back(false);
  }
  for (auto [v, u] : calls.edges) {
    EdgeColumns& e = trace.edges;
    e.from.push_back(u), e.to.push_back(v), e.kind.push_back(EdgeKind::flow);
    e.site_from.push_back(1), e.site_to.push_back(2), e.bytes.push_back(4);
  }
  return trace;
}

std::vector<uint32_t> all_above(const Calls& calls, uint32_t v) {
  std::vector<uint32_t> all = {v};
  while (calls.above[all.back()] >= 0) all.push_back(static_cast<uint32_t>(calls.above[all.back()]));
  return all;
}

uint64_t beside_each_other(const Calls& calls) {
  uint64_t count = 0;
  for (auto [v, u] : calls.edges) {
    std::vector<uint32_t> a = all_above(calls, u), b = all_above(calls, v);
    bool above = std::ranges::find(a, v) != a.end() || std::ranges::find(b, u) != b.end();
    count += !above && a.back() == b.back();
  }
  return count;
}

Calls random_calls(std::mt19937& random) {
  Calls calls;
  std::vector<int> path; // from the root to the last call
  for (int v = 0, n = 2 + static_cast<int>(random() % 40); v < n; ++v) {
    size_t keep = path.empty() ? 0 : random() % (path.size() + 1);
    if (random() % 3 != 0) keep = path.size();
    path.resize(keep);
    calls.above.push_back(path.empty() ? -1 : path.back());
    path.push_back(v);
  }
  for (uint32_t v = 1; v < calls.above.size(); ++v)
    if (random() % 2 == 0) calls.edges.insert({v, static_cast<uint32_t>(random() % v)});
  return calls;
}

std::vector<RecursiveFunction> found_in(const Calls& calls, SiteRole role = SiteRole::other) {
  auto graph = ExecutionGraph::build(trace_of(calls));
  REQUIRE(graph);
  return find_recursion(*graph, {0}, [&](uint32_t) { return role; });
}
} // namespace

TEST_CASE("recursion: dependences between calls beside each other, as by the definition") {
  std::mt19937 random(1);
  int recursive = 0;
  for (int round = 0; round < 500; ++round) {
    Calls calls = random_calls(random);
    auto found = found_in(calls);
    if (found.empty()) continue;
    ++recursive;
    uint64_t edges = 0;
    for (const CallDependence& each : found[0].dependences) edges += each.edges;
    CHECK(edges == beside_each_other(calls));
    CHECK(found[0].activations == calls.above.size());
    CHECK(found[0].leaves + found[0].singles + found[0].forks == found[0].activations);
  }
  CHECK(recursive > 300);
}

TEST_CASE("recursion: a chain is none, a fork is, and one flow between its calls stops it") {
  auto chain = found_in({{-1, 0, 1}, {}});
  REQUIRE(chain.size() == 1);
  CHECK(chain[0].forks == 0);
  CHECK_FALSE(chain[0].divide_and_conquer());
  auto fork = found_in({{-1, 0, 0}, {{1, 0}, {2, 0}}});
  REQUIRE(fork.size() == 1);
  CHECK(fork[0].divide_and_conquer());
  CHECK(fork[0].depth == 2);
  // A flow counts whatever the places are; memory of results excuses anti and output dependences only.
  CHECK_FALSE(found_in({{-1, 0, 0}, {{2, 1}}}, SiteRole::self_call)[0].divide_and_conquer());
  CHECK(found_in({{-1, -1, -1}, {{1, 0}}}).empty());
}

TEST_CASE("recursion: edges out of a chain of 200000 activations cost the logarithm of its length") {
  Calls calls;
  constexpr int kLength = 200000;
  for (int v = 0; v < kLength; ++v) calls.above.push_back(v - 1);
  calls.above.push_back(0); // beside the chain
  Trace trace = trace_of({calls.above, {}});
  for (uint32_t u = 1; u < kLength; ++u) {
    EdgeColumns& e = trace.edges;
    e.from.push_back(u), e.to.push_back(kLength), e.kind.push_back(EdgeKind::flow);
    e.site_from.push_back(1), e.site_to.push_back(2), e.bytes.push_back(4);
  }
  auto graph = ExecutionGraph::build(std::move(trace));
  REQUIRE(graph);
  auto found = find_recursion(*graph, {0}, [](uint32_t) { return SiteRole::other; });
  REQUIRE(found.size() == 1);
  REQUIRE(found[0].dependences.size() == 1);
  CHECK(found[0].dependences[0].edges == kLength - 1);
}

TEST_CASE("recursion: time falls on the parts as the clock says, and none is lost") {
  Trace trace = trace_of({{-1, 0, 0}, {}});
  // 0 to 100, calls from 20 to 30 and from 50 to 60: 20 before, 20 between, 40 behind.
  trace.tasks.begin_ns = {0, 20, 50}, trace.tasks.end_ns = {100, 30, 60}, trace.tasks.self_ns = {41, 7, 9};
  auto graph = ExecutionGraph::build(std::move(trace));
  REQUIRE(graph);
  RecursionTree tree = recursion_tree(*graph, {0}, 0);
  REQUIRE(tree.activations.size() == 3);
  CHECK(tree.activations[0].divide_ns == 10);
  CHECK(tree.activations[0].between_ns == 10);
  CHECK(tree.activations[0].combine_ns == 21);
  CHECK(tree.activations[1].own_ns() == 7);
  CHECK(tree.activations[0].end == 3);
}
