// Figures of one execution of a trace region, and of all executions of a region together.
//
// Executions follow each other in the program, so a region's figures combine them in series: tasks, edges, work, span
// and levels add up, width is the maximum, and the region is completely parallel (serial) if every execution is.
#pragma once
#include "analysis/figures/longest_paths.h"
#include <array>

namespace unply {

using KindCounts = std::array<uint64_t, kEdgeKinds>;

struct Figures {
  uint64_t tasks = 0;    // task instances
  uint64_t vertices = 0; // task instances and the extensions of Algorithm 3
  KindCounts edges = {}; // of every kind, whichever kinds count
  uint64_t work_ns = 0, measured_work_ns = 0;
  uint64_t span_ns = 0, measured_span_ns = 0;
  uint64_t levels = 0, width = 0;
  // Definition 3.7 on the chosen kinds; both hold for a graph of one vertex, and of none.
  bool completely_parallel = true, completely_serial = true;
  uint32_t path_end = kNoEdge; // last vertex of the critical path; of the longest one when executions are combined

  // work / span; vertices / levels where every vertex is too short to have a time.
  double parallelism() const;
  double measured_parallelism() const;
};

// By row of Trace::traces.
std::vector<Figures> find_figures(const ExecutionGraph& graph, const LongestPaths& paths);

Figures combine_in_series(const std::vector<Figures>& figures, const std::vector<uint32_t>& executions);

// Width of each level of these executions, one execution after the other.
std::vector<uint64_t> level_widths(const ExecutionGraph& graph, const LongestPaths& paths,
                                   const std::vector<uint32_t>& executions);

} // namespace unply
