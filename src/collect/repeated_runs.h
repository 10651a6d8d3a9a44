// Collects the runs of `unply record --repeat N` and combines their results.
//
// The first run gives the graph. If the program has copies of its functions without access hooks, the others run in
// them and give the times (kRingTimes), and one runs without stamps inside trace regions (kRingUnstamped), as a check.
#pragma once
#include "collect/task_times.h"
#include <map>

namespace unply {

class Repeats {
public:
  // The difference between its graph and the first one's; empty: the same tasks and edges.
  std::string add(Trace run);
  std::string add_beside(const Trace& run, size_t copy); // of those that ran at once, from 0
  void add_unstamped(const Trace& run);
  size_t runs() const { return runs_; }
  size_t runs_for_times() const { return times_only_ ? alone_.size() : 0; } // without access hooks
  size_t fastest() const; // with a graph, and the least time in all tasks; the first of those
  const Trace& graph() const { return first_; }

  TaskTimes combine() const;
  // Sentences for the report. run: the one kept, from 1.
  std::vector<std::string> notes(const TaskTimes& times, size_t run) const;

private:
  std::string add_graph_run(Trace run);
  std::string add_times_run(const Trace& run, RunTimes& runs);
  void add_stamped_regions(const Trace& run);
  void number_instances();
  Trace first_;
  size_t runs_ = 0;
  bool times_only_ = false; // alone_ are of runs without access hooks
  // Of the graph, made when such a run is added: the first vertex of each task instance; all of them, by the first.
  std::vector<uint32_t> instances_;
  std::vector<std::vector<uint32_t>> vertices_;
  RunTimes alone_;
  CopyTimes beside_;
  // By row of Trace::regions: the time between the tasks in each stamped run, and the time of each unstamped one.
  std::map<uint32_t, std::vector<double>> between_, plain_;
  double spread_ns_ = 0, region_cost_ns_ = 0;
  // Times of each vertex over runs with hooks. Each run measures the cost of a hook, and the value can only be too
  // high: with each run's own estimate, the minimum would come from the run with the worst estimate.
  std::vector<uint64_t> least_cost_ns_;
};

// The sentence about a recording whose runs have the same graph.
std::string words_for_times(const Repeats& repeats, const TaskTimes& times);

} // namespace unply
