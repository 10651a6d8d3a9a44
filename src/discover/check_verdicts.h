// An independent check of verdicts, run before any is printed: from the raw rows of the profile and the facts alone it
// derives that no loop called doall or reduction carries a dependence that its clauses do not cover.
#pragma once
#include "discover/verdict.h"

namespace unply {

// Fails with the loop and the dependence that contradicts its verdict.
Result<void> check_verdicts(const Trace& trace, const SourceLoops& loops, const std::vector<LoopVerdict>& verdicts);

} // namespace unply
