// A recursive function's copy with tasks, which stands behind it. It leaves small executions to the function itself,
// whose code stays as fast as it is: with tasks in it, clang asks for the thread's number in each execution, which made
// fib ten times slower (libomp 22, EPYC, 2026-11-27).
#pragma once
#include "discover/call_ranking.h"
#include "discover/unified_diff.h"

namespace unply {

// The edit puts the copy behind the function. Fails with the reason why it cannot be made.
Result<LineEdit> copy_with_tasks(const SourceLoops& loops, const std::vector<LoopVerdict>& loop_verdicts,
                                 const SourceFunction& function, const CallGain& gain, const CallVerdict& verdict,
                                 const SourceLines& text);

} // namespace unply
