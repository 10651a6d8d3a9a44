#include "stg/graph/operation_tiers.h"
#include <doctest/doctest.h>

using namespace unply::stg;

namespace {

// A send and a receive, at the end of one call each.
TaskGraphFile two_operations() {
  TaskGraphFile file;
  file.program.procedures.emplace_back().operations.resize(2);
  Graph& graph = file.graph.emplace();
  for (const uint32_t index : {0U, 1U}) {
    Node& node = graph.nodes.emplace_back();
    node.id = index, node.kind = NodeKind::operation, node.procedure = 0, node.index = index;
    node.expressions = {{.role = name_of(Role::peer)}, {.role = name_of(Role::count)}};
  }
  graph.edges.push_back({.id = 0, .source = 0, .target = 1});
  return file;
}

} // namespace

TEST_CASE("an operation is as certain as its set, its partner and its maps; its size is told apart") {
  TaskGraphFile file = two_operations();
  CHECK(operation_tiers(file)[0][0].pairing == Tier::exact);
  CHECK(operation_tiers(file)[0][0].size == Tier::exact);
  file.graph->nodes[0].expressions[1].tier = Tier::evaluable;
  CHECK(operation_tiers(file)[0][0].pairing == Tier::exact);
  CHECK(operation_tiers(file)[0][0].size == Tier::evaluable);
  file.graph->nodes[0].expressions[0].tier = Tier::evaluable;
  CHECK(operation_tiers(file)[0][0].pairing == Tier::evaluable);
  CHECK(operation_tiers(file)[0][1].pairing == Tier::exact);
  file.graph->nodes[1].expressions.push_back({.role = name_of(Role::tag), .tier = Tier::evaluable});
  CHECK(operation_tiers(file)[0][1].pairing == Tier::exact); // its map tells what the tag meets
  file.graph->edges[0].tier = Tier::observed;
  for (const size_t i : {0, 1}) CHECK(operation_tiers(file)[0][i].pairing == Tier::observed);
}

TEST_CASE("one of several nodes of an operation is the least certain; without a graph all are evaluable") {
  TaskGraphFile file = two_operations();
  Node again = file.graph->nodes[1];
  again.id = 2, again.instances.tier = Tier::evaluable;
  file.graph->nodes.push_back(again);
  CHECK(operation_tiers(file)[0][1].pairing == Tier::evaluable);
  file.graph.reset();
  CHECK(operation_tiers(file)[0][0].pairing == Tier::evaluable);
  CHECK(operation_tiers(file)[0][0].size == Tier::evaluable);
}
