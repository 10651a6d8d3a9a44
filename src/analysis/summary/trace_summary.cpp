// Runs the searches and the checks for the chosen kinds and for all kinds, and groups the results by trace region.
#include "analysis/summary/trace_summary.h"
#include "analysis/figures/check_paths.h"
#include "graph/list_values.h"
#include "graph/names.h"
#include <algorithm>
#include <map>

namespace unply {

static std::vector<TaskRegionSummary> task_regions(const ExecutionGraph& graph,
                                                   const std::vector<uint32_t>& executions) {
  std::map<uint32_t, TaskRegionSummary> by_region;
  for (uint32_t execution : executions)
    for (uint32_t v : graph.vertices_of(execution)) {
      uint32_t region = graph.trace().tasks.region[v];
      TaskRegionSummary& row = by_region.try_emplace(region, TaskRegionSummary{.region = region}).first->second;
      row.instances += graph.starts_instance(v);
      row.work_ns += graph.work_ns(v);
      row.measured_ns += graph.measured_ns(v);
    }
  std::vector<TaskRegionSummary> rows;
  for (const auto& [region, row] : by_region) rows.push_back(row);
  return rows;
}

static bool same_sites(const Trace& trace, uint32_t a, uint32_t b) {
  const EdgeColumns& edges = trace.edges;
  if (edges.site_from[a] != edges.site_from[b] || edges.site_to[a] != edges.site_to[b]) return false;
  if (edges.pair_set.empty() || edges.pair_set[a] == edges.pair_set[b]) return true;
  std::vector<std::pair<uint32_t, uint32_t>> of_a, of_b; // sets may differ in bytes alone
  trace.each_pair(a, [&](const SitePair& pair) { of_a.emplace_back(pair.from, pair.to); });
  trace.each_pair(b, [&](const SitePair& pair) { of_b.emplace_back(pair.from, pair.to); });
  return of_a == of_b;
}

static std::vector<PathRun> path_runs(const ExecutionGraph& graph, const LongestPaths& paths, uint32_t end) {
  const Trace& trace = graph.trace();
  const EdgeColumns& edges = trace.edges;
  std::vector<PathStep> path = path_steps(graph, paths, end);
  uint32_t start = path.empty() ? end : edges.from[path[0].edge];
  std::vector<PathRun> runs = {{.region = trace.tasks.region[start],
                                .first_edge = kNoEdge,
                                .same_sites = true,
                                .steps = 1,
                                .work_ns = graph.work_ns(start)}};
  for (auto [e, to] : path) {
    uint32_t region = trace.tasks.region[to];
    uint32_t f = runs.back().first_edge;
    bool continues = f != kNoEdge && runs.back().region == region && edges.kind[f] == edges.kind[e] &&
                     (same_sites(trace, f, e) || edge_variables(trace, f) == edge_variables(trace, e));
    if (!continues) {
      runs.push_back({.region = region, .first_edge = e, .same_sites = true, .steps = 0, .work_ns = 0});
      f = e;
    }
    PathRun& run = runs.back();
    run.same_sites &= same_sites(trace, f, e);
    ++run.steps;
    run.work_ns += graph.work_ns(to);
  }
  return runs;
}

// By row of Trace::traces: how many edges of each kind come into it from other executions.
static std::vector<KindCounts> edges_from_elsewhere(const ExecutionGraph& graph) {
  std::vector<KindCounts> counts(graph.executions(), KindCounts{});
  const EdgeColumns& edges = graph.trace().edges;
  ListValues<uint64_t> rows_within(graph);
  for (uint32_t v = 0; v < graph.vertices(); ++v) {
    KindCounts& into = counts[graph.execution_of(v)];
    for (uint32_t e : graph.own_edges(v)) into[static_cast<size_t>(edges.kind[e])] += !graph.within_one_execution(e, v);
    for (const EdgeListUse& use : graph.lists_of(v))
      into[static_cast<size_t>(edges.kind[edges.list_first[use.list]])] +=
          graph.rows_of(use.list).size() - rows_within.of(use.list, v, [](uint32_t, uint64_t& count) { ++count; });
  }
  return counts;
}

static Result<std::vector<Figures>> checked_figures(const ExecutionGraph& graph, const LongestPaths& paths) {
  std::vector<Figures> figures = find_figures(graph, paths);
  TRY(check_longest_paths(graph, paths, figures));
  return figures;
}

static TraceSummary summarise_region(const ExecutionGraph& graph, const LongestPaths& paths, TraceRegionRuns runs,
                                     const std::vector<Figures>& chosen, const std::vector<Figures>& all) {
  TraceSummary summary{};
  summary.region = runs.region;
  summary.executions = std::move(runs.executions);
  summary.figures = combine_in_series(chosen, summary.executions);
  summary.all_kinds = combine_in_series(all, summary.executions);
  summary.widths = level_widths(graph, paths, summary.executions);
  summary.regions = task_regions(graph, summary.executions);
  std::vector<uint32_t> ends;
  for (uint32_t execution : summary.executions) {
    if (uint32_t end = chosen[execution].path_end; end != kNoEdge) {
      ends.push_back(end);
      summary.path_steps += path_steps(graph, paths, end).size();
    }
    const TraceInstance& instance = graph.trace().traces[execution];
    if (summary.region != kNoRegion && instance.end_ns > instance.begin_ns)
      summary.duration_ns += instance.end_ns - instance.begin_ns;
  }
  summary.hot = hot_dependences(graph, paths, summary.executions, ends);
  if (summary.figures.path_end != kNoEdge) {
    summary.path_execution = graph.execution_of(summary.figures.path_end);
    summary.path = path_runs(graph, paths, summary.figures.path_end);
  }
  return summary;
}

Result<std::vector<TraceSummary>> summarise(const ExecutionGraph& graph, KindSet kinds) {
  auto all = checked_figures(graph, find_longest_paths(graph, KindSet::all()));
  if (!all) return error_of(all);
  LongestPaths paths = find_longest_paths(graph, kinds);
  auto chosen = checked_figures(graph, paths);
  if (!chosen) return error_of(chosen);
  std::vector<KindCounts> elsewhere = edges_from_elsewhere(graph);
  std::vector<TraceSummary> summaries;
  uint32_t next_id = 1;
  uint64_t arcs = kArcsOfReport;
  for (TraceRegionRuns& runs : graph.trace_regions()) {
    TraceSummary summary = summarise_region(graph, paths, std::move(runs), *chosen, *all);
    summary.id = summary.region == kNoRegion ? 0 : next_id++;
    auto independent = independent_bounds(graph, summary.executions, *chosen, kinds, arcs);
    if (!independent) return error_of(independent);
    summary.independent = *independent;
    auto pattern = find_trace_pattern(graph, summary.executions, kinds);
    if (!pattern) return error_of(pattern);
    summary.pattern = std::move(*pattern);
    summary.reductions = find_reductions(graph, summary.executions, summary.hot, kinds);
    for (uint32_t execution : summary.executions)
      for (size_t k = 0; k < kEdgeKinds; ++k) summary.edges_from_elsewhere[k] += elsewhere[execution][k];
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

} // namespace unply
