// The call paths of a listed dependence: see trace/call_paths.h.
#pragma once
#include "cli/source_quotes.h"

namespace unply {

struct PairCalls {
  const ReachedSite* from = nullptr; // the first access of the earlier site; null: not known
  const ReachedSite* to = nullptr;   // the later one, of an example of this very pair
  bool to_is_first = false;          // no: the first access of the later site, whatever dependence it ended
};
// regions: of the tasks looked at, rows of Trace::regions.
PairCalls calls_of_pair(const Trace& trace, EdgeKind kind, uint32_t site_from, uint32_t site_to,
                        const std::vector<uint32_t>& regions);

// "task.c:30 -> mid (lib.c:20) -> update", in at most `width` columns; "" where the task's own function has the access.
std::string calls_text(const Trace& trace, const ReachedSite& reached, const SourceQuotes& sources, size_t width);

} // namespace unply
