// What the loop profile finds, in memory shared with `unply record`: rows of loops, dependences and unseen calls. It is
// complete at any moment, so a program that is killed loses nothing but the last iterations of the loops that it was
// in, and the accesses that still wait (access_queue.h). Rows of active loops are brought up to date after some 16,000
// instructions; `reserved` is the number of active executions.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

bool map_loop_tables();
// Null: there are more loops than rows.
RingLoop* loop_row(uint32_t id);

// The key of a dependence: a loop or function and the two sites; `what`: whether the loop carries it or between which
// parts it is, and its kind.
struct DependenceKey {
  uint32_t loop, what, from, to;
  bool operator==(const DependenceKey&) const = default;
};
// Rows that were found before: the search for one takes 30 ns and more, this 3.
struct KnownRow {
  DependenceKey key;
  RingLoopDependence* row;
};
inline constexpr uint32_t kKnownRows = 8192; // 192 KB
extern KnownRow known_rows[kKnownRows];
RingLoopDependence* search_row(DependenceKey key, KnownRow& known);

UNPLY_INLINE RingLoopDependence* row_with(DependenceKey key) {
  const uint64_t mixed = ((uint64_t)key.loop << 32 | key.from) * 0x9e3779b97f4a7c15ull ^
                         ((uint64_t)key.what << 32 | key.to) * 0xbf58476d1ce4e5b9ull;
  KnownRow& known = known_rows[mixed >> 51];
  return UNPLY_LIKELY(known.row && known.key == key) ? known.row : search_row(key, known);
}

// The row of a dependence, made at its first sight; null when there is no more room.
UNPLY_INLINE RingLoopDependence* dependence_row(uint32_t loop, bool carried, RingEdgeKind kind, uint32_t from,
                                                uint32_t to) {
  return row_with({loop, (carried ? kRingCarried : kRingWithin) << 2 | (uint32_t)kind, from, to});
}

// Of a dependence between two parts of one execution of a function.
UNPLY_INLINE RingLoopDependence* part_dependence_row(uint32_t function, RingEdgeKind kind, uint32_t from, uint32_t to,
                                                     uint32_t part_from, uint32_t part_to) {
  return row_with({function, part_from << 18 | part_to << 4 | kRingParts << 2 | (uint32_t)kind, from, to});
}
void add_part_work(uint32_t function, uint32_t kind, uint32_t number, uint64_t work);

// Of calls of unseen code; slot: of its RingUnseen. Null when there is no more room.
RingLoopCall* loop_call_row(uint32_t loop, uint32_t slot);

} // namespace unply::runtime
