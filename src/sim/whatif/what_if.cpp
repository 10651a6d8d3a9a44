// Each change is one pass over the edges, and takes no memory beyond the new graph.
#include "sim/whatif/what_if.h"
#include "base/none.h"
#include "graph/topological_order.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

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
  auto key = [](const GroupedEdge& e) { return std::tuple(e.to, e.from, e.set); };
  if (!std::ranges::is_sorted(edges, {}, &GroupedEdge::to)) {
    std::ranges::sort(edges, {}, key);
  } else {
    for (size_t begin = 0, end; begin < edges.size(); begin = end) {
      for (end = begin; end < edges.size() && edges[end].to == edges[begin].to;) ++end;
      std::ranges::sort(edges.begin() + std::ptrdiff_t(begin), edges.begin() + std::ptrdiff_t(end), {}, key);
    }
  }
}

namespace {
// The union of the sets of parallel edges, each made once.
class Unions {
public:
  explicit Unions(std::vector<std::vector<uint32_t>>& sets) : sets_(sets) {
    for (uint32_t set = 0; set < sets.size(); ++set) row_of_.try_emplace(sets[set], set);
  }
  uint32_t of(uint32_t a, uint32_t b) {
    if (a == b) return a;
    auto [place, added] = unions_.try_emplace(uint64_t{a} << 32 | b, 0);
    if (added) {
      std::vector<uint32_t> both;
      std::ranges::set_union(sets_[a], sets_[b], std::back_inserter(both));
      auto [row, fresh] = row_of_.try_emplace(both, static_cast<uint32_t>(sets_.size()));
      if (fresh) sets_.push_back(std::move(both));
      place->second = row->second;
    }
    return place->second;
  }

private:
  std::vector<std::vector<uint32_t>>& sets_;
  std::map<std::vector<uint32_t>, uint32_t> row_of_;
  std::unordered_map<uint64_t, uint32_t> unions_;
};
} // namespace

static Result<void> check_edges(const WhatIfGraph& graph, const std::vector<GroupedEdge>& edges) {
  for (const GroupedEdge& e : edges)
    if (e.from >= e.to || e.to >= graph.tasks() || e.set >= graph.sets.size())
      return fail(fmt::format("edge {} -> {} of set {} does not lead forwards among {} tasks and {} sets", e.from, e.to,
                              e.set, graph.tasks(), graph.sets.size()));
  return {};
}

Result<void> set_edges(WhatIfGraph& graph, std::vector<GroupedEdge> edges) {
  if (auto checked = check_work(graph); !checked) return checked;
  if (auto fits = Dag::check_size(graph.tasks(), edges.size()); !fits) return fits;
  if (auto checked = check_edges(graph, edges); !checked) return checked;
  sort_edges(edges);
  Unions unions(graph.sets);
  size_t kept = 0, part = 0;
  graph.in_first.assign(graph.tasks() + 1, 0);
  for (const GroupedEdge& e : edges) {
    while (e.to >= graph.part_end(part)) ++part;
    if (e.from < graph.part_first[part])
      return fail(fmt::format("edge {} -> {} leads from one execution to another", e.from, e.to));
    if (kept > 0 && edges[kept - 1].to == e.to && edges[kept - 1].from == e.from) {
      edges[kept - 1].set = unions.of(edges[kept - 1].set, e.set);
    } else {
      edges[kept++] = e;
      ++graph.in_first[e.to + 1];
    }
  }
  edges.resize(kept);
  graph.from.resize(kept), graph.set.resize(kept);
  for (size_t e = 0; e < kept; ++e) graph.from[e] = edges[e].from, graph.set[e] = edges[e].set;
  for (uint32_t v = 0; v < graph.tasks(); ++v) graph.in_first[v + 1] += graph.in_first[v];
  return {};
}

static void index_uses(WhatIfGraph& graph) {
  graph.use_first.clear();
  if (graph.uses.empty()) return;
  graph.use_first.assign(graph.tasks() + size_t{1}, 0);
  for (const WhatIfGraph::ListUse& use : graph.uses) ++graph.use_first[use.to + size_t{1}];
  for (uint32_t v = 0; v < graph.tasks(); ++v) graph.use_first[v + size_t{1}] += graph.use_first[v];
}

Result<void> add_lists(WhatIfGraph& graph, const std::vector<SharedEdges>& lists) {
  for (const SharedEdges& shared : lists) {
    if (shared.users.empty() || shared.rows.empty()) continue;
    const auto list = static_cast<uint32_t>(graph.list_first.size());
    graph.list_first.push_back(static_cast<uint32_t>(graph.from.size()));
    uint32_t least = graph.tasks(), most = 0;
    for (const SharedEdges::Row& row : shared.rows) {
      if (row.set >= graph.sets.size()) return fail(fmt::format("a list of edges has an unknown set {}", row.set));
      least = std::min(least, row.from), most = std::max(most, row.from);
      graph.from.push_back(row.from), graph.set.push_back(row.set);
    }
    for (uint32_t to : shared.users) {
      auto part = std::ranges::upper_bound(graph.part_first, to) - graph.part_first.begin() - 1;
      if (to >= graph.tasks() || most >= to || least < graph.part_first[static_cast<size_t>(part)])
        return fail(fmt::format("an edge into task {} does not lead forwards within its execution", to));
      graph.uses.push_back({to, list});
    }
  }
  std::ranges::stable_sort(graph.uses, {}, &WhatIfGraph::ListUse::to);
  index_uses(graph);
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
  std::vector<uint32_t> part_first;
};

