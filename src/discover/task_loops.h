// Loops in which a recursive function calls itself, with iterations that can run at once: they become tasks, since a
// parallel region of each execution would stand in those around it.
#pragma once
#include "discover/call_tasks.h"

namespace unply {

// With those inside of them.
void mark_recursive_loops(SourceLoops& loops, const std::vector<SourceFunction>& functions);

// Adds them to the verdict on the function's calls, but for those inside of a group of calls.
void add_task_loops(const SourceLoops& loops, const std::vector<LoopVerdict>& loop_verdicts,
                    const SourceFunction& function, CallVerdict& verdict);

} // namespace unply
