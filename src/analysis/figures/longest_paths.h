// Longest paths through the graph of every execution at once, for one set of dependence kinds: levels, span (the weight
// of the critical path) and which dependence binds each vertex. One pass over vertices and edges in row order, which is
// a topological order (Proposition 3.2 of execution-graphs-mora-2021).
//
// Invariants: finish_ns[v] >= finish_ns[u] + work_ns(v) for every counted edge u -> v, with equality on
// binding_edge[v]; level[v] > level[u] on every counted edge. check_longest_paths checks both with separate code.
#pragma once
#include "graph/execution_graph.h"

namespace unply {

inline constexpr uint32_t kNoEdge = 0xffffffff;

struct LongestPaths {
  KindSet kinds;
  std::vector<uint32_t> level;        // earliest, from 0
  std::vector<uint64_t> finish_ns;    // heaviest path that ends with the vertex, tracing cost subtracted
  std::vector<uint32_t> steps;        // vertices on that path
  std::vector<uint32_t> binding_edge; // its last edge, kNoEdge if the path starts here
};

LongestPaths find_longest_paths(const ExecutionGraph& graph, KindSet kinds);

// The same weight with the tracing cost left in: only the span of each execution, by row of Trace::traces.
std::vector<uint64_t> measured_spans_ns(const ExecutionGraph& graph, KindSet kinds);

struct PathStep {
  uint32_t edge, to; // row of Trace::edges, and the vertex that it leads to
};

// The edges of the heaviest path that ends with `vertex`, first to last.
std::vector<PathStep> path_steps(const ExecutionGraph& graph, const LongestPaths& paths, uint32_t vertex);

} // namespace unply
