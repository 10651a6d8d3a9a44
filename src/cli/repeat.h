// unply record --repeat N: the same run several times, for times that hold. Work is robust, span is not: one preempted
// task can be the longest chain. So each task's time is its least over the runs, as long as their graphs are the same.
#pragma once
#include "trace/repeats.h"
#include "trace/trace.h"
#include <functional>

namespace unply {

// The runs that were recorded, in order. Keeps the graph of the first and the times of all.
class Repeats {
public:
  // What its graph has that the first one's has not, or the other way round; empty: the same tasks and edges.
  std::string add(Trace run);
  size_t runs() const { return times_.size(); }
  size_t fastest() const; // with the least time in all tasks, the first of those

  // A time far above what its task mostly takes is not the task's: the process was preempted, or a page was fetched.
  // Those above three times the median and 1 us are left out.
  struct Combined {
    RepeatedTimes times;
    uint64_t left_out = 0, measured = 0; // times
    double spread = 0;                   // longest less least, of all tasks together, by least
  };
  Combined combine() const;

private:
  Trace first_;
  std::vector<std::vector<uint64_t>> times_; // own times, tracing cost included, by run and vertex
  // Of each vertex over the runs. What a hook costs is measured anew in each run and can only come out too high: taking
  // each run's own estimate off its times, the least would be of the run with the worst estimate.
  std::vector<uint64_t> least_cost_ns_;
};

// Sentences for the report. run: the one kept, from 1.
std::vector<std::string> repeat_notes(const Repeats::Combined& combined, size_t runs, size_t run);

struct RepeatPlan {
  unsigned count;
  std::string output;                                 // the recording to be written
  std::function<int(const std::string& path)> record; // records one run there; called in a process of its own
  bool quiet;
};
int record_repeatedly(const RepeatPlan& plan); // the exit code

} // namespace unply
