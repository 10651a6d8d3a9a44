// The ranking against its definition: every change made, every graph measured, all sorted.
#include "base/testing/rounds.h"
#include "sim/testing/what_if_samples.h"
#include "sim/whatif/rank_changes.h"
#include <algorithm>
#include <tuple>

namespace unply {

static std::vector<RankedChange> brute_force(const WhatIfGraph& graph, const std::vector<SingleChange>& changes,
                                             uint32_t processors) {
  std::vector<RankedChange> all;
  for (uint32_t i = 0; i < changes.size(); ++i) {
    WhatIfChanges made{std::vector<bool>(graph.groups.size()), std::vector<double>(graph.region_names.size(), 1), {}};
    for (uint32_t g : changes[i].removed) made.removed[g] = true;
    if (changes[i].region != kNoChangedRegion) made.faster[changes[i].region] = changes[i].faster;
    auto changed = apply_changes(graph, made);
    REQUIRE(changed);
    WhatIfFigures figures = figures_of(*changed);
    all.push_back({i, figures.work, figures.span, figures.least_time(processors)});
  }
  std::ranges::sort(all, {}, [](const RankedChange& c) { return std::tuple(c.time, c.span, c.work, c.change); });
  return all;
}

static std::vector<SingleChange> random_changes(const WhatIfGraph& graph, std::mt19937& random) {
  std::vector<SingleChange> changes;
  for (uint32_t g = 0; g < graph.groups.size(); ++g) changes.push_back({.removed = {g}});
  for (uint32_t r = 0; r < graph.region_names.size(); ++r)
    changes.push_back({.region = r, .faster = 1.0 + random() % 3});
  for (uint32_t more = random() % 90; more > 0; --more) {
    SingleChange change;
    for (uint32_t g = 0; g < graph.groups.size(); ++g)
      if (random() % 3 == 0) change.removed.push_back(g);
    if (random() % 4 == 0) change.region = random() % graph.region_names.size(), change.faster = 2;
    changes.push_back(std::move(change));
  }
  return changes;
}

TEST_CASE("ranking of changes: equals that of measuring every change, on random graphs") {
  std::mt19937 random(11);
  size_t left_out = 0, shortened = 0;
  for (int round = 0; round < rounds(1500); ++round) {
    WhatIfGraph graph = random_what_if_graph(random);
    std::vector<SingleChange> changes = random_changes(graph, random);
    uint32_t processors = 1 + random() % 6;
    size_t top = random() % (changes.size() + 3);
    std::vector<RankedChange> expected = brute_force(graph, changes, processors);
    ChangeRanking ranking = rank_changes(graph, changes, processors, top);
    uint64_t span = figures_of(graph).span;
    CHECK(ranking.base.span == span);
    CHECK(ranking.shorten ==
          static_cast<size_t>(std::ranges::count_if(expected, [&](const RankedChange& c) { return c.span < span; })));
    expected.resize(std::min(top, expected.size()));
    CHECK(ranking.best == expected);
    left_out += ranking.changes - ranking.evaluated;
    shortened += ranking.shorten;
  }
  CHECK(left_out > 0);
  CHECK(shortened > size_t(rounds(1500)));
}

TEST_CASE("ranking of changes: only those on every critical path are evaluated") {
  // two chains of 10, by groups 0 and 1; a third, shorter one by group 2
  std::vector<GroupedEdge> edges;
  for (uint32_t v = 0; v + 3 < 30; ++v)
    if (v % 3 != 2 || v < 24) edges.push_back({v, v + 3, v % 3});
  WhatIfGraph graph = what_if_graph(std::vector<uint64_t>(30, 5), std::vector<uint32_t>(30, 0), 3, edges);
  ChangeRanking ranking = rank_changes(graph, {{.removed = {0}}, {.removed = {1}}, {.removed = {2}}}, 8, 3);
  CHECK(ranking.shorten == 0);
  CHECK(ranking.evaluated == 0);
  CHECK(ranking.best.size() == 3);
  ranking = rank_changes(graph, {{.removed = {0}}, {.removed = {0, 1}}, {.region = 0, .faster = 5}}, 8, 1);
  CHECK(ranking.shorten == 2);
  CHECK(ranking.best == std::vector<RankedChange>{{2, 30, 10, 10}});
}

TEST_CASE("ranking of changes: bounds leave most of those unevaluated that shorten the span") {
  // a chain of 100 tasks, each edge in a group of its own: cutting it in the middle is best
  std::vector<GroupedEdge> edges;
  std::vector<SingleChange> changes;
  for (uint32_t v = 0; v + 1 < 100; ++v) {
    edges.push_back({v, v + 1, v});
    changes.push_back({.removed = {v}});
  }
  WhatIfGraph graph = what_if_graph(std::vector<uint64_t>(100, 1), std::vector<uint32_t>(100, 0), 99, edges);
  ChangeRanking ranking = rank_changes(graph, changes, 8, 1);
  CHECK(ranking.shorten == 99);
  CHECK(ranking.evaluated == 8); // one pass
  CHECK(ranking.best == std::vector<RankedChange>{{49, 100, 50, 50}});
}

TEST_CASE("ranking of changes: a graph without tasks, and no changes") {
  CHECK(rank_changes(WhatIfGraph(), {}, 4, 10).best.empty());
}

} // namespace unply
