// Tasks for the calls of a function as a unified diff: `task` before each call of a group but the last, `taskwait`
// where all have to be done, `taskloop` before loops with calls of the function itself, the condition under which a
// call is worth it, and the parallel region in which recursion begins.
#pragma once
#include "discover/call_ranking.h"
#include "discover/unified_diff.h"

namespace unply {

struct CallPatch {
  std::string directive; // the first one, on one line
  std::string diff;
  std::vector<LineEdit> edits;
};

// text: of the function's file, as it was compiled. path: the file's name in the diff. Fails with the reason for which
// there is no patch.
Result<CallPatch> make_call_patch(const SourceLoops& loops, const std::vector<LoopVerdict>& loop_verdicts,
                                  const std::vector<SourceFunction>& functions, const CallGain& gain,
                                  const CallVerdict& verdict, const SourceLines& text, const std::string& path);

} // namespace unply
