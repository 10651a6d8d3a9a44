// The accesses of a nest in program order: the outer loops are gone through, and the innermost one is left to the
// visitor.
#pragma once
#include "runtime/transition.h"

namespace unply::runtime {

// Calls visitor.begin(level), visitor.next(level) for each iteration and visitor.end(level) of the outer loops, and
// visitor.innermost(streams, count) for each execution of the innermost one. offsets: of the iteration, for each row.
template <class Visitor>
void go_through_nest(uint32_t level, const uint64_t* trips, const UnplyNestStream* rows, uint32_t count,
                     const uint64_t* offsets, const Visitor& visitor) {
  if (level == 0) {
    UnplyStream streams[kUnplyNestRows];
    for (uint32_t r = 0; r < count; r++)
      streams[r] = {(const char*)rows[r].base + offsets[r], rows[r].strides[0], rows[r].site, rows[r].bytes,
                    rows[r].write};
    if (trips[0]) visitor.innermost(streams, count);
    return;
  }
  uint64_t moved[kUnplyNestRows];
  visitor.begin(level);
  for (uint64_t i = 0; i < trips[level]; i++) {
    visitor.next(level);
    for (uint32_t r = 0; r < count; r++) moved[r] = offsets[r] + i * (uint64_t)rows[r].strides[level];
    for (uint32_t r = 0; r < count;) {
      if (rows[r].level == level) {
        touch((uint64_t)rows[r].base + moved[r], rows[r].bytes, rows[r].site, rows[r].write);
        r++;
        continue;
      }
      uint32_t end = r; // of the rows that belong to deeper loops
      while (end < count && rows[end].level < level) end++;
      go_through_nest(level - 1, trips, rows + r, end - r, moved + r, visitor);
      r = end;
    }
  }
  visitor.end(level);
}

} // namespace unply::runtime
