// The input of structural analyses: one graph of task instances, from one execution of a trace region in a recording,
// or from a file in the JSON of `unply graph`; the task regions are the colours of its vertices.
#pragma once
#include "graph/dag.h"
#include "graph/execution_graph.h"

namespace unply {

struct TaskGraph {
  Dag dag;
  std::vector<uint32_t> id;              // of each vertex, as the user knows it: execution id, or "id" in the JSON
  std::vector<uint32_t> region;          // of each vertex, index into region_names
  std::vector<std::string> region_names; // "heat.cpp:14", or the region's label; those of the graph's vertices only
  std::vector<uint64_t> work_ns;         // of each vertex, tracing cost subtracted
  std::vector<uint64_t> work_most_ns;    // upper end of its interval over repeated recordings; empty: recorded once
  std::vector<uint64_t> work_beside_ns;  // beside copies of the program; empty: not measured
  std::vector<uint32_t> lock;            // the unit resource that each vertex holds, or kNoUnitResource; empty: none
};

// The tasks of these executions (rows of Trace::traces), one after the other; no edges.
TaskGraph tasks_of(const ExecutionGraph& graph, std::span<const uint32_t> executions);

// The graph of one execution (row of Trace::traces) in which the dependences of `kinds` count.
Result<TaskGraph> task_graph_of(const ExecutionGraph& graph, uint32_t execution, KindSet kinds);

} // namespace unply
