// What tasks for the calls of a function would bring, and from which size on a call is worth one.
//
// A recursive function's work and longest chain are measured: with p processors it takes at least work / p and at least
// the chain, and at most their sum (Brent). Of others the calls of a group are weighed by their mean work. A parameter
// may rise with the work of an execution, or fall, as the depth does.
#pragma once
#include "discover/call_tasks.h"
#include "discover/ranking.h"

namespace unply {

struct CutOff {
  bool needed = false; // many calls are too short for a task
  std::string size;    // an execution is worth tasks if this is `limit` or more: "n", "hi - lo"; "": no parameter tells
  uint64_t limit = 0;
  bool below = false;   // if it is less than `limit`, as a depth is
  bool changed = false; // the function changes it: only at its begin does it tell
  uint64_t tasks = 0;   // executions whose calls become tasks
};

std::string condition_of(const CutOff& cut_off);        // "n >= 21"; "" without a size
std::string serial_condition_of(const CutOff& cut_off); // "n < 21"

struct CallGain {
  uint32_t function = 0;
  double coverage = 0; // share of the program's work
  Speedups speedups;
  CutOff cut_off;
  double tasks_each = 1;  // tasks that an execution makes, of the loop with most iterations
  bool recursive = false; // the calls of a group lead to the function itself
  bool worthwhile = false;
  std::string limit; // as of LoopGain
  const Speedup& headline() const;
};

// One row for each function with a group, by gain; worthwhile ones first.
std::vector<CallGain> rank_calls(const Trace& trace, const std::vector<SourceFunction>& functions,
                                 const std::vector<CallVerdict>& verdicts, const ParallelCosts& costs = {});

} // namespace unply