Merging merge_consecutive(const WhatIfGraph& graph, const std::vector<uint32_t>& grain) {
  Merging merged;
  merged.of.resize(graph.tasks());
  std::vector<uint32_t> current(graph.region_names.size()), room(graph.region_names.size(), 0);
  for (uint32_t v = 0; v < graph.tasks(); ++v) {
    if (merged.part_first.size() < graph.part_first.size() && v == graph.part_first[merged.part_first.size()]) {
      merged.part_first.push_back(static_cast<uint32_t>(merged.first.size()));
      std::ranges::fill(room, 0);
    }
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
  std::vector<uint32_t> taken_for(graph.list_first.size(), kNone); // the merged task that has the list already
  for (uint32_t v = 0; v < graph.tasks(); ++v) {
    const uint32_t to = merged.of[v];
    auto add = [&](uint32_t e) {
      uint32_t from = merged.of[graph.from[e]];
      if (from == to) return;
      const bool repeated = !edges.empty() && edges.back().from == from && edges.back().to == to;
      if (repeated && edges.back().set == graph.set[e]) return;
      edges.push_back({from, to, graph.set[e]});
      if (!repeated) order_edges.push_back({from, to});
    };
    for (uint32_t e = graph.in_first[v]; e < graph.in_first[v + 1]; ++e) add(e);
    for (const WhatIfGraph::ListUse& use : graph.lists_of(v))
      if (std::exchange(taken_for[use.list], to) != to)
        for (uint32_t e = graph.list_first[use.list]; e < graph.list_end(use.list); ++e) add(e);
  }
  TopologicalOrder order = topological_order(count, order_edges);
  if (!order.acyclic()) return std::unexpected(merged_cycle(graph, merged, order.cycle));
  auto part_of = [&](uint32_t m) { return std::ranges::upper_bound(merged.part_first, m) - merged.part_first.begin(); };
  if (merged.part_first.size() > 1) std::ranges::stable_sort(order.order, {}, part_of);
  std::vector<uint32_t> place(count);
  WhatIfGraph result;
  result.region_names = std::move(graph.region_names);
  result.groups = std::move(graph.groups);
  result.sets = std::move(graph.sets);
  result.part_first = std::move(merged.part_first);
  result.length.resize(count, 0);
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t v = merged.first[order.order[i]];
    place[order.order[i]] = i;
    result.id.push_back(graph.id[v]);
    result.region.push_back(graph.region[v]);
  }
  for (uint32_t v = 0; v < graph.tasks(); ++v) result.length[place[merged.of[v]]] += graph.length[v];
  for (GroupedEdge& e : edges) e.from = place[e.from], e.to = place[e.to];
  TRY(set_edges(result, std::move(edges)));
  return result;
}
} // namespace

static constexpr uint32_t kNoSet = 0xffffffff;

// The remainder of each set: its row in `left`, or kNoSet.
static std::vector<uint32_t> sets_without(const WhatIfGraph& graph, const std::vector<bool>& removed,
                                          std::vector<std::vector<uint32_t>>& left) {
  std::map<std::vector<uint32_t>, uint32_t> row_of;
  std::vector<uint32_t> now;
  for (const std::vector<uint32_t>& set : graph.sets) {
    std::vector<uint32_t> rest;
    std::ranges::copy_if(set, std::back_inserter(rest), [&](uint32_t g) { return !removed[g]; });
    if (rest.empty()) {
      now.push_back(kNoSet);
      continue;
    }
    auto [place, added] = row_of.try_emplace(rest, static_cast<uint32_t>(left.size()));
    if (added) left.push_back(std::move(rest));
    now.push_back(place->second);
  }
  return now;
}

