// Dependences added up by origin: all with the same kind, source site and sink site form one row, since a programmer
// can change them together. An edge counts in the row of each pair of sites that carries it. Edges between executions
// are left out.
#pragma once
#include "analysis/figures/longest_paths.h"

namespace unply {

struct HotDependence {
  EdgeKind kind;
  uint32_t site_from, site_to;
  uint64_t edges = 0, bytes = 0;
  uint64_t nested = 0; // edges from a task instance to itself or to one nested in it, which cannot begin earlier
  uint64_t binds = 0;  // steps of critical paths (one path for each execution) that this dependence, too, holds back
};

// Of the executions given, sorted: most steps bound first, then most edges, then most bytes, then by sites.
// path_ends: last vertex of the critical path of each of them.
std::vector<HotDependence> hot_dependences(const ExecutionGraph& graph, const LongestPaths& paths,
                                           const std::vector<uint32_t>& executions,
                                           const std::vector<uint32_t>& path_ends);

} // namespace unply
