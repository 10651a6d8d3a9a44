// unply record --repeat N: the same run several times, for times that hold. Work is robust, span is not: one preempted
// task can be the longest chain. So each task's time is its least over the runs, as long as their graphs are the same.
// The first run gives the graph. If the program has copies of its functions without access hooks, the others run in
// them and give the times: nearly those of the program alone (kRingTimes).
#pragma once
#include "cli/child_program.h"
#include "trace/repeats.h"
#include "trace/trace.h"
#include "unply/ring_format.h"
#include <functional>

namespace unply {

// The runs that were recorded, in order. Keeps the graph of the first and the times of all, or, if there are some, of
// those without access hooks alone.
class Repeats {
public:
  // What its graph has that the first one's has not, or the other way round; empty: the same tasks and edges.
  std::string add(Trace run);
  size_t runs() const { return runs_; }
  size_t runs_for_times() const { return times_only_ ? times_.size() : 0; } // without access hooks
  size_t fastest() const; // with a graph, and the least time in all tasks; the first of those

  // A time far above what its task mostly takes is not the task's: the process was preempted, or a page was fetched.
  // Those above three times the median and 1 us are left out.
  struct Combined {
    RepeatedTimes times;
    uint64_t left_out = 0, measured = 0; // times
    double spread = 0;                   // longest less least, of all tasks together, by least
  };
  Combined combine() const;

private:
  std::string add_graph_run(Trace run);
  std::string add_times_run(const Trace& run);
  Trace first_;
  size_t runs_ = 0;
  bool times_only_ = false; // times_ are of runs without access hooks
  // Of the graph, made when such a run is added: the first vertex of each task instance; all of them, by the first.
  std::vector<uint32_t> instances_;
  std::vector<std::vector<uint32_t>> vertices_;
  std::vector<std::vector<uint64_t>> times_; // own times, tracing cost included, by run and vertex
  // Of each vertex over the runs. What a hook costs is measured anew in each run and can only come out too high: taking
  // each run's own estimate off its times, the least would be of the run with the worst estimate.
  std::vector<uint64_t> least_cost_ns_;
};

// What is said of a recording whose runs have the same graph, in one line.
std::string words_for_times(const Repeats& repeats, const Repeats::Combined& combined);

// Sentences for the report. run: the one kept, from 1.
std::vector<std::string> repeat_notes(const Repeats& repeats, const Repeats::Combined& combined, size_t run);

struct RepeatPlan {
  unsigned count;
  std::string output;                                                  // the recording to be written
  std::function<ProgramEnd(const std::string& path, RingMode)> record; // one run; called in a process of its own
  bool quiet;
};
ProgramEnd record_repeatedly(const RepeatPlan& plan); // as the program ended, or 125 where recording failed

} // namespace unply
