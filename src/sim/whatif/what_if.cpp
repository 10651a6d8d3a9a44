// Each change is one pass over the edges, and takes no memory beyond the new graph.
#include "sim/whatif/what_if.h"
#include "graph/topological_order.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

namespace unply {

static constexpr uint64_t kMostWork = ~uint64_t{0} >> 1;

static Result<void> check_work(const WhatIfGraph& graph) {
  uint64_t work = 0;
  for (uint64_t length : graph.length) {
    if (length > kMostWork - work) return fail(fmt::format("the times of all tasks add up to more than {}", kMostWork));
    work += length;
  }
  return {};
}

// Edges of a recording ascend by sink already: then the few of each task are sorted, not all 33 million of an LU of
// 320.
static void sort_edges(std::vector<GroupedEdge>& edges) {
  auto key = [](const GroupedEdge& e) { return std::tuple(e.to, e.from, e.group); };
  if (!std::ranges::is_sorted(edges, {}, &GroupedEdge::to)) {
    std::ranges::sort(edges, {}, key);
  } else {
    for (size_t begin = 0, end; begin < edges.size(); begin = end) {
      for (end = begin; end < edges.size() && edges[end].to == edges[begin].to;) ++end;
      std::ranges::sort(edges.begin() + std::ptrdiff_t(begin), edges.begin() + std::ptrdiff_t(end), {}, key);
    }
  }
  auto repeated = std::ranges::unique(edges, {}, key);
  edges.erase(repeated.begin(), repeated.end());
}

Result<void> set_edges(WhatIfGraph& graph, std::vector<GroupedEdge> edges) {
  if (auto checked = check_work(graph); !checked) return checked;
  if (auto fits = Dag::check_size(graph.tasks(), edges.size()); !fits) return fits;
  for (const GroupedEdge& e : edges)
    if (e.from >= e.to || e.to >= graph.tasks() || e.group >= graph.groups.size())
      return fail(fmt::format("edge {} -> {} of group {} does not lead forwards among {} tasks and {} groups", e.from,
                              e.to, e.group, graph.tasks(), graph.groups.size()));
  sort_edges(edges);
  graph.in_first.assign(graph.tasks() + 1, 0);
  graph.from.resize(edges.size());
  graph.group.resize(edges.size());
  for (uint32_t e = 0; e < edges.size(); ++e) {
    graph.from[e] = edges[e].from, graph.group[e] = edges[e].group;
    ++graph.in_first[edges[e].to + 1];
  }
  for (uint32_t v = 0; v < graph.tasks(); ++v) graph.in_first[v + 1] += graph.in_first[v];
  return {};
}

uint64_t faster_length(uint64_t length, double times) {
  if (times == 1) return length;
  long double exact = static_cast<long double>(length) / static_cast<long double>(times);
  if (exact >= static_cast<long double>(kMostWork)) return kMostWork;
  return static_cast<uint64_t>(std::llround(exact));
}

namespace {
// Which merged task each task belongs to: the n next instances of a region are one, in the order of the run.
struct Merging {
  std::vector<uint32_t> of;    // of each task
  std::vector<uint32_t> first; // of each merged task, its first task
};

Merging merge_consecutive(const WhatIfGraph& graph, const std::vector<uint32_t>& grain) {
  Merging merged;
  merged.of.resize(graph.tasks());
  std::vector<uint32_t> current(graph.region_names.size()), room(graph.region_names.size(), 0);
  for (uint32_t v = 0; v < graph.tasks(); ++v) {
    uint32_t region = graph.region[v];
    if (room[region] == 0) {
      room[region] = grain[region];
      current[region] = static_cast<uint32_t>(merged.first.size());
      merged.first.push_back(v);
    }
    --room[region];
    merged.of[v] = current[region];
  }
  return merged;
}

Error merged_cycle(const WhatIfGraph& graph, const Merging& merged, const std::vector<uint32_t>& cycle) {
  constexpr size_t kShown = 6;
  auto name = [&](uint32_t m) {
    uint32_t v = merged.first[m];
    return fmt::format("{} ({})", graph.id[v], graph.region_names[graph.region[v]]);
  };
  std::string text;
  for (size_t i = 0; i < cycle.size() && i < kShown; ++i) text += name(cycle[i]) + " -> ";
  if (cycle.size() > kShown) text += fmt::format("... {} more -> ", cycle.size() - kShown);
  return {fmt::format("merged tasks would have to wait for each other: those that begin with tasks {}{}", text,
                      name(cycle[0])),
          "merge fewer instances, or those of another region"};
}

Result<WhatIfGraph> merge(WhatIfGraph graph, const std::vector<uint32_t>& grain) {
  Merging merged = merge_consecutive(graph, grain);
  uint32_t count = static_cast<uint32_t>(merged.first.size());
  std::vector<GroupedEdge> edges;
  std::vector<DagEdge> order_edges;
  for (uint32_t v = 0; v < graph.tasks(); ++v)
    for (uint32_t e = graph.in_first[v]; e < graph.in_first[v + 1]; ++e) {
      uint32_t from = merged.of[graph.from[e]], to = merged.of[v];
      if (from == to) continue;
      edges.push_back({from, to, graph.group[e]});
      order_edges.push_back({from, to});
    }
  TopologicalOrder order = topological_order(count, order_edges);
  if (!order.acyclic()) return std::unexpected(merged_cycle(graph, merged, order.cycle));
  std::vector<uint32_t> place(count);
  WhatIfGraph result;
  result.region_names = std::move(graph.region_names);
  result.groups = std::move(graph.groups);
  result.length.resize(count, 0);
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t v = merged.first[order.order[i]];
    place[order.order[i]] = i;
    result.id.push_back(graph.id[v]);
    result.region.push_back(graph.region[v]);
  }
  for (uint32_t v = 0; v < graph.tasks(); ++v) result.length[place[merged.of[v]]] += graph.length[v];
  for (GroupedEdge& e : edges) e.from = place[e.from], e.to = place[e.to];
  if (auto set = set_edges(result, std::move(edges)); !set) return std::unexpected(set.error());
  return result;
}
} // namespace

