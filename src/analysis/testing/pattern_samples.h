// For tests and measurements: the ideal graphs as task graphs, with their tasks in program order or in any other.
#pragma once
#include "analysis/pattern/pattern.h"
#include "analysis/pattern/pattern_shapes.h"
#include <random>

namespace unply::samples {

struct EdgeList {
  uint32_t tasks = 0;
  std::vector<DagEdge> edges;
};

inline EdgeList edge_list(const Shape& shape) {
  IdealGraph ideal;
  shape.generate(ideal);
  EdgeList list{ideal.tasks(), {}};
  for (uint32_t v = 0; v < ideal.tasks(); ++v)
    for (uint32_t u : ideal.predecessors(v)) list.edges.push_back({u, v});
  return list;
}

// In a random topological order, so that no number says where a task is.
inline EdgeList reordered(const EdgeList& list, std::mt19937& random) {
  std::vector<std::vector<uint32_t>> successors(list.tasks);
  std::vector<uint32_t> waits(list.tasks, 0), ready, place(list.tasks);
  for (const DagEdge& e : list.edges) successors[e.from].push_back(e.to), ++waits[e.to];
  for (uint32_t v = 0; v < list.tasks; ++v)
    if (waits[v] == 0) ready.push_back(v);
  for (uint32_t next = 0; next < list.tasks; ++next) {
    std::swap(ready[random() % ready.size()], ready.back());
    uint32_t v = ready.back();
    ready.pop_back();
    place[v] = next;
    for (uint32_t s : successors[v])
      if (--waits[s] == 0) ready.push_back(s);
  }
  EdgeList result{list.tasks, {}};
  for (const DagEdge& e : list.edges) result.edges.push_back({place[e.from], place[e.to]});
  return result;
}

// One region, all ids in order.
inline TaskGraph task_graph(const EdgeList& list) {
  TaskGraph graph;
  auto dag = Dag::from_edges(list.tasks, list.edges);
  if (dag) graph.dag = std::move(*dag);
  for (uint32_t v = 0; v < list.tasks; ++v) graph.id.push_back(v + 1);
  graph.region.assign(list.tasks, 0);
  graph.region_names = {"a.c:1"};
  graph.work_ns.assign(list.tasks, 1);
  return graph;
}

} // namespace unply::samples
