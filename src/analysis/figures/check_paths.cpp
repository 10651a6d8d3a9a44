// Linear in vertices and edges.
#include "analysis/figures/check_paths.h"
#include "analysis/defects.h"
#include "graph/list_values.h"
#include <fmt/format.h>

namespace unply {

static constexpr Defects defect_in_paths{"", "the trace file"};

static Result<void> check_edges(const ExecutionGraph& graph, const LongestPaths& paths) {
  const Trace& trace = graph.trace();
  std::vector<bool> tight(graph.vertices(), false);
  auto check = [&](uint32_t from, uint32_t to) -> Result<void> {
    if (paths.level[from] >= paths.level[to])
      return defect_in_paths(fmt::format("the edge from task {} to task {} does not go up a level", from + 1, to + 1));
    if (paths.level[from] + 1 == paths.level[to]) tight[to] = true;
    uint64_t work = trace.tasks.self_ns[to] - trace.tasks.overhead_ns[to];
    if (paths.finish_ns[from] + work > paths.finish_ns[to])
      return defect_in_paths(fmt::format("task {} ends before task {} allows", to + 1, from + 1));
    return {};
  };
  struct Latest { // what all edges of a list hold is held by the two that end last
    uint32_t by_level = kNoEdge, by_finish = kNoEdge;
  };
  ListValues<Latest> of_lists(graph);
  for (uint32_t to = 0; to < graph.vertices(); ++to) {
    for (uint32_t e : graph.own_edges(to)) {
      uint32_t from = trace.edges.from[e];
      if (!paths.kinds.contains(trace.edges.kind[e]) || trace.tasks.trace[from] != trace.tasks.trace[to]) continue;
      TRY(check(from, to));
    }
    for (const EdgeListUse& use : graph.lists_of(to)) {
      if (!paths.kinds.contains(trace.edges.kind[trace.edges.list_first[use.list]])) continue;
      const Latest& latest = of_lists.of(use.list, to, [&](uint32_t e, Latest& so_far) {
        uint32_t from = trace.edges.from[e];
        if (so_far.by_level == kNoEdge || paths.level[from] > paths.level[so_far.by_level]) so_far.by_level = from;
        if (so_far.by_finish == kNoEdge || paths.finish_ns[from] > paths.finish_ns[so_far.by_finish])
          so_far.by_finish = from;
      });
      if (latest.by_level == kNoEdge) continue;
      TRY(check(latest.by_level, to));
      TRY(check(latest.by_finish, to));
    }
  }
  for (uint32_t v = 0; v < graph.vertices(); ++v) {
    if (paths.level[v] > 0 && !tight[v]) return defect_in_paths(fmt::format("task {} is in too high a level", v + 1));
    if (paths.finish_ns[v] < trace.tasks.self_ns[v] - trace.tasks.overhead_ns[v])
      return defect_in_paths(fmt::format("task {} ends before its own work is done", v + 1));
  }
  return {};
}

static bool has_edge(const ExecutionGraph& graph, uint32_t row, uint32_t to) {
  for (uint32_t e : graph.in_edges(to))
    if (e == row) return graph.trace().edges.from[e] < to;
  return false;
}

// Walks the critical path backwards: counted edges, each ending where the one before began, work adding up to the span.
static Result<void> check_path(const ExecutionGraph& graph, const LongestPaths& paths, const Figures& figures,
                               uint32_t execution) {
  if (figures.vertices == 0) return {};
  const Trace& trace = graph.trace();
  uint64_t weight_ns = 0;
  for (uint32_t v = figures.path_end;;) {
    if (v >= graph.vertices() || trace.tasks.trace[v] != execution)
      return defect_in_paths(fmt::format("critical path leaves execution {}", execution));
    weight_ns += trace.tasks.self_ns[v] - trace.tasks.overhead_ns[v];
    uint32_t e = paths.binding_edge[v];
    if (e == kNoEdge) break;
    if (!has_edge(graph, e, v) || !paths.kinds.contains(trace.edges.kind[e]))
      return defect_in_paths(fmt::format("critical path takes an edge into task {} that is not there", v + 1));
    v = trace.edges.from[e];
  }
  if (weight_ns != figures.span_ns)
    return defect_in_paths(fmt::format("critical path weighs {} ns, span is {} ns", weight_ns, figures.span_ns));
  return {};
}

static Result<void> check_counts(const ExecutionGraph& graph, const LongestPaths& paths,
                                 const std::vector<Figures>& figures) {
  const Trace& trace = graph.trace();
  struct Recount {
    uint64_t vertices = 0, top_level = 0, longest_ns = 0, counted_edges = 0;
  };
  std::vector<Recount> recounts(figures.size());
  for (uint32_t v = 0; v < graph.vertices(); ++v) {
    Recount& r = recounts[trace.tasks.trace[v]];
    ++r.vertices;
    if (r.top_level < paths.level[v] + 1u) r.top_level = paths.level[v] + 1u;
    if (r.longest_ns < paths.finish_ns[v]) r.longest_ns = paths.finish_ns[v];
  }
  for (uint32_t to = 0; to < graph.vertices(); ++to) {
    uint32_t execution = trace.tasks.trace[to];
    if (recounts[execution].counted_edges > 0) continue; // only whether there are any is asked for
    for (uint32_t e : graph.in_edges(to))
      recounts[execution].counted_edges +=
          paths.kinds.contains(trace.edges.kind[e]) && trace.tasks.trace[trace.edges.from[e]] == execution;
  }
  for (uint32_t execution = 0; execution < figures.size(); ++execution) {
    const Figures& f = figures[execution];
    const Recount& r = recounts[execution];
    if (f.vertices != r.vertices || f.levels != r.top_level || f.span_ns != r.longest_ns)
      return defect_in_paths(fmt::format("execution {}: {} vertices, {} levels, span {} ns; a recount gives {}, {}, {}",
                                         execution, f.vertices, f.levels, f.span_ns, r.vertices, r.top_level,
                                         r.longest_ns));
    if (f.completely_parallel != (r.counted_edges == 0) || f.completely_serial != (r.top_level == r.vertices))
      return defect_in_paths(
          fmt::format("execution {}: completely parallel or serial contradicts Proposition 3.8", execution));
    if (f.span_ns > f.work_ns || f.width > f.vertices || f.width * f.levels < f.vertices)
      return defect_in_paths(
          fmt::format("execution {}: span, width and levels contradict work and vertices", execution));
  }
  return {};
}

Result<void> check_longest_paths(const ExecutionGraph& graph, const LongestPaths& paths,
                                 const std::vector<Figures>& figures) {
  if (figures.size() != graph.trace().traces.size()) return defect_in_paths("figures of some executions are missing");
  if (auto checked = check_edges(graph, paths); !checked) return checked;
  if (auto checked = check_counts(graph, paths, figures); !checked) return checked;
  for (uint32_t execution = 0; execution < figures.size(); ++execution)
    if (auto checked = check_path(graph, paths, figures[execution], execution); !checked) return checked;
  return {};
}

} // namespace unply
