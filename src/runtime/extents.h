// The bytes that affine accesses may touch, of one loop and of a nest of loops.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

struct Extent { // [begin, end)
  uint64_t begin, end;
};

UNPLY_INLINE bool apart(const Extent& a, const Extent& b) { return a.begin >= b.end || b.begin >= a.end; }

UNPLY_INLINE Extent extent_of(const UnplyStream& s, uint64_t trip) {
  const uint64_t first = (uint64_t)s.base, last = first + (uint64_t)s.stride * (trip - 1);
  return s.stride >= 0 ? Extent{first, last + s.bytes} : Extent{last, first + s.bytes};
}

UNPLY_INLINE Extent extent_of(const UnplyNestStream& s, const uint64_t* trips, uint32_t depth) {
  Extent extent = {(uint64_t)s.base, (uint64_t)s.base + s.bytes};
  for (uint32_t k = s.level; k < depth; k++) {
    const int64_t reach = s.strides[k] * (int64_t)(trips[k] - 1);
    (reach < 0 ? extent.begin : extent.end) += (uint64_t)reach;
  }
  return extent;
}

// Fields of one array of structures: in the same extent, but never the same bytes. `offset`: of b's base from a's.
// Precondition: both have a's stride, which is not 0.
UNPLY_INLINE bool interleaved(const UnplyStream& a, const UnplyStream& b, int64_t offset) {
  const int64_t size = a.stride < 0 ? -a.stride : a.stride;
  int64_t phase = offset % size;
  if (phase < 0) phase += size;
  return phase >= (int64_t)a.bytes && phase + (int64_t)b.bytes <= size;
}

} // namespace unply::runtime
