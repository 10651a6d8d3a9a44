// The text in the body of a doacross loop: `ordered depend(sink: ...)` before its first statement, and
// `ordered depend(source)` behind its last, which each iteration must reach.
#pragma once
#include "discover/unified_diff.h"
#include "discover/verdict.h"

namespace unply {

// "#pragma omp ordered depend(sink: i - 1, j)".
std::string waiting_directive(const SourceLoops& loops, uint32_t loop, const LoopVerdict& verdict);
// Adds to the edits of the directive before the loop. Fails with the reason for which the body cannot be written so.
Result<void> add_waiting(const SourceLoops& loops, uint32_t loop, const LoopVerdict& verdict,
                         const std::vector<std::string_view>& lines, std::vector<LineEdit>& edits);

} // namespace unply
