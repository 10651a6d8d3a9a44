// Directives as unified diffs, one for each loop, for `patch -p1` and `git apply`.
#pragma once
#include "discover/directive.h"
#include "discover/unified_diff.h"

namespace unply {

struct LoopPatch {
  Directive directive;
  std::string diff;
  std::vector<LineEdit> edits; // lines of the text before it; edited_text() makes the text after it
};

// text: of the loop's file, as it was compiled. path: the file's name in the diff, without a leading slash. Fails with
// the reason for which there is no patch.
Result<LoopPatch> make_patch(const SourceLoops& loops, uint32_t loop, const LoopVerdict& verdict,
                             const SourceLines& text, const std::string& path);

// How many directives of OpenMP there are, also those that a compiler passes over.
size_t count_directives(const SourceLines& text);

} // namespace unply
