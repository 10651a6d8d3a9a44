// See loop_tables.h.
#include "runtime/profile/loop_tables.h"

namespace unply::runtime {

namespace {

RingLoop* rows;
RingLoopDependence* dependences;
RingLoopCall* calls;
uint32_t* index_of; // by hash: row + 1 of `dependences`
constexpr uint32_t kIndexSize = kRingLoopDependences * 2;
uint32_t* call_index; // likewise of `calls`
constexpr uint32_t kCallIndexSize = kRingLoopCalls * 2;

uint32_t hash_of(uint32_t loop, uint32_t what, uint32_t from, uint32_t to) {
  uint64_t h = ((uint64_t)loop << 32 | from) * 0x9e3779b97f4a7c15ull;
  h = (h ^ (h >> 29) ^ ((uint64_t)what << 32 | to)) * 0xbf58476d1ce4e5b9ull;
  return (uint32_t)(h >> 32);
}

} // namespace

bool map_loop_tables() {
  auto* part = (char*)map_open_part(kRingOpenLoopsAt, kRingOpenLoopsBytes, kRingOpenLoopsBytes);
  if (!part) return false;
  rows = (RingLoop*)part;
  dependences = (RingLoopDependence*)(part + kRingLoopRowsBytes);
  calls = (RingLoopCall*)(part + kRingLoopRowsBytes + kRingLoopDependencesBytes);
  index_of = (uint32_t*)map_memory(kIndexSize * sizeof(uint32_t));
  call_index = (uint32_t*)map_memory(kCallIndexSize * sizeof(uint32_t));
  return index_of && call_index;
}

RingLoop* loop_row(uint32_t id) { return id && id < kRingLoopRows ? rows + id : nullptr; }

RingLoopDependence* dependence_row(uint32_t loop, bool carried, RingEdgeKind kind, uint32_t from, uint32_t to) {
  uint32_t at = hash_of(loop, (uint32_t)carried << 2 | kind, from, to) & (kIndexSize - 1);
  for (; index_of[at]; at = (at + 1) & (kIndexSize - 1)) {
    RingLoopDependence& d = dependences[index_of[at] - 1];
    if (d.loop == loop && d.carried == carried && d.kind == kind && d.site_from == from && d.site_to == to) return &d;
  }
  RingHeader* header = ring_header();
  const uint32_t row = header->loop_dependences;
  if (row == kRingLoopDependences) {
    count_event(kCountLoopsLost);
    return nullptr;
  }
  index_of[at] = row + 1;
  dependences[row] = {.loop = loop,
                      .carried = carried,
                      .kind = (uint8_t)kind,
                      .exact = 1,
                      .reserved = 0,
                      .site_from = from,
                      .site_to = to,
                      .count = 0,
                      .min_distance = 0,
                      .max_distance = 0,
                      .first_from = 0,
                      .first_to = 0};
  __atomic_store_n(&header->loop_dependences, row + 1, __ATOMIC_RELEASE);
  return dependences + row;
}

RingLoopCall* loop_call_row(uint32_t loop, uint32_t slot) {
  uint32_t at = hash_of(loop, slot, 0, 0) & (kCallIndexSize - 1);
  for (; call_index[at]; at = (at + 1) & (kCallIndexSize - 1)) {
    RingLoopCall& call = calls[call_index[at] - 1];
    if (call.loop == loop && call.slot == slot) return &call;
  }
  RingHeader* header = ring_header();
  const uint32_t row = header->loop_calls;
  if (row == kRingLoopCalls) {
    count_event(kCountLoopsLost);
    return nullptr;
  }
  call_index[at] = row + 1;
  calls[row] = {loop, slot, 0};
  __atomic_store_n(&header->loop_calls, row + 1, __ATOMIC_RELEASE);
  return calls + row;
}

} // namespace unply::runtime