Result<WhatIfGraph> apply_changes(const WhatIfGraph& graph, const WhatIfChanges& changes) {
  WhatIfGraph result;
  result.id = graph.id, result.region = graph.region, result.region_names = graph.region_names;
  result.groups = graph.groups, result.part_first = graph.part_first;
  result.length = graph.length;
  if (!changes.faster.empty())
    for (uint32_t v = 0; v < graph.tasks(); ++v)
      result.length[v] = faster_length(graph.length[v], changes.faster[graph.region[v]]);
  TRY(check_work(result));
  if (changes.removed.empty()) {
    result.in_first = graph.in_first, result.from = graph.from, result.set = graph.set, result.sets = graph.sets;
    result.list_first = graph.list_first;
  } else {
    std::vector<uint32_t> now = sets_without(graph, changes.removed, result.sets);
    result.in_first.reserve(graph.in_first.size());
    result.from.reserve(graph.from.size()), result.set.reserve(graph.set.size());
    auto keep_rows = [&](uint32_t first, uint32_t end) {
      for (uint32_t e = first; e < end; ++e)
        if (uint32_t set = now[graph.set[e]]; set != kNoSet)
          result.from.push_back(graph.from[e]), result.set.push_back(set);
      return static_cast<uint32_t>(result.from.size());
    };
    for (uint32_t v = 0; v < graph.tasks(); ++v)
      result.in_first.push_back(keep_rows(graph.in_first[v], graph.in_first[v + 1]));
    for (uint32_t list = 0; list < graph.list_first.size(); ++list) {
      result.list_first.push_back(static_cast<uint32_t>(result.from.size()));
      keep_rows(graph.list_first[list], graph.list_end(list));
    }
  }
  result.uses = graph.uses, result.use_first = graph.use_first;
  if (changes.grain.empty()) return result;
  return merge(std::move(result), changes.grain);
}

std::vector<uint64_t> finish_times(const WhatIfGraph& graph) {
  std::vector<uint64_t> finish(graph.tasks());
  ListMeanings<uint64_t> latest(graph);
  uint64_t before = 0, last = 0; // when the part begins, and the last of its tasks so far ends
  for (size_t part = 0; part < graph.part_first.size(); ++part, before = last)
    for (uint32_t v = graph.part_first[part]; v < graph.part_end(part); ++v) {
      uint64_t ready = before;
      for (uint32_t e = graph.in_first[v]; e < graph.in_first[v + 1]; ++e)
        ready = std::max(ready, finish[graph.from[e]]);
      for (const WhatIfGraph::ListUse& use : graph.lists_of(v))
        ready = std::max(ready, latest.of(use.list, [&](uint32_t e, uint64_t& of_list) {
          of_list = std::max(of_list, finish[graph.from[e]]);
        }));
      finish[v] = ready + graph.length[v];
      last = std::max(last, finish[v]);
    }
  return finish;
}

WhatIfFigures figures_of(const WhatIfGraph& graph) {
  WhatIfFigures figures{.tasks = graph.tasks()};
  for (uint32_t e = 0; e < graph.in_first.back(); ++e) figures.edges += graph.sets[graph.set[e]].size();
  ListMeanings<uint64_t> dependences(graph);
  for (const WhatIfGraph::ListUse& use : graph.uses)
    figures.edges +=
        dependences.of(use.list, [&](uint32_t e, uint64_t& count) { count += graph.sets[graph.set[e]].size(); });
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

Result<JobGraph> job_graph_of(const WhatIfGraph& graph, size_t part) {
  const uint32_t first = graph.part_first[part], end = graph.part_end(part);
  std::vector<uint32_t> job_of(end - first), task_of; // task_of: kNone for the job of a list
  std::vector<uint32_t> job_of_list(graph.list_first.size(), kNone);
  for (uint32_t v = first; v < end; ++v) {
    for (const WhatIfGraph::ListUse& use : graph.lists_of(v)) {
      if (job_of_list[use.list] != kNone) continue;
      job_of_list[use.list] = static_cast<uint32_t>(task_of.size());
      task_of.push_back(kNone);
    }
    job_of[v - first] = static_cast<uint32_t>(task_of.size());
    task_of.push_back(v);
  }
  std::vector<DagEdge> edges;
  edges.reserve(graph.in_first[end] - graph.in_first[first]);
  for (uint32_t v = first; v < end; ++v) {
    for (uint32_t e = graph.in_first[v]; e < graph.in_first[v + 1]; ++e)
      edges.push_back({job_of[graph.from[e] - first], job_of[v - first]});
    for (const WhatIfGraph::ListUse& use : graph.lists_of(v))
      edges.push_back({job_of_list[use.list], job_of[v - first]});
  }
  for (uint32_t list = 0; list < job_of_list.size(); ++list)
    if (job_of_list[list] != kNone)
      for (uint32_t e = graph.list_first[list]; e < graph.list_end(list); ++e)
        edges.push_back({job_of[graph.from[e] - first], job_of_list[list]});
  auto dag = Dag::from_edges(static_cast<uint32_t>(task_of.size()), edges);
  if (!dag) return error_of(dag);
  JobGraph jobs;
  jobs.dag = std::move(*dag);
  for (uint32_t v : task_of) {
    jobs.length.push_back(v == kNone ? 0 : graph.length[v]);
    jobs.id.push_back(v == kNone ? 0 : graph.id[v]);
    jobs.region.push_back(v == kNone ? 0 : graph.region[v]);
  }
  jobs.region_names = graph.region_names;
  return jobs;
}

} // namespace unply
