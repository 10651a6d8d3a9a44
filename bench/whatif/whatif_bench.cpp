// What the ranking of single changes costs: random graphs and chains with three dependences a task in a thousand
// groups. Each list is compared with that of measuring changes one by one, all of them or as many as fit into 20 s.
#include "sim/whatif/rank_changes.h"
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <random>
#include <tuple>

using namespace unply;

namespace {

double cpu_s() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

enum class Shape { random, levels, chain, strands };

// Dependences of a task come from `reach` tasks back at most; groups are taken at random or, in strands, one each.
WhatIfGraph make_graph(Shape shape, uint32_t tasks, uint32_t groups) {
  std::mt19937 random(1);
  WhatIfGraph graph;
  graph.groups.resize(groups);
  for (uint32_t g = 0; g < groups; ++g) graph.sets.push_back({g});
  graph.region_names.resize(100);
  std::vector<GroupedEdge> edges;
  for (uint32_t v = 0; v < tasks; ++v) {
    graph.length.push_back(shape == Shape::levels ? 1000 : 500 + random() % 1000);
    graph.id.push_back(v + 1);
    graph.region.push_back(random() % 100);
    uint32_t reach = shape == Shape::levels ? 2000 : shape == Shape::strands ? groups : std::max(1u, tasks / 10);
    if (shape == Shape::chain && v > 0) edges.push_back({v - 1, v, static_cast<uint32_t>(random() % groups)});
    for (int i = 0; i < (shape == Shape::chain ? 2 : 3) && v > 0; ++i) {
      uint32_t back = 1 + random() % std::min(v, reach);
      if (shape == Shape::levels) back = 1000 + random() % 1000;
      if (shape == Shape::strands) back = groups;
      uint32_t group = shape == Shape::strands ? v % groups : static_cast<uint32_t>(random() % groups);
      if (back <= v) edges.push_back({v - back, v, group});
    }
  }
  if (auto set = set_edges(graph, std::move(edges)); !set) fmt::print("{}\n", set.error().what), std::exit(1);
  return graph;
}

RankedChange measured(const WhatIfGraph& graph, const std::vector<SingleChange>& changes, uint32_t i) {
  WhatIfChanges made{std::vector<bool>(graph.groups.size()), std::vector<double>(graph.region_names.size(), 1), {}};
  for (uint32_t g : changes[i].removed) made.removed[g] = true;
  if (changes[i].region != kNoChangedRegion) made.faster[changes[i].region] = changes[i].faster;
  auto changed = apply_changes(graph, made);
  if (!changed) fmt::print("{}\n", changed.error().what), std::exit(1);
  WhatIfFigures figures = figures_of(*changed);
  return {.change = i, .work = figures.work, .span = figures.span, .time = figures.least_time(8)};
}

// A change measured by itself never belongs before the last one of the list, unless it is in the list as it is.
bool agrees(const ChangeRanking& ranking, const RankedChange& one) {
  auto key = [](const RankedChange& c) { return std::tuple(c.time, c.span, c.work, c.change); };
  return std::ranges::find(ranking.best, one) != ranking.best.end() || key(ranking.best.back()) < key(one);
}

void bench(const char* name, Shape shape, uint32_t tasks, uint32_t groups) {
  constexpr double kMeasuringLimit_s = 20;
  WhatIfGraph graph = make_graph(shape, tasks, groups);
  std::vector<SingleChange> changes;
  for (uint32_t g = 0; g < groups; ++g) changes.push_back({.removed = {g}});
  for (uint32_t r = 0; r < 100; ++r) changes.push_back({.region = r, .faster = 2});
  double begin = cpu_s();
  ChangeRanking ranking = rank_changes(graph, changes, 8, 10);
  double top_s = cpu_s() - begin;
  begin = cpu_s();
  ChangeRanking all = rank_changes(graph, changes, 8, changes.size());
  double all_s = cpu_s() - begin;
  begin = cpu_s();
  uint32_t done = 0;
  bool same = std::ranges::equal(ranking.best, std::span(all.best).first(ranking.best.size()));
  for (; done < changes.size() && cpu_s() - begin < kMeasuringLimit_s; ++done) {
    uint32_t i = static_cast<uint32_t>(done * uint64_t{7919} % changes.size()); // not only the first ones
    same = same && agrees(ranking, measured(graph, changes, i));
  }
  double each_s = (cpu_s() - begin) / done;
  fmt::print("{:<8} {:>9} {:>9} {:>7} {:>8} {:>9} {:>8.2f} {:>8.2f} {:>11.1f} {:>9}\n", name, graph.tasks(),
             graph.edges(), changes.size(), ranking.shorten, ranking.evaluated, top_s, all_s, each_s * changes.size(),
             same ? fmt::format("{} same", done) : "DIFFERENT");
  if (!same) std::exit(1);
}
} // namespace

int main(int argc, char** argv) {
  uint32_t tasks = argc > 1 ? static_cast<uint32_t>(std::atoi(argv[1])) : 1'000'000;
  uint32_t groups = argc > 2 ? static_cast<uint32_t>(std::atoi(argv[2])) : 1000;
  fmt::print("one thread, CPU seconds; one by one: measured up to 20 s, and scaled to all\n");
  fmt::print("{:<8} {:>9} {:>9} {:>7} {:>8} {:>9} {:>8} {:>8} {:>11} {:>9}\n", "shape", "tasks", "edges", "changes",
             "shorten", "evaluated", "top 10", "all", "one by one", "compared");
  bench("random", Shape::random, tasks, groups);
  bench("levels", Shape::levels, tasks, groups);
  bench("chain", Shape::chain, tasks, groups);
  bench("strands", Shape::strands, tasks, groups);
}
