// Checks the columns of a recording and sorts its vertices by execution: linear, edges of lists are looked at once.
#include "graph/execution_graph.h"
#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace unply {

static Result<void> check_tasks(const Trace& trace) {
  const TaskColumns& tasks = trace.tasks;
  size_t n = tasks.size();
  bool same_length = tasks.trace.size() == n && tasks.instance.size() == n && tasks.parent.size() == n &&
                     tasks.begin_ns.size() == n && tasks.end_ns.size() == n && tasks.self_ns.size() == n &&
                     tasks.overhead_ns.size() == n && tasks.incomplete.size() == n;
  if (!same_length) return fail(fmt::format("tasks: columns of different length, expected {} rows in each", n));
  if (n >= std::numeric_limits<uint32_t>::max())
    return fail(fmt::format("tasks: {} vertices, at most {} fit", n, std::numeric_limits<uint32_t>::max() - 1));
  for (size_t v = 0; v < n; ++v) {
    if (tasks.region[v] >= trace.regions.size() || tasks.trace[v] >= trace.traces.size() || tasks.instance[v] > v ||
        tasks.parent[v] > v || tasks.overhead_ns[v] > tasks.self_ns[v])
      return fail(fmt::format("tasks: vertex {} refers to a row that does not exist or lies after it", v + 1));
  }
  return {};
}

static Result<void> check_row(const Trace& trace, size_t e) {
  const EdgeColumns& edges = trace.edges;
  if (static_cast<size_t>(edges.kind[e]) >= kEdgeKinds || edges.site_from[e] >= trace.sites.size() ||
      edges.site_to[e] >= trace.sites.size())
    return fail(fmt::format("edges: edge {} has an unknown kind or site", e));
  if (!edges.pair_set.empty() && edges.pair_set[e] >= trace.pair_sets.size())
    return fail(fmt::format("edges: edge {} has an unknown set of sites", e));
  return {};
}

static std::unexpected<Error> not_ascending(uint32_t from, uint32_t to, size_t vertices) {
  return fail(fmt::format("edges: edge from vertex {} to {} is not ascending within {} vertices", uint64_t{from} + 1,
                          uint64_t{to} + 1, vertices));
}

static Result<void> check_own_rows(const Trace& trace) {
  const EdgeColumns& edges = trace.edges;
  auto key = [&](size_t e) { return std::tuple(edges.to[e], edges.from[e], static_cast<uint8_t>(edges.kind[e])); };
  for (size_t e = 0; e < edges.own_rows(); ++e) {
    if (edges.from[e] >= edges.to[e] || edges.to[e] >= trace.tasks.size())
      return not_ascending(edges.from[e], edges.to[e], trace.tasks.size());
    TRY(check_row(trace, e));
    if (e > 0 && key(e - 1) >= key(e)) return fail(fmt::format("edges: edge {} is out of order or comes twice", e));
  }
  return {};
}

// Each kind of edges into a vertex is a list or has rows of its own.
static Result<void> check_uses(const Trace& trace) {
  const EdgeColumns& edges = trace.edges;
  size_t own = 0;
  uint32_t vertex = 0;
  KindSet kinds; // that are taken at this vertex
  for (size_t i = 0; i < edges.uses.size(); ++i) {
    const EdgeListUse& use = edges.uses[i];
    if (use.list >= edges.list_first.size() || use.to >= trace.tasks.size())
      return fail(fmt::format("edges: use {} is of an unknown list or vertex", i));
    if (i > 0 && edges.uses[i - 1] >= use) return fail(fmt::format("edges: use {} is out of order or comes twice", i));
    const uint32_t first = edges.list_first[use.list], end = edges.list_end(use.list);
    if (edges.from[end - 1] >= use.to) return not_ascending(edges.from[end - 1], use.to, trace.tasks.size());
    if (i == 0 || vertex != use.to) kinds = {};
    vertex = use.to;
    while (own < edges.own_rows() && edges.to[own] < vertex) ++own;
    for (; own < edges.own_rows() && edges.to[own] == vertex; ++own) kinds.insert(edges.kind[own]);
    if (kinds.contains(edges.kind[first]))
      return fail(fmt::format("edges: vertex {} uses list {} beside other edges of its kind", vertex + 1, use.list));
    kinds.insert(edges.kind[first]);
  }
  return {};
}

