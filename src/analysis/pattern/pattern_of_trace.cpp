// Each execution is analysed once, so all of them together cost as much as one graph of all their tasks. Most have the
// very graph of the largest one, edge by edge, and are only compared with it.
#include "analysis/pattern/pattern_of_trace.h"
#include "analysis/pattern/find_pattern.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

static bool is_same_graph(const Dag& a, const Dag& b) {
  if (a.vertices() != b.vertices() || a.edges() != b.edges()) return false;
  for (uint32_t v = 0; v < a.vertices(); ++v)
    if (!std::ranges::equal(a.predecessors(v), b.predecessors(v))) return false;
  return true;
}

// A pattern is checked on every edge, one by one: 8 bytes each and more.
static constexpr uint64_t kMostEdges = 100'000'000;

static uint64_t edges_of(const ExecutionGraph& graph, uint32_t execution, KindSet kinds) {
  const EdgeColumns& edges = graph.trace().edges;
  uint64_t count = 0;
  for (uint32_t v : graph.vertices_of(execution)) {
    count += graph.own_edges(v).size();
    for (const EdgeListUse& use : graph.lists_of(v))
      if (kinds.contains(edges.kind[edges.list_first[use.list]])) count += graph.rows_of(use.list).size();
  }
  return count;
}

Result<TracePattern> find_trace_pattern(const ExecutionGraph& graph, const std::vector<uint32_t>& executions,
                                        KindSet kinds) {
  TracePattern result;
  auto tasks = [&](uint32_t execution) { return graph.vertices_of(execution).size(); };
  auto largest = std::ranges::max_element(executions, {}, tasks);
  if (largest == executions.end() || tasks(*largest) == 0) return result;
  result.execution = *largest;
  if (const uint64_t edges = edges_of(graph, *largest, kinds); edges > kMostEdges) {
    result.pattern = {.kind = PatternKind::irregular,
                      .name = name_of(PatternKind::irregular),
                      .description = "not looked for",
                      .evidence = fmt::format("the execution has {} edges, more than {}", edges, kMostEdges),
                      .parts = {}};
    result.same = 1;
    return result;
  }
  auto first = task_graph_of(graph, *largest, kinds);
  if (!first) return error_of(first);
  result.pattern = find_pattern(*first);
  result.same = 1;
  if (result.pattern.kind == PatternKind::irregular) return result;
  for (uint32_t execution : executions) {
    if (execution == *largest || tasks(execution) == 0) continue;
    auto other = task_graph_of(graph, execution, kinds);
    if (!other) return error_of(other);
    if (is_same_graph(other->dag, first->dag) && other->region == first->region) {
      ++result.same;
      continue;
    }
    Pattern pattern = find_pattern(*other);
    result.same += pattern.name == result.pattern.name && pattern.parameters == result.pattern.parameters;
  }
  return result;
}

} // namespace unply
