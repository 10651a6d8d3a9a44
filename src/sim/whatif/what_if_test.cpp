// Changes on graphs that are small enough to check by hand; what holds on every graph is checked on random ones.
#include "sim/schedulers/scheduler.h"
#include "sim/testing/what_if_samples.h"
#include "sim/whatif/what_if.h"

namespace unply {

// 0 -> 1 -> 2 -> 3 by group 0, 0 -> 2 by group 1, 0 -> 3 by both.
static WhatIfGraph chain() {
  return what_if_graph({4, 6, 8, 2}, {0, 1, 0, 1}, 2,
                       {{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {0, 2, 1}, {0, 3, 1}, {0, 3, 0}});
}

TEST_CASE("what-if: figures") {
  WhatIfFigures figures = figures_of(chain());
  CHECK(figures.tasks == 4);
  CHECK(figures.edges == 6);
  CHECK(figures.work == 20);
  CHECK(figures.span == 20);
  CHECK(figures.least_time(8) == 20);
  CHECK(figures.greedy_time(8) == 20);
  WhatIfFigures even{.work = 21, .span = 3};
  CHECK(even.least_time(4) == 6);
  CHECK(even.greedy_time(4) == (21 + 3 * 3) / 4);
  CHECK(figures_of(WhatIfGraph()).span == 0);
}

TEST_CASE("what-if: removed groups leave the others between the same tasks") {
  auto without = apply_changes(chain(), {.removed = {true, false}});
  REQUIRE(without);
  CHECK(without->edges() == 2);
  CHECK(figures_of(*without).span == 12); // 0 -> 2
  CHECK(figures_of(*without).work == 20);
  auto other = apply_changes(chain(), {.removed = {false, true}});
  REQUIRE(other);
  CHECK(figures_of(*other).span == 20);
  auto jobs = job_graph_of(chain(), 0);
  REQUIRE(jobs);
  CHECK(jobs->dag.edges() == 5);
}

TEST_CASE("what-if: a faster region, and rounding to the nearest unit") {
  auto halved = apply_changes(chain(), {.faster = {2, 1}});
  REQUIRE(halved);
  CHECK(halved->length == std::vector<uint64_t>{2, 6, 4, 2});
  CHECK(faster_length(5, 2) == 3);
  CHECK(faster_length(5, 0.5) == 10);
  CHECK(faster_length(~uint64_t{0} >> 2, 1) == ~uint64_t{0} >> 2);
  CHECK(faster_length(5, 1e-30) == ~uint64_t{0} >> 1); // the most that fits, whatever the rounding does with more
  auto slow = apply_changes(chain(), {.faster = {1e-30, 1}});
  REQUIRE(!slow);
  CHECK(slow.error().what.find("add up to more than") != std::string::npos);
}

TEST_CASE("what-if: merging keeps work and dependences between merged tasks") {
  // two rounds of two tasks of region 0, each task of a round feeds both of the next
  WhatIfGraph rounds = what_if_graph({1, 2, 3, 4}, {0, 0, 0, 0}, 1, {{0, 2, 0}, {0, 3, 0}, {1, 2, 0}, {1, 3, 0}});
  auto merged = apply_changes(rounds, {.grain = {2}});
  REQUIRE(merged);
  CHECK(merged->length == std::vector<uint64_t>{3, 7});
  CHECK(merged->id == std::vector<uint32_t>{1, 3});
  CHECK(merged->edges() == 1);
  CHECK(figures_of(*merged).span == 10);
  auto all = apply_changes(rounds, {.grain = {100}});
  REQUIRE(all);
  CHECK(all->tasks() == 1);
  CHECK(all->edges() == 0);
}

TEST_CASE("what-if: merged tasks are put into a topological order") {
  // 0 of region 0; 1 of region 1; 2 of region 0 waits for nothing; merged 1,3 feed nothing; 3 -> needs 2
  WhatIfGraph graph = what_if_graph({1, 1, 1, 1}, {1, 0, 0, 1}, 1, {{1, 3, 0}, {2, 3, 0}});
  auto merged = apply_changes(graph, {.grain = {2, 2}}); // {0, 3} waits for {1, 2}
  REQUIRE(merged);
  CHECK(merged->id == std::vector<uint32_t>{2, 1});
  CHECK(figures_of(*merged).span == 4);
}

TEST_CASE("what-if: merged tasks that wait for each other are refused with the cycle") {
  // a1 -> b1 -> a2: merging both a makes a cycle
  WhatIfGraph graph = what_if_graph({1, 1, 1}, {0, 1, 0}, 1, {{0, 1, 0}, {1, 2, 0}});
  auto merged = apply_changes(graph, {.grain = {2, 1}});
  REQUIRE(!merged);
  CHECK(merged.error().what == "merged tasks would have to wait for each other: those that begin with tasks 1 (a.c:0) "
                               "-> 2 (a.c:1) -> 1 (a.c:0)");
}

// The tasks of one part as a graph of its own.
static WhatIfGraph part_of(const WhatIfGraph& graph, size_t part) {
  uint32_t first = graph.part_first[part], end = graph.part_end(part);
  std::vector<GroupedEdge> edges;
  for (uint32_t v = first; v < end; ++v)
    graph.each_edge_into(v, [&](uint32_t e) {
      for (uint32_t group : graph.sets[graph.set[e]]) edges.push_back({graph.from[e] - first, v - first, group});
    });
  return what_if_graph({graph.length.begin() + first, graph.length.begin() + end},
                       {graph.region.begin() + first, graph.region.begin() + end},
                       static_cast<uint32_t>(graph.groups.size()), edges);
}

TEST_CASE("what-if: executions in series are the sum of each alone, whatever is changed") {
  std::mt19937 random(13);
  size_t several = 0;
  for (int round = 0; round < 300; ++round) {
    WhatIfGraph graph = random_what_if_graph(random);
    WhatIfChanges changes;
    for (size_t g = 0; g < graph.groups.size(); ++g) changes.removed.push_back(random() % 3 == 0);
    changes.faster.assign(graph.region_names.size(), 1.0 + random() % 2);
    changes.grain.assign(graph.region_names.size(), 1 + random() % 3);
    auto whole = apply_changes(graph, changes);
    WhatIfFigures sum;
    bool refused = false;
    for (size_t part = 0; part < graph.part_first.size(); ++part) {
      WhatIfGraph alone = part_of(graph, part);
      alone.region_names = graph.region_names;
      auto changed = apply_changes(alone, changes);
      refused |= !changed;
      if (!changed) continue;
      WhatIfFigures figures = figures_of(*changed);
      sum.tasks += figures.tasks, sum.edges += figures.edges, sum.work += figures.work, sum.span += figures.span;
    }
    CHECK(refused == !whole);
    if (!whole) continue;
    WhatIfFigures figures = figures_of(*whole);
    CHECK(figures.tasks == sum.tasks);
    CHECK(figures.edges == sum.edges);
    CHECK(figures.work == sum.work);
    CHECK(figures.span == sum.span);
    several += graph.part_first.size() > 1;
  }
  CHECK(several > 50);
}

TEST_CASE("what-if: an edge from one execution to another is refused") {
  WhatIfGraph graph = what_if_graph({1, 1, 1}, {0, 0, 0}, 1, {{0, 1, 0}}, {0, 2});
  CHECK(figures_of(graph).span == 3);
  auto crossing = set_edges(graph, {{1, 2, 0}});
  REQUIRE(!crossing);
  CHECK(crossing.error().what == "edge 1 -> 2 leads from one execution to another");
}

TEST_CASE("what-if: parallel edges become one, carried by all their groups") {
  WhatIfGraph graph = what_if_graph({1, 1, 1}, {0, 0, 0}, 3, {{0, 1, 2}, {0, 1, 0}, {1, 2, 0}, {1, 2, 2}, {1, 2, 2}});
  CHECK(graph.edges() == 2);
  CHECK(graph.set[0] == graph.set[1]);
  CHECK(graph.sets[graph.set[0]] == std::vector<uint32_t>{0, 2});
  CHECK(figures_of(graph).edges == 4);
}

TEST_CASE("what-if: on random graphs removing never lengthens, merging never shortens") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    WhatIfGraph graph = random_what_if_graph(random);
    WhatIfFigures base = figures_of(graph);
    std::vector<bool> removed(graph.groups.size());
    for (size_t g = 0; g < removed.size(); ++g) removed[g] = random() % 2 == 0;
    auto without = apply_changes(graph, {.removed = removed});
    REQUIRE(without);
    CHECK(figures_of(*without).span <= base.span);
    std::vector<uint32_t> grain(graph.region_names.size(), 1 + random() % 3);
    if (auto merged = apply_changes(graph, {.grain = grain})) {
      CHECK(figures_of(*merged).span >= base.span);
      CHECK(figures_of(*merged).work == base.work);
    }
  }
}

