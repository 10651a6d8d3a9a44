// Computes task times from several runs without access hooks in which each task has time stamps. A stamp costs as much
// as a short task, so a run's value for a task is its interval minus the calibrated cost: a residual that may be
// negative. Residuals are combined unchanged, and only the result is clamped at 0; clamping each would make short tasks
// too long. The remaining error is the same for all tasks and shows in their sum, which one more run measures: the
// regions around them without stamps inside.
#pragma once
#include "trace/trace.h"
#include <span>
#include <string>

namespace unply {

struct TimeEstimate {
  double time = 0, low = 0, high = 0;
};
// The mean of the values near the median (within 10 ns or a tenth of it), and the order statistics between which the
// median lies with 95 % (up to 5 values: all). A median alone would keep the steps of the counter, 10 ns on an AMD
// EPYC; the least is of the run in which most errors went its way. Sorts the values; there is at least one.
TimeEstimate estimate_time(std::span<double> values);

// Times of one kind of runs, by vertex of the graph: ns less tracing cost, of each run.
using RunTimes = std::vector<std::vector<float>>;
using CopyTimes = std::vector<RunTimes>; // of the copies of a program that run at once

// One trace region, all its executions together, with stamps and without.
struct RegionSum {
  uint32_t region = kNoRegion; // row of Trace::regions
  uint64_t instances = 0;
  double tasks_ns = 0;   // all tasks
  double between_ns = 0; // at most so much lies between them
  double plain_ns = 0;   // the region without stamps inside
  // Negative: the tasks are too long together; positive: too short even if all that may lie between them does.
  double discrepancy_ns() const;
  bool shared_out() const; // not if it is far beyond what stamps can cause: then that run was disturbed
};

struct TaskTimes {
  std::vector<uint64_t> time_ns, low_ns, high_ns, beside_ns; // by vertex; beside_ns: empty without such runs
  double resolution_ns = 0;
  uint64_t too_short = 0;              // tasks below the resolution
  uint64_t left_out = 0, measured = 0; // times of tasks in runs
  double uncertainty = 0;              // half of all intervals by all times
  double beside_raised = 1;            // above 1: beside copies tasks took less, all together, and count as much longer
  std::vector<RegionSum> sums;         // of regions that were run without stamps
};

// The resolution: shorter tasks cannot be distinguished. It is the uncertainty of one stamp, and at least 10 ns.
double resolution_of(double spread_ns);

// alone: at least one run. beside: of each copy, each as many runs; or none. sums: between_ns and plain_ns are filled
// in, tasks_ns and instances are not.
TaskTimes combine_times(const TaskColumns& graph, std::span<const TraceInstance> traces, const RunTimes& alone,
                        const CopyTimes& beside, std::vector<RegionSum> sums, double resolution_ns);

} // namespace unply
