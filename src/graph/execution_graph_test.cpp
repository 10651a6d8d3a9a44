// A graph is only made of columns that fit each other: a mistake of a reader of recordings or of a builder is an error
// with its row, not a figure.
#include "graph/execution_graph.h"
#include "graph/testing/sample_streams.h"
#include <doctest/doctest.h>

using namespace unply;
using namespace unply::samples;

namespace {
// Four tasks in a chain of flow and output dependences.
Trace chain() {
  Trace trace = build([](Stream& s) {
    for (int i = 0; i < 4; ++i) s.begin(), s.load(64), s.load(0), s.store(0), s.end();
  });
  REQUIRE(trace.tasks.size() == 4);
  REQUIRE(trace.edges.size() >= 3);
  return trace;
}

std::string refusal_of_damage(auto damage) {
  Trace trace = chain();
  damage(trace);
  auto graph = ExecutionGraph::build(std::move(trace));
  return graph ? "accepted" : graph.error().what;
}
} // namespace

TEST_CASE("execution graph: tasks that refer to what is not there are refused") {
  const std::string kRow = "tasks: vertex 2 refers to a row that does not exist or lies after it";
  CHECK(refusal_of_damage([](Trace&) {}) == "accepted");
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.region[1] = 3; }) == kRow);
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.trace[1] = 2; }) == kRow);
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.instance[1] = 2; }) == kRow);
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.parent[1] = 2; }) == kRow);
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.overhead_ns[1] = t.tasks.self_ns[1] + 1; }) == kRow);
  const std::string kLengths = "tasks: columns of different length, expected 4 rows in each";
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.trace.pop_back(); }) == kLengths);
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.instance.pop_back(); }) == kLengths);
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.parent.pop_back(); }) == kLengths);
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.begin_ns.pop_back(); }) == kLengths);
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.end_ns.pop_back(); }) == kLengths);
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.self_ns.pop_back(); }) == kLengths);
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.overhead_ns.pop_back(); }) == kLengths);
  CHECK(refusal_of_damage([](Trace& t) { t.tasks.incomplete.pop_back(); }) == kLengths);
}

TEST_CASE("execution graph: edges that do not ascend, come twice or name what is not there are refused") {
  CHECK(refusal_of_damage([](Trace& t) { t.edges.from[0] = t.edges.to[0]; }) ==
        "edges: edge from vertex 2 to 2 is not ascending within 4 vertices");
  CHECK(
      refusal_of_damage([](Trace& t) { t.edges.to.back() = 4; }).ends_with("to 5 is not ascending within 4 vertices"));
  const std::string kUnknown = "edges: edge 0 has an unknown kind or site";
  CHECK(refusal_of_damage([](Trace& t) { t.edges.kind[0] = static_cast<EdgeKind>(kEdgeKinds); }) == kUnknown);
  CHECK(refusal_of_damage([](Trace& t) { t.edges.site_from[0] = 8; }) == kUnknown);
  CHECK(refusal_of_damage([](Trace& t) { t.edges.site_to[0] = 8; }) == kUnknown);
  const std::string kOrder = "edges: edge 1 is out of order or comes twice";
  CHECK(refusal_of_damage([](Trace& t) {
          t.edges.to[1] = t.edges.to[0], t.edges.from[1] = t.edges.from[0], t.edges.kind[1] = t.edges.kind[0];
        }) == kOrder);
  CHECK(refusal_of_damage([](Trace& t) { std::swap(t.edges.to[0], t.edges.to[2]); }) == kOrder);
  auto of = [](auto column) {
    return refusal_of_damage([&](Trace& t) { (t.edges.*column).pop_back(); })
        .starts_with("edges: columns of different length");
  };
  CHECK(of(&EdgeColumns::to));
  CHECK(of(&EdgeColumns::kind));
  CHECK(of(&EdgeColumns::site_from));
  CHECK(of(&EdgeColumns::site_to));
  CHECK(of(&EdgeColumns::bytes));
}

namespace {
// The chain, in which the last two tasks also have an anti dependence on the first one in common.
std::string refusal_of_damaged_list(auto damage) {
  return refusal_of_damage([&](Trace& t) {
    EdgeColumns& e = t.edges;
    e.list_first = {static_cast<uint32_t>(e.size())};
    e.from.push_back(0), e.to.push_back(EdgeColumns::kOfList), e.kind.push_back(EdgeKind::anti);
    e.site_from.push_back(0), e.site_to.push_back(0), e.bytes.push_back(8);
    if (!e.pair_set.empty()) e.pair_set.push_back(0);
    e.uses = {{2, 0}, {3, 0}};
    damage(t);
  });
}
} // namespace

TEST_CASE("execution graph: lists of edges that contradict their users are refused") {
  CHECK(refusal_of_damaged_list([](Trace&) {}) == "accepted");
  CHECK(refusal_of_damaged_list([](Trace& t) { t.edges.uses = {{0, 0}}; }) ==
        "edges: edge from vertex 1 to 1 is not ascending within 4 vertices");
  CHECK(refusal_of_damaged_list([](Trace& t) { t.edges.uses = {{3, 0}, {2, 0}}; }) ==
        "edges: use 1 is out of order or comes twice");
  CHECK(refusal_of_damaged_list([](Trace& t) { t.edges.uses = {{2, 1}}; }) ==
        "edges: use 0 is of an unknown list or vertex");
  CHECK(refusal_of_damaged_list([](Trace& t) { t.edges.uses = {{4, 0}}; }) ==
        "edges: use 0 is of an unknown list or vertex");
  CHECK(refusal_of_damaged_list([](Trace& t) { t.edges.kind.back() = EdgeKind::flow; }) ==
        "edges: vertex 3 uses list 0 beside other edges of its kind");
  CHECK(refusal_of_damaged_list([](Trace& t) { t.edges.list_first.push_back(t.edges.list_first[0] + 1); }) ==
        "edges: list 1 has no rows");
  CHECK(
      refusal_of_damaged_list([](Trace& t) { t.edges.site_to.back() = 99; }).ends_with("has an unknown kind or site"));
}

TEST_CASE("execution graph: edges of lists come among the others, by (from, kind)") {
  Trace trace = chain();
  EdgeColumns& e = trace.edges;
  const size_t own = e.size();
  e.list_first = {static_cast<uint32_t>(own)};
  for (uint32_t from : {0u, 1u, 2u}) {
    e.from.push_back(from), e.to.push_back(EdgeColumns::kOfList), e.kind.push_back(EdgeKind::anti);
    e.site_from.push_back(0), e.site_to.push_back(0), e.bytes.push_back(8);
    if (!e.pair_set.empty()) e.pair_set.push_back(0);
  }
  e.uses = {{3, 0}};
  auto graph = ExecutionGraph::build(std::move(trace));
  REQUIRE(graph);
  CHECK(graph->edges() == own + 3);
  std::vector<std::pair<uint32_t, EdgeKind>> into;
  for (uint32_t row : graph->in_edges(3))
    into.emplace_back(graph->trace().edges.from[row], graph->trace().edges.kind[row]);
  CHECK(into.size() == graph->in_edges(3).size());
  CHECK(std::ranges::is_sorted(into));
  CHECK(std::ranges::count(into, EdgeKind::anti, &std::pair<uint32_t, EdgeKind>::second) == 3);
  CHECK(into.size() > 3);
}
