// The input of schedulers (idra-ideal-speedups-1994, section 4.1): tasks with lengths, and their precedence. Lengths
// are in nanoseconds for recordings, in the file's units for task graphs from files; only the words of a report depend
// on this.
#pragma once
#include "graph/task_graph.h"
#include <string>

namespace unply {

inline constexpr uint32_t kNoLock = 0xffffffff;

struct JobGraph {
  Dag dag;                               // vertices in a topological order
  std::vector<uint64_t> length;          // of each vertex; 0 is allowed
  std::vector<uint64_t> length_most;     // upper end of its interval over repeated recordings; empty: once, or exact
  std::vector<uint64_t> length_beside;   // beside copies of the program on other processors; empty: not measured
  std::vector<uint32_t> id;              // of each vertex, as the user knows it
  std::vector<uint32_t> region;          // of each vertex, index into region_names
  std::vector<std::string> region_names; // "heat.cpp:14"
  std::vector<uint32_t> lock;  // of each vertex: the unit resource it holds while it runs, or kNoLock; empty: none
  std::string unit = "ns";     // "ns" or "units"
  bool first_solution = false; // or-parallel: the execution ends with the first success leaf
  std::vector<uint32_t> success_leaves; // vertices; used if first_solution

  uint32_t tasks() const { return dag.vertices(); }
};

// Fails if vectors differ in length, if the sum of lengths does not fit into 63 bits, or a vertex is out of range.
Result<void> check_job_graph(const JobGraph& jobs);

JobGraph job_graph_of(TaskGraph graph);

} // namespace unply