TEST_CASE("what-if: a list of edges counts like the same edges of each of its users") {
  std::mt19937 random(29);
  size_t with_lists = 0, schedules = 0, equal = 0;
  for (int round = 0; round < 300; ++round) {
    WhatIfGraph graph = random_what_if_graph(random);
    std::vector<GroupedEdge> edges;
    for (uint32_t v = 0; v < graph.tasks(); ++v)
      graph.each_edge_into(v, [&](uint32_t e) {
        for (uint32_t group : graph.sets[graph.set[e]]) edges.push_back({graph.from[e], v, group});
      });
    WhatIfGraph plain = what_if_graph(graph.length, graph.region, static_cast<uint32_t>(graph.groups.size()),
                                      std::move(edges), graph.part_first);
    WhatIfChanges changes;
    if (round % 2 == 0)
      for (size_t g = 0; g < graph.groups.size(); ++g) changes.removed.push_back(random() % 3 == 0);
    if (round % 3 == 0) changes.grain.assign(graph.region_names.size(), 1 + random() % 3);
    auto a = apply_changes(graph, changes), b = apply_changes(plain, changes);
    REQUIRE(a.has_value() == b.has_value());
    if (!a) continue;
    CHECK(finish_times(*a) == finish_times(*b));
    CHECK(figures_of(*a).edges == figures_of(*b).edges);
    CHECK(figures_of(*a).span == figures_of(*b).span);
    for (size_t part = 0; part < a->part_first.size(); ++part) {
      auto of_a = job_graph_of(*a, part), of_b = job_graph_of(*b, part);
      REQUIRE((of_a && of_b));
      for (uint32_t processors : {1u, 2u, 5u}) {
        auto with = find_scheduler("hlfet")->run(*of_a, processors, {});
        REQUIRE(with);
        CHECK(check_schedule(*of_a, *with));
        ++schedules;
        equal += with->makespan == find_scheduler("hlfet")->run(*of_b, processors, {})->makespan;
      }
    }
    with_lists += !graph.uses.empty();
  }
  CHECK(with_lists > 100);
  CHECK(equal * 100 >= schedules * 99); // ties
}

TEST_CASE("what-if: a list whose edges lead backwards or out of their execution is refused") {
  WhatIfGraph graph = what_if_graph({1, 1, 1}, {0, 0, 0}, 1, {}, {0, 2});
  CHECK(!add_lists(graph, {{.rows = {{0, 0}}, .users = {2}}}));
  graph = what_if_graph({1, 1, 1}, {0, 0, 0}, 1, {});
  CHECK(!add_lists(graph, {{.rows = {{1, 0}}, .users = {1}}}));
  graph = what_if_graph({1, 1, 1}, {0, 0, 0}, 1, {});
  CHECK(!add_lists(graph, {{.rows = {{0, 1}}, .users = {1}}}));
}

} // namespace unply
