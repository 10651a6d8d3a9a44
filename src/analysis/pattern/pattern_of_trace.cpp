// Each execution is analysed once, so all of them together cost as much as one graph of all their tasks. Most have the
// very graph of the largest one, edge by edge, and are only compared with it.
#include "analysis/pattern/pattern_of_trace.h"
#include "analysis/pattern/find_pattern.h"
#include <algorithm>

namespace unply {

static bool is_same_graph(const Dag& a, const Dag& b) {
  if (a.vertices() != b.vertices() || a.edges() != b.edges()) return false;
  for (uint32_t v = 0; v < a.vertices(); ++v)
    if (!std::ranges::equal(a.predecessors(v), b.predecessors(v))) return false;
  return true;
}

Result<TracePattern> find_trace_pattern(const ExecutionGraph& graph, const std::vector<uint32_t>& executions,
                                        KindSet kinds) {
  TracePattern result;
  auto tasks = [&](uint32_t execution) { return graph.vertices_of(execution).size(); };
  auto largest = std::ranges::max_element(executions, {}, tasks);
  if (largest == executions.end() || tasks(*largest) == 0) return result;
  result.execution = *largest;
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
