// Which calls of a function can run at once, as OpenMP tasks: rows of calls in one block of statements, from the first
// one up to where something needs what they did; and loops in which the function calls itself.
//
// Invariant: no part of a group depends on a call that may still run then, and no iteration of such a loop on another;
// check_call_tasks derives that anew.
#pragma once
#include "discover/task_loops.h"

namespace unply {

struct TaskCall {
  uint32_t statement; // of the group's block: the call is in it, or in the block of the branch that it is
  CallPlace call;
  uint32_t part; // of the function
  bool hoisted;  // its value is kept in a variable of its own, since the statement is more than the call
};

struct CallGroup {
  uint32_t block;
  uint32_t first, last;        // statements between which all is in the group; what is left of those with hoisted calls
                               // follows behind all calls, in order
  std::vector<TaskCall> calls; // at least two, in order
  SourceSpot join;             // where all have to be done
  std::string join_reason;     // "a[] is used there"; "" where the block ends
};

struct CallBlocker {
  SourceSpot from, to; // the calls, or what stands between them; one and the same: why the call is no task
  std::string what;    // "flow through total from line 8 to line 8"
};

// "line 3 has to be done before line 5: its value is used there"
std::string order_text(const CallBlocker& blocker);

struct CallVerdict {
  std::vector<CallGroup> groups;
  std::vector<TaskLoop> loops;       // whose iterations can be tasks (task_loops.h)
  std::vector<CallBlocker> blockers; // why calls that follow each other are in no group
  std::vector<std::string> unseen;   // functions that may have side effects: the verdict holds unless they do
  bool tasks() const { return !groups.empty() || !loops.empty(); }
};

// With the verdicts on all loops.
std::vector<CallVerdict> judge_all_calls(const SourceLoops& loops, const std::vector<LoopVerdict>& loop_verdicts,
                                         const std::vector<SourceFunction>& functions);

// An independent check from the rows of the profile alone. Fails with the dependence that contradicts a group or loop.
Result<void> check_call_tasks(const SourceLoops& loops, const std::vector<LoopVerdict>& loop_verdicts,
                              const std::vector<SourceFunction>& functions, const std::vector<CallVerdict>& verdicts);

} // namespace unply
