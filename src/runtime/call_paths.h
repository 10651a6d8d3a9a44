// Call paths from the current task to an access: recorded for the first, second, fourth, ... new history that an access
// makes in tasks of one region. `unply record` knows which dependences these are, and keeps one example of each pair of
// accesses; for a pair that none of them belongs to, the path of the first access stands.
//
// A new history costs an addition and a comparison; walking the stack takes some microseconds, which are not part of
// the task's time. Rejected: asking at each new pair of accesses, which only the reader can tell.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

bool map_call_paths();
void change_region(UnplySite* site); // site->seen becomes that of the current task's region
void hand_over_path(UnplySite* site);

// Precondition: the site's next entry, if there is one, is of this access.
UNPLY_INLINE void look_at_calls(UnplySite* site) {
  if (UNPLY_UNLIKELY(site->region != vertex.region)) change_region(site);
  uint32_t seen = ++site->seen;
  if (UNPLY_UNLIKELY(!(seen & (seen - 1)))) hand_over_path(site);
}

} // namespace unply::runtime
