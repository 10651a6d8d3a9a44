// An independent check of verdicts, run before any is printed: from the raw rows of the profile and the facts alone it
// derives that no loop called doall or reduction carries a dependence that its clauses do not cover.
#pragma once
#include "discover/verdict.h"

namespace unply {

// Fails with the loop and the dependence that contradicts its verdict.
Result<void> check_verdicts(const Trace& trace, const SourceLoops& loops, const std::vector<LoopVerdict>& verdicts);
// The same of one loop, which fails if the verdict is another.
Result<void> check_parallel(const Trace& trace, const SourceLoops& loops, uint32_t loop, const LoopVerdict& verdict);

} // namespace unply
