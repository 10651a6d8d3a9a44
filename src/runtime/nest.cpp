// The hook for all affine accesses of a nest of loops: whatever an outer loop accesses again and again is looked at
// once (a task of gemm looks at its row of C once instead of 220 times: 3.5x native instead of 11.8x).
//
// As for a single loop (loop.cpp), three questions decide for each byte: does a load come before the first store, is
// there a store, does a load come after the last one? A load and a store that may meet, and pass over the same bytes in
// the same iterations, answer them by their order in the body: R W R W ... or W R W R ... . If no other loads and
// stores meet, each access covers all its bytes in one pass; else the outer loops run here, and touch_loop does the
// inner one.
#include "runtime/extents.h"
#include "runtime/loop.h"
#include "runtime/nest_order.h"
#include "runtime/transition.h"

namespace unply::runtime {

namespace {

bool same_places(const UnplyNestStream& a, const UnplyNestStream& b, uint32_t depth) {
  if (a.base != b.base || a.bytes != b.bytes || a.level != b.level) return false;
  for (uint32_t k = a.level; k < depth; k++)
    if (a.strides[k] != b.strides[k]) return false;
  return true;
}

// Which of two stores comes first to a byte says whose dependence on what was there before it is. One pass over each
// row keeps that order only if they go the same way.
bool stores_cross(const uint64_t* trips, uint32_t depth, const UnplyNestStream* rows, uint32_t count) {
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = a + 1; b < count; b++)
      if (rows[a].write && rows[b].write && !same_places(rows[a], rows[b], depth) &&
          !apart(extent_of(rows[a], trips, depth), extent_of(rows[b], trips, depth)))
        return true;
  return false;
}

// Whether the loads of each row come before the stores that it meets, or behind; false: only program order is exact.
bool plan(const uint64_t* trips, uint32_t depth, const UnplyNestStream* rows, uint32_t count, bool* behind) {
  if (stores_cross(trips, depth, rows, count)) return false;
  for (uint32_t r = 0; r < count; r++) {
    behind[r] = false;
    if (rows[r].write) continue;
    const Extent loads = extent_of(rows[r], trips, depth);
    uint32_t meets = 0;
    for (uint32_t w = 0; w < count; w++) {
      if (!rows[w].write) continue;
      const Extent stores = extent_of(rows[w], trips, depth);
      if (apart(loads, stores)) continue;
      if (!same_places(rows[r], rows[w], depth)) return false;
      if (meets++ && behind[r] != (w < r)) return false;
      behind[r] = w < r;
    }
    if (meets > 1 && behind[r]) return false;
  }
  return true;
}

struct Dimension {
  uint64_t stride, trip;
};

// Each byte of the row once: loops whose steps lie side by side, or overlap, make one range.
void touch_row(const UnplyNestStream& s, const uint64_t* trips, uint32_t depth) {
  uint64_t base = (uint64_t)s.base;
  Dimension dimensions[2 * kUnplyNestDepth]; // three loops of one step behind them
  uint32_t n = 0;
  for (uint32_t k = s.level; k < depth; k++) {
    int64_t stride = s.strides[k];
    if (!stride || trips[k] == 1) continue;
    if (stride < 0) base += (uint64_t)stride * (trips[k] - 1), stride = -stride;
    uint32_t at = n++;
    for (; at && dimensions[at - 1].stride > (uint64_t)stride; at--) dimensions[at] = dimensions[at - 1];
    dimensions[at] = {(uint64_t)stride, trips[k]};
  }
  uint64_t bytes = s.bytes;
  uint32_t first = 0;
  for (; first < n && dimensions[first].stride <= bytes; first++)
    bytes += dimensions[first].stride * (dimensions[first].trip - 1);
  for (uint32_t k = n; k < first + kUnplyNestDepth; k++) dimensions[k] = {0, 1};
  const Dimension* d = dimensions + first; // loops that are left, each step of which is a range
  for (uint64_t i = 0; i < d[2].trip; i++)
    for (uint64_t j = 0; j < d[1].trip; j++)
      for (uint64_t k = 0; k < d[0].trip; k++) {
        uint64_t at = base + k * d[0].stride + j * d[1].stride + i * d[2].stride;
        if (UNPLY_UNLIKELY(next_history >= collect_at)) collect_histories();
        if (bytes <= 32 && !((at | bytes) & 3))
          touch_element(at, bytes, s.site, s.write);
        else if (bytes <= 32)
          touch_bytes(at, bytes, s.site, s.write);
        else
          touch_range(at, bytes, s.site, s.write);
      }
}

void in_one_pass(const uint64_t* trips, uint32_t depth, const UnplyNestStream* rows, uint32_t count,
                 const bool* behind) {
  for (uint32_t r = 0; r < count; r++)
    if (!rows[r].write && !behind[r]) touch_row(rows[r], trips, depth);
  for (uint32_t r = 0; r < count; r++)
    if (rows[r].write) touch_row(rows[r], trips, depth);
  for (uint32_t r = 0; r < count; r++)
    if (!rows[r].write && behind[r]) touch_row(rows[r], trips, depth);
}

struct LoopByLoop {
  const uint64_t* trips;
  void begin(uint32_t) const {}
  void next(uint32_t) const {}
  void end(uint32_t) const {}
  void innermost(const UnplyStream* streams, uint32_t count) const { touch_loop(trips[0], streams, count); }
};

// Without the innermost loop, in which nothing is accessed.
void touch_nest_around(const uint64_t* trips, uint32_t depth, const UnplyNestStream* rows, uint32_t count) {
  UnplyNestStream outer[kUnplyNestRows];
  for (uint32_t r = 0; r < count; r++) {
    outer[r] = rows[r];
    outer[r].level--;
    for (uint32_t k = 0; k + 1 < kUnplyNestDepth; k++) outer[r].strides[k] = rows[r].strides[k + 1];
    outer[r].strides[kUnplyNestDepth - 1] = 0;
  }
  touch_nest(trips + 1, depth - 1, outer, count);
}

} // namespace

void touch_nest(const uint64_t* trips, uint32_t depth, const UnplyNestStream* rows, uint32_t count) {
  bool inside = false;
  for (uint32_t r = 0; r < count; r++) inside = inside || rows[r].level == 0;
  if (!inside && depth > 1 && trips[0]) return touch_nest_around(trips, depth, rows, count);
  bool behind[kUnplyNestRows], empty = false;
  for (uint32_t k = 0; k < depth; k++) empty = empty || !trips[k]; // then outer loops may access all the same
  // The definition that the other ways are compared with takes the accesses as they come, and so does a task in which a
  // renewal may be needed.
  bool in_order = empty || mode == Mode::accesses || !vertex.id || vertex.had_nested;
  if (!in_order && plan(trips, depth, rows, count, behind)) return in_one_pass(trips, depth, rows, count, behind);
  const uint64_t offsets[kUnplyNestRows] = {};
  go_through_nest(depth - 1, trips, rows, count, offsets, LoopByLoop{trips});
}

} // namespace unply::runtime

using namespace unply::runtime;

extern "C" __attribute__((visibility("default"))) void __unply_nest(const uint64_t* trips, uint32_t depth,
                                                                    const UnplyNestStream* rows, uint32_t count) {
  if (!context.store_floor || !trips[depth - 1]) return;
  if (context.busy) return count_event(kCountSignalsInside);
  Busy busy;
  if (vertex.id) context.hooks += count;
  touch_nest(trips, depth, rows, count);
}