static Result<void> check_lists(const Trace& trace) {
  const EdgeColumns& edges = trace.edges;
  for (uint32_t list = 0; list < edges.list_first.size(); ++list) {
    const size_t first = edges.list_first[list];
    if (first >= edges.size() || edges.list_end(list) > edges.size() || first >= edges.list_end(list))
      return fail(fmt::format("edges: list {} has no rows", list));
    for (size_t e = first; e < edges.list_end(list); ++e) {
      TRY(check_row(trace, e));
      if (edges.from[e] >= trace.tasks.size()) return not_ascending(edges.from[e], edges.from[e], trace.tasks.size());
      if (e > first && (edges.from[e - 1] >= edges.from[e] || edges.kind[e - 1] != edges.kind[e]))
        return fail(fmt::format("edges: edge {} is out of order or comes twice", e));
    }
  }
  return check_uses(trace);
}

static Result<void> check_edges(const Trace& trace) {
  const EdgeColumns& edges = trace.edges;
  size_t m = edges.size();
  bool same_length = edges.to.size() == m && edges.kind.size() == m && edges.site_from.size() == m &&
                     edges.site_to.size() == m && edges.bytes.size() == m &&
                     (edges.pair_set.empty() || edges.pair_set.size() == m);
  if (!same_length) return fail(fmt::format("edges: columns of different length, expected {} rows in each", m));
  if (m >= std::numeric_limits<uint32_t>::max())
    return fail(fmt::format("edges: {} edges, at most {} fit", m, std::numeric_limits<uint32_t>::max() - 1));
  TRY(check_own_rows(trace));
  TRY(check_lists(trace));
  for (uint32_t set = 0; set < trace.pair_sets.size(); ++set)
    for (const SitePair& pair : trace.pair_sets.at(set))
      if (pair.from >= trace.sites.size() || pair.to >= trace.sites.size())
        return fail(fmt::format("edges: set {} has an unknown site", set));
  return {};
}

Result<ExecutionGraph> ExecutionGraph::build(Trace trace) {
  TRY(check_tasks(trace));
  TRY(check_edges(trace));
  ExecutionGraph graph;
  size_t n = trace.tasks.size();
  graph.index_ = EdgeIndex(trace.edges, n);
  graph.edges_ = trace.edges.edges();
  graph.member_first_.assign(trace.traces.size() + 1, 0);
  for (size_t v = 0; v < n; ++v) ++graph.member_first_[trace.tasks.trace[v] + 1];
  std::partial_sum(graph.member_first_.begin(), graph.member_first_.end(), graph.member_first_.begin());
  std::vector<uint32_t> next(graph.member_first_.begin(), graph.member_first_.end() - 1);
  graph.members_.resize(n);
  for (size_t v = 0; v < n; ++v) graph.members_[next[trace.tasks.trace[v]]++] = static_cast<uint32_t>(v);
  graph.trace_ = std::move(trace);
  return graph;
}

std::vector<TraceRegionRuns> ExecutionGraph::trace_regions() const {
  std::vector<TraceRegionRuns> all;
  constexpr size_t kNone = ~size_t{0};
  std::vector<size_t> row_of(trace_.regions.size(), kNone);
  size_t outside = kNone;
  for (uint32_t execution = 0; execution < executions(); ++execution) {
    uint32_t region = trace_.traces[execution].region;
    bool implicit = region >= trace_.regions.size();
    if (implicit && vertices_of(execution).empty()) continue;
    size_t& row = implicit ? outside : row_of[region];
    if (row == kNone) {
      row = all.size();
      all.push_back({implicit ? kNoRegion : region, {}});
    }
    all[row].executions.push_back(execution);
  }
  return all;
}

} // namespace unply
