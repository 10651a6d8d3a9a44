// All results for a trace region in a report, computed once and used by both its text and its JSON form. Results have
// passed check_longest_paths.
#pragma once
#include "analysis/figures/execution_figures.h"
#include "analysis/figures/hot_dependences.h"
#include "analysis/figures/reductions.h"
#include "analysis/independence/independent_bounds.h"
#include "analysis/pattern/pattern_of_trace.h"
#include "analysis/recursion/recursion.h"

namespace unply {

struct TaskRegionSummary { // the instances of one task region inside one trace region
  uint32_t region;         // row of Trace::regions
  uint64_t instances = 0, work_ns = 0, measured_ns = 0;
};

// Consecutive steps of the critical path in tasks of one region, entered by dependences of one kind through the same
// variables.
struct PathRun {
  uint32_t region;
  uint32_t first_edge; // kNoEdge: where the path starts
  bool same_sites;     // all steps have the pairs of sites of first_edge
  uint64_t steps, work_ns;
};

struct TraceSummary {
  uint32_t id;                            // 0: tasks outside every trace region; others from 1 by their first execution
  uint32_t region;                        // row of Trace::regions, or kNoRegion
  std::vector<uint32_t> executions;       // rows of Trace::traces
  Figures figures;                        // when only the chosen kinds count
  Figures all_kinds;                      // when every dependence counts
  uint64_t duration_ns = 0;               // of the executions, with everything between their tasks; 0 for id 0
  KindCounts edges_from_elsewhere = {};   // from other executions into these; part of no graph
  std::vector<uint64_t> widths;           // of each level, for the chosen kinds
  IndependentBounds independent;          // for the chosen kinds
  TracePattern pattern;                   // for the chosen kinds
  std::vector<TaskRegionSummary> regions; // ascending by row
  std::vector<HotDependence> hot;
  Reductions reductions;                    // for the chosen kinds
  uint64_t path_steps = 0;                  // of the critical paths of all executions, which the rows of `hot` bind
  uint32_t path_execution = 0;              // the execution whose critical path is the longest
  std::vector<PathRun> path;                // of that execution
  std::vector<RecursiveFunction> recursion; // filled in by those that have the source: find_recursion
};

// kinds: the dependences that count for `figures`, `widths` and `path`.
Result<std::vector<TraceSummary>> summarise(const ExecutionGraph& graph, KindSet kinds);

} // namespace unply
