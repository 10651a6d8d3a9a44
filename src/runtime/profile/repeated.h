// Dependences that repeat: a loop reads row by row what an earlier loop has written row by row. As long as the loops
// are in the same iterations, a source in the same iterations as the last one of its kind, between the same two sites,
// has the same distances, and only its count changes: 4 ns, where finding the loop, its iteration and the distance in
// the loop inside takes 25.
#pragma once
#include "runtime/profile/loop_stack.h"

namespace unply::runtime {

struct RepeatedDependence {
  uint32_t from, to;
  uint64_t begin, time; // of sources, and for how long
  uint64_t noted;       // when it was
  uint32_t kind, depth; // of the innermost loop of which the iteration matters
  RingLoopDependence* row;
};
inline constexpr uint32_t kRepeated = 2048; // 112 KB
extern RepeatedDependence repeated_dependences[kRepeated];

UNPLY_INLINE RepeatedDependence& repeated_at(uint32_t kind, uint32_t from, uint32_t to) {
  return repeated_dependences[((from * 0x9e3779b1u) ^ (to * 0x85ebca6bu) ^ (kind * 0xc2b2ae35u)) >> 21];
}

// Null: not known to be one.
UNPLY_INLINE RingLoopDependence* repeated_dependence(uint32_t kind, uint32_t from, uint32_t to, uint64_t time) {
  const RepeatedDependence& r = repeated_at(kind, from, to);
  const bool same = r.row && r.from == from && r.to == to && r.kind == kind && time - r.begin < r.time;
  return same && r.depth < loop_depth && active_loops[r.depth].iteration_start <= r.noted ? r.row : nullptr;
}

// Of a dependence that was noted just now, carried by the loop at this depth, with a source at a time in one known
// iteration of it.
void remember_repeated(RingLoopDependence& row, uint32_t depth, uint64_t time);
// Likewise, with a source in any earlier iteration: none has a distance that is new.
void remember_all(RingLoopDependence& row, uint32_t depth);

} // namespace unply::runtime
