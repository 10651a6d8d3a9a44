#include "discover/task_loops.h"
#include "discover/directive.h"
#include <algorithm>

namespace unply {

namespace {

uint32_t loop_at(const SourceLoops& loops, const SourceFunction& function, SourceSpot at) {
  for (uint32_t loop : loops.at(loops.trace().text(function.file), at.line, at.column))
    if (loops[loop].file == function.file && loops[loop].at == at) return loop;
  return kNoSourceLoop;
}

// clang 22 gives the index a wrong last value: each task that is the last of its loop in an execution inside sets it.
bool needs_last_index(const SourceLoop& loop, const LoopVerdict& verdict) {
  return std::ranges::find(verdict.clauses.lastprivates, loop.facts.index) != verdict.clauses.lastprivates.end();
}

} // namespace

void mark_recursive_loops(SourceLoops& loops, const std::vector<SourceFunction>& functions) {
  for (const SourceFunction& function : functions)
    for (const PartFact& part : function.facts.parts) {
      const uint32_t outer = part.loop ? loop_at(loops, function, part.at) : kNoSourceLoop;
      for (uint32_t loop = 0; outer != kNoSourceLoop && loop < loops.size(); ++loop)
        if (loop == outer || (loops.is_inside(loop, outer) && loops[loop].function == loops[outer].function))
          loops.set_recursive(loop);
    }
}

std::vector<TaskLoop> task_loops(const SourceLoops& loops, const std::vector<LoopVerdict>& verdicts,
                                 const SourceFunction& function) {
  std::vector<TaskLoop> found;
  for (uint32_t k = 0; k < function.facts.parts.size(); ++k) {
    const PartFact& part = function.facts.parts[k];
    if (!part.loop || !function.calls.contains(2 * k + 1)) continue;
    const uint32_t loop = loop_at(loops, function, part.at);
    if (loop == kNoSourceLoop || !why_no_directive(loops[loop], verdicts[loop]).empty()) continue;
    if (!verdicts[loop].parallel() || needs_last_index(loops[loop], verdicts[loop])) continue;
    found.push_back({loop, 2 * k + 1, std::max(1.0, loops[loop].mean_iterations())});
  }
  return found;
}

} // namespace unply