Result<WhatIfGraph> apply_changes(const WhatIfGraph& graph, const WhatIfChanges& changes) {
  WhatIfGraph result;
  result.id = graph.id, result.region = graph.region, result.region_names = graph.region_names;
  result.groups = graph.groups;
  result.length = graph.length;
  if (!changes.faster.empty())
    for (uint32_t v = 0; v < graph.tasks(); ++v)
      result.length[v] = faster_length(graph.length[v], changes.faster[graph.region[v]]);
  if (auto checked = check_work(result); !checked) return std::unexpected(checked.error());
  if (changes.removed.empty()) {
    result.in_first = graph.in_first, result.from = graph.from, result.group = graph.group;
  } else {
    result.in_first.reserve(graph.in_first.size());
    result.from.reserve(graph.from.size()), result.group.reserve(graph.group.size());
    for (uint32_t v = 0; v < graph.tasks(); ++v) {
      for (uint32_t e = graph.in_first[v]; e < graph.in_first[v + 1]; ++e)
        if (!changes.removed[graph.group[e]])
          result.from.push_back(graph.from[e]), result.group.push_back(graph.group[e]);
      result.in_first.push_back(result.edges());
    }
  }
  if (changes.grain.empty()) return result;
  return merge(std::move(result), changes.grain);
}

std::vector<uint64_t> finish_times(const WhatIfGraph& graph) {
  std::vector<uint64_t> finish(graph.tasks());
  for (uint32_t v = 0; v < graph.tasks(); ++v) {
    uint64_t ready = 0;
    for (uint32_t e = graph.in_first[v]; e < graph.in_first[v + 1]; ++e) ready = std::max(ready, finish[graph.from[e]]);
    finish[v] = ready + graph.length[v];
  }
  return finish;
}

WhatIfFigures figures_of(const WhatIfGraph& graph) {
  WhatIfFigures figures{.tasks = graph.tasks(), .edges = graph.edges()};
  for (uint64_t length : graph.length) figures.work += length;
  for (uint64_t finish : finish_times(graph)) figures.span = std::max(figures.span, finish);
  return figures;
}

uint64_t WhatIfFigures::least_time(uint32_t processors) const {
  return std::max(span, work / processors + (work % processors != 0));
}

uint64_t WhatIfFigures::greedy_time(uint32_t processors) const {
  auto sum = static_cast<unsigned __int128>(span) * (processors - 1) + work;
  return static_cast<uint64_t>(sum / processors);
}

Result<JobGraph> job_graph_of(const WhatIfGraph& graph) {
  std::vector<DagEdge> edges;
  edges.reserve(graph.edges());
  for (uint32_t v = 0; v < graph.tasks(); ++v)
    for (uint32_t e = graph.in_first[v]; e < graph.in_first[v + 1]; ++e)
      if (e == graph.in_first[v] || graph.from[e] != graph.from[e - 1]) edges.push_back({graph.from[e], v});
  auto dag = Dag::from_edges(graph.tasks(), edges);
  if (!dag) return std::unexpected(dag.error());
  JobGraph jobs;
  jobs.dag = std::move(*dag);
  jobs.length = graph.length, jobs.id = graph.id, jobs.region = graph.region, jobs.region_names = graph.region_names;
  return jobs;
}

} // namespace unply
