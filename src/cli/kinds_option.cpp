// Splits the list and looks up the kinds; an empty list is refused, since a graph without dependences carries no
// information.
#include "cli/kinds_option.h"
#include "base/split.h"
#include "cli/spelling.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

Result<KindSet> parse_kinds(const std::string& text) {
  KindSet kinds;
  for (const std::string& word : split(text, ',')) {
    bool known = word == "all";
    if (known) kinds = KindSet::all();
    for (EdgeKind kind : kAllEdgeKinds)
      if (kind_name(kind) == word) kinds.insert(kind), known = true;
    if (known) continue;
    std::string near = nearest_word(word, {"flow", "anti", "output", "extension", "all"});
    return fail(
        fmt::format("--kinds: unknown kind of dependence '{}', expected flow, anti, output, extension or all", word),
        near.empty() ? "for example --kinds flow,extension" : fmt::format("did you mean {}?", near));
  }
  return kinds;
}

} // namespace unply
