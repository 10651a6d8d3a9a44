// unply record --repeat N: records the same run several times, for reliable times. Work is robust, span is not: one
// preempted task can be the longest chain. Each task's time is therefore combined from all runs, if their graphs are
// the same.
#pragma once
#include "collect/child_program.h"
#include "unply/ring_format.h"
#include <functional>
#include <string>

namespace unply {

// Where a run is to be recorded, and how. processor: it runs there alone, or anywhere (-1).
struct RunOrder {
  std::string path;
  RingMode mode = kRingOnline;
  int processor = -1;
  bool again = false; // it is not the first run
};

struct RepeatPlan {
  unsigned count;
  unsigned beside;                                   // copies at once, in further runs; 0: none
  std::string output;                                // the recording to be written
  std::function<ProgramEnd(const RunOrder&)> record; // one run; called in a process of its own
  bool quiet;
};
ProgramEnd record_repeatedly(const RepeatPlan& plan); // as the program ended, or 125 where recording failed

} // namespace unply
