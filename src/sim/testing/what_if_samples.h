// Graphs for the tests of what-if: built from rows, and random ones with many equal times and parallel edges, so that
// ties and several critical paths are frequent; many have lists of edges.
#pragma once
#include "sim/whatif/what_if.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <random>

namespace unply {

inline WhatIfGraph what_if_graph(std::vector<uint64_t> length, std::vector<uint32_t> region, uint32_t groups,
                                 std::vector<GroupedEdge> edges, std::vector<uint32_t> part_first = {0}) {
  WhatIfGraph graph;
  graph.part_first = std::move(part_first);
  graph.length = std::move(length);
  graph.region = std::move(region);
  for (uint32_t v = 0; v < graph.tasks(); ++v) graph.id.push_back(v + 1);
  for (uint32_t r : graph.region)
    while (graph.region_names.size() <= r)
      graph.region_names.push_back("a.c:" + std::to_string(graph.region_names.size()));
  graph.groups.resize(groups);
  for (uint32_t g = 0; g < groups; ++g) graph.sets.push_back({g});
  REQUIRE(set_edges(graph, std::move(edges)));
  return graph;
}

inline WhatIfGraph random_what_if_graph(std::mt19937& random) {
  uint32_t tasks = 1 + random() % 40, groups = 1 + random() % 12, regions = 1 + random() % 4;
  uint64_t longest = random() % 3 == 0 ? 1 : 1 + random() % 9;
  std::vector<uint64_t> length;
  std::vector<uint32_t> region;
  for (uint32_t v = 0; v < tasks; ++v) {
    length.push_back(random() % 8 == 0 ? 0 : 1 + random() % longest);
    region.push_back(random() % regions);
  }
  std::vector<uint32_t> part_first = {0};
  for (uint32_t v = 1, chance = 2 + random() % 40; v < tasks; ++v)
    if (random() % chance == 0) part_first.push_back(v);
  auto part_of = [&](uint32_t v) { return std::ranges::upper_bound(part_first, v) - part_first.begin(); };
  std::vector<GroupedEdge> edges;
  for (uint32_t i = random() % (3 * tasks); i > 0; --i) {
    uint32_t a = random() % tasks, b = random() % tasks, reach = 1 + random() % 3;
    if (random() % 2 == 0) b = std::min(tasks - 1, a + reach); // long chains
    if (a != b && part_of(a) == part_of(b))
      edges.push_back({std::min(a, b), std::max(a, b), static_cast<uint32_t>(random() % groups)});
  }
  WhatIfGraph graph = what_if_graph(std::move(length), std::move(region), groups + 1, std::move(edges), part_first);
  std::vector<SharedEdges> lists; // the last group is theirs
  for (uint32_t i = random() % 4; i > 0; --i) {
    uint32_t middle = random() % tasks;
    SharedEdges list;
    for (uint32_t v = 0; v < tasks; ++v) {
      if (part_of(v) != part_of(middle) || random() % 3 == 0) continue;
      const bool user = v > middle && std::ranges::none_of(lists, [&](const SharedEdges& other) {
                          return std::ranges::binary_search(other.users, v);
                        });
      if (v <= middle) list.rows.push_back({v, groups});
      if (user) list.users.push_back(v);
    }
    lists.push_back(std::move(list));
  }
  auto added = add_lists(graph, lists);
  REQUIRE_MESSAGE(added, added.error().what);
  return graph;
}

} // namespace unply
