// Sums per execution, all in one pass over vertices and edges.
#include "analysis/figures/execution_figures.h"
#include "graph/list_values.h"
#include <algorithm>

namespace unply {

static double ratio(uint64_t work, uint64_t span, uint64_t vertices, uint64_t levels) {
  if (span > 0) return static_cast<double>(work) / static_cast<double>(span);
  return levels > 0 ? static_cast<double>(vertices) / static_cast<double>(levels) : 0;
}

double Figures::parallelism() const { return ratio(work_ns, span_ns, vertices, levels); }
double Figures::measured_parallelism() const { return ratio(measured_work_ns, measured_span_ns, vertices, levels); }

// Completely serial: a topological order in which each vertex has an edge to the next. A DAG has such an order only if
// it has exactly one topological order, so it is enough to look at the one given by the rows.
static bool is_chain(const ExecutionGraph& graph, KindSet kinds, std::span<const uint32_t> vertices) {
  for (size_t i = 1; i < vertices.size(); ++i) {
    bool joined = false;
    for (uint32_t e : graph.in_edges(vertices[i]))
      joined |= graph.trace().edges.from[e] == vertices[i - 1] && graph.counts(e, vertices[i], kinds);
    if (!joined) return false;
  }
  return true;
}

std::vector<Figures> find_figures(const ExecutionGraph& graph, const LongestPaths& paths) {
  const EdgeColumns& edges = graph.trace().edges;
  std::vector<Figures> figures(graph.executions());
  for (uint32_t v = 0; v < graph.vertices(); ++v) {
    Figures& f = figures[graph.execution_of(v)];
    ++f.vertices;
    f.tasks += graph.starts_instance(v);
    f.work_ns += graph.work_ns(v);
    f.measured_work_ns += graph.measured_ns(v);
    f.levels = std::max<uint64_t>(f.levels, paths.level[v] + 1);
    auto weight = [&](uint32_t u) { return std::pair(paths.finish_ns[u], paths.steps[u]); };
    if (f.path_end == kNoEdge || weight(v) > weight(f.path_end)) f.path_end = v, f.span_ns = paths.finish_ns[v];
  }
  ListValues<uint64_t> rows_within(graph);
  for (uint32_t v = 0; v < graph.vertices(); ++v) {
    Figures& f = figures[graph.execution_of(v)];
    auto add = [&](EdgeKind kind, uint64_t count) {
      f.edges[static_cast<size_t>(kind)] += count;
      if (count > 0 && paths.kinds.contains(kind)) f.completely_parallel = false;
    };
    for (uint32_t e : graph.own_edges(v)) add(edges.kind[e], graph.within_one_execution(e, v));
    for (const EdgeListUse& use : graph.lists_of(v))
      add(edges.kind[edges.list_first[use.list]],
          rows_within.of(use.list, v, [](uint32_t, uint64_t& count) { ++count; }));
  }
  std::vector<uint64_t> measured = measured_spans_ns(graph, paths.kinds);
  std::vector<uint64_t> widths;
  for (uint32_t execution = 0; execution < graph.executions(); ++execution) {
    Figures& f = figures[execution];
    f.measured_span_ns = measured[execution];
    widths.assign(f.levels, 0);
    for (uint32_t v : graph.vertices_of(execution)) f.width = std::max(f.width, ++widths[paths.level[v]]);
    f.completely_serial = is_chain(graph, paths.kinds, graph.vertices_of(execution));
  }
  return figures;
}

Figures combine_in_series(const std::vector<Figures>& figures, const std::vector<uint32_t>& executions) {
  Figures all;
  uint64_t longest_ns = 0;
  for (uint32_t execution : executions) {
    const Figures& f = figures[execution];
    all.tasks += f.tasks, all.vertices += f.vertices;
    for (size_t k = 0; k < kEdgeKinds; ++k) all.edges[k] += f.edges[k];
    all.work_ns += f.work_ns, all.measured_work_ns += f.measured_work_ns;
    all.span_ns += f.span_ns, all.measured_span_ns += f.measured_span_ns;
    all.levels += f.levels, all.width = std::max(all.width, f.width);
    all.completely_parallel &= f.completely_parallel, all.completely_serial &= f.completely_serial;
    if (f.path_end != kNoEdge && (all.path_end == kNoEdge || f.span_ns > longest_ns))
      all.path_end = f.path_end, longest_ns = f.span_ns;
  }
  return all;
}

std::vector<uint64_t> level_widths(const ExecutionGraph& graph, const LongestPaths& paths,
                                   const std::vector<uint32_t>& executions) {
  std::vector<uint64_t> widths;
  for (uint32_t execution : executions) {
    size_t base = widths.size();
    for (uint32_t v : graph.vertices_of(execution)) {
      if (widths.size() <= base + paths.level[v]) widths.resize(base + paths.level[v] + 1);
      ++widths[base + paths.level[v]];
    }
  }
  return widths;
}

} // namespace unply
