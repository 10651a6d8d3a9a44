// Rows of a recording are a topological order, so those of one execution keep it.
#include "graph/task_graph.h"
#include "base/none.h"
#include "graph/names.h"
#include <algorithm>

namespace unply {

// Which vertex a row is. Rows of an execution mostly follow each other; a table over all rows would make a recording
// with many executions cost their product.
static uint32_t vertex_of(std::span<const uint32_t> members, uint32_t row) {
  if (members.back() - members.front() + 1 == members.size()) return row - members.front();
  return static_cast<uint32_t>(std::ranges::lower_bound(members, row) - members.begin());
}

TaskGraph tasks_of(const ExecutionGraph& graph, std::span<const uint32_t> executions) {
  const Trace& trace = graph.trace();
  TaskGraph result;
  std::vector<uint32_t> region_of(trace.regions.size(), kNone);
  auto add = [&](uint32_t row) {
    uint32_t& region = region_of[trace.tasks.region[row]];
    if (region == kNone) {
      region = static_cast<uint32_t>(result.region_names.size());
      result.region_names.push_back(region_text(trace, trace.tasks.region[row]));
    }
    result.id.push_back(row + 1);
    result.region.push_back(region);
    result.work_ns.push_back(graph.work_ns(row));
    if (!trace.tasks.most_ns.empty()) result.work_most_ns.push_back(trace.tasks.most_ns[row]);
    if (!trace.tasks.beside_ns.empty()) result.work_beside_ns.push_back(trace.tasks.beside_ns[row]);
    if (!trace.tasks.lock.empty()) result.lock.push_back(trace.tasks.lock[row]);
  };
  for (uint32_t execution : executions)
    for (uint32_t row : graph.vertices_of(execution)) add(row);
  return result;
}

Result<TaskGraph> task_graph_of(const ExecutionGraph& graph, uint32_t execution, KindSet kinds) {
  const Trace& trace = graph.trace();
  std::span<const uint32_t> members = graph.vertices_of(execution);
  TaskGraph result = tasks_of(graph, {&execution, 1});
  std::vector<DagEdge> edges;
  for (uint32_t row : members) {
    auto add = [&](uint32_t e) {
      if (graph.counts(e, row, kinds))
        edges.push_back({vertex_of(members, trace.edges.from[e]), vertex_of(members, row)});
    };
    const bool with_lists = std::ranges::any_of(graph.lists_of(row), [&](const EdgeListUse& use) {
      return kinds.contains(trace.edges.kind[trace.edges.list_first[use.list]]);
    });
    if (with_lists)
      for (uint32_t e : graph.in_edges(row)) add(e);
    else
      std::ranges::for_each(graph.own_edges(row), add);
  }
  auto dag = Dag::from_edges(static_cast<uint32_t>(members.size()), edges);
  if (!dag) return error_of(dag);
  result.dag = std::move(*dag);
  return result;
}

} // namespace unply
