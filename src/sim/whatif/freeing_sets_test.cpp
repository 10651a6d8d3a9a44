// The search for variables against its definition: every subset removed, every graph measured.
#include "sim/testing/what_if_samples.h"
#include "sim/whatif/freeing_sets.h"
#include <algorithm>
#include <bit>

namespace unply {

static void name_groups(WhatIfGraph& graph, uint32_t variables, std::mt19937& random) {
  for (DependenceGroup& group : graph.groups) {
    group.kind = random() % 12 == 0 ? EdgeKind::extension : static_cast<EdgeKind>(random() % 3);
    group.variable = random() % 15 == 0 ? "" : std::string(1, static_cast<char>('a' + random() % variables));
    group.edges = random() % 3;
  }
}

static WhatIfFigures figures_without(const WhatIfGraph& graph, const std::vector<std::string>& variables) {
  WhatIfChanges made;
  for (const DependenceGroup& group : graph.groups)
    made.removed.push_back(group.kind != EdgeKind::extension &&
                           std::ranges::find(variables, group.variable) != variables.end());
  auto changed = apply_changes(graph, made);
  REQUIRE(changed);
  return figures_of(*changed);
}

TEST_CASE("freeing sets: the fewest variables are as few as among all subsets, on random graphs") {
  std::mt19937 random(20);
  size_t smaller = 0, maps = 0;
  for (int round = 0; round < 600; ++round) {
    WhatIfGraph graph = random_what_if_graph(random);
    name_groups(graph, 2 + random() % 5, random);
    uint32_t processors = 1 + random() % 20;
    FreeingSets sets = find_freeing_sets(graph, processors);
    if (!sets.any()) continue;
    WhatIfFigures all = figures_without(graph, sets.variables);
    CHECK(sets.span == all.span);
    CHECK(sets.leaves_map == (all.edges == 0));
    maps += sets.leaves_map;
    auto enough = static_cast<uint64_t>(static_cast<double>(all.least_time(processors)) * kEnoughTimes);
    size_t fewest = sets.variables.size();
    for (uint32_t subset = 0; subset < 1u << sets.variables.size(); ++subset) {
      std::vector<std::string> removed;
      for (size_t i = 0; i < sets.variables.size(); ++i)
        if (subset >> i & 1) removed.push_back(sets.variables[i]);
      if (figures_without(graph, removed).span <= enough) fewest = std::min(fewest, removed.size());
    }
    CHECK(sets.proven);
    CHECK(sets.fewest.size() == fewest);
    CHECK(sets.fewest_span == figures_without(graph, sets.fewest).span);
    CHECK(sets.fewest_span <= enough);
    smaller += fewest < sets.variables.size();
  }
  CHECK(smaller > 100);
  CHECK(maps > 100);
}

TEST_CASE("freeing sets: a search that may look at nothing proves nothing") {
  WhatIfGraph graph = what_if_graph({5, 5, 5}, {0, 0, 0}, 2, {{0, 1, 0}, {1, 2, 0}, {0, 1, 1}});
  graph.groups[0].variable = "s", graph.groups[1].variable = "t";
  FreeingSets sets = find_freeing_sets(graph, 8, 1);
  CHECK_FALSE(sets.proven);
  CHECK(sets.fewest.size() == 2);
  CHECK(sets.fewest_span == 5);
  CHECK(find_freeing_sets(graph, 8).proven);
}

TEST_CASE("freeing sets: three variables that all carry the same chain are needed together") {
  std::vector<GroupedEdge> edges;
  for (uint32_t v = 0; v < 9; ++v)
    for (uint32_t group = 0; group < 3; ++group) edges.push_back({v, v + 1, group});
  edges.push_back({0, 5, 3});
  WhatIfGraph graph = what_if_graph(std::vector<uint64_t>(10, 7), std::vector<uint32_t>(10, 0), 4, edges);
  for (uint32_t g = 0; g < 4; ++g)
    graph.groups[g].variable = std::string(1, static_cast<char>('w' + g)), graph.groups[g].edges = 9;
  FreeingSets sets = find_freeing_sets(graph, 2);
  CHECK(sets.leaves_map);
  CHECK(sets.variables.size() == 4);
  CHECK(sets.fewest == std::vector<std::string>{"w", "x", "y"}); // the last one costs nothing on two processors
  CHECK(find_freeing_sets(graph, 100).fewest.size() == 4);
}

} // namespace unply
