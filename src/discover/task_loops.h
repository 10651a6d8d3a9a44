// Loops in which a recursive function calls itself, with iterations that can run at once: they become tasks, since a
// parallel region of each execution would stand in those around it.
#pragma once
#include "discover/source_functions.h"
#include "discover/verdict.h"

namespace unply {

struct TaskLoop {
  uint32_t loop;     // of the source's loops
  uint32_t part;     // of the function
  double iterations; // of an execution, on average
};

std::vector<TaskLoop> task_loops(const SourceLoops& loops, const std::vector<LoopVerdict>& verdicts,
                                 const SourceFunction& function);
// Loops around recursion, also through others, with those inside of them: what calls in them use, no clause may name.
void mark_recursive_loops(SourceLoops& loops, const std::vector<SourceFunction>& functions);

} // namespace unply
