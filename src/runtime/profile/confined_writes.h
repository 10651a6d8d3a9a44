// Active loops that are known to write in a few extents only. No read elsewhere can depend on when in the loop it was:
// whatever writes there comes before the loop or behind it. So all such reads are at one time, that of its begin, and
// find their words in a state that the site remembers: 4 ns, where a state of their own is 20 ns and a cache miss.
#pragma once
#include "runtime/extents.h"
#include "runtime/runtime.h"

namespace unply::runtime {

inline constexpr uint32_t kMostExtents = 3; // the nearest of more are joined

struct ConfinedLoop {
  uint64_t start;
  uint64_t now;   // the time of reads elsewhere, from `start` on
  uint32_t depth; // of loops, with this one
  struct {
    uint64_t begin, bytes; // begins early enough for an access that ends in it
  } written[kMostExtents];
};

inline constexpr uint32_t kMostConfined = 4; // those further in are like any other
extern ConfinedLoop confined_loops[kMostConfined];
extern uint32_t confined_count;

// The loop at this depth, which has just begun, writes from bounds[2 k] to bounds[2 k + 1].
void confine_writes(uint64_t start, uint32_t depth, const void* const* bounds, uint32_t count);
void end_confined(uint32_t depth);  // of the loops that were deeper
void renew_confined(uint64_t time); // sites remember no state any more: reads are at this time from now on

// An access of at most kWidestAccess bytes.
inline constexpr uint64_t kWidestAccess = 16;
UNPLY_INLINE bool writes_at(const ConfinedLoop& loop, uint64_t address) {
  bool any = false;
  for (const auto& extent : loop.written) any |= address - extent.begin < extent.bytes;
  return any;
}

// The outermost loop in which nothing is written there; null: none. If the innermost one writes there, so do all.
UNPLY_INLINE const ConfinedLoop* confined_at(uint64_t address) {
  if (!confined_count) return nullptr;
  if (!writes_at(confined_loops[0], address)) return confined_loops;
  const uint32_t last = confined_count - 1;
  if (writes_at(confined_loops[last], address)) return nullptr;
  for (uint32_t i = 1; i < last; i++)
    if (!writes_at(confined_loops[i], address)) return confined_loops + i;
  return confined_loops + last;
}
// Likewise for all that a stream reads.
const ConfinedLoop* confined_at(const Extent& read);
extern const ConfinedLoop* confined_stream; // of the stream that is gone through, if it reads

} // namespace unply::runtime
