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
RingPartWork* part_works;
uint32_t* part_index; // likewise
constexpr uint32_t kPartIndexSize = kRingPartWorks * 2;

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
  part_works = (RingPartWork*)(calls + kRingLoopCalls);
  index_of = (uint32_t*)map_memory(kIndexSize * sizeof(uint32_t));
  call_index = (uint32_t*)map_memory(kCallIndexSize * sizeof(uint32_t));
  part_index = (uint32_t*)map_memory(kPartIndexSize * sizeof(uint32_t));
  return index_of && call_index && part_index;
}

RingLoop* loop_row(uint32_t id) { return id && id < kRingLoopRows ? rows + id : nullptr; }

namespace {

bool has_key(const RingLoopDependence& d, const RingLoopDependence& key) {
  return d.loop == key.loop && d.carried == key.carried && d.kind == key.kind && d.site_from == key.site_from &&
         d.site_to == key.site_to &&
         (key.carried != kRingParts || (d.first_from == key.first_from && d.first_to == key.first_to));
}

RingLoopDependence* new_row(const RingLoopDependence& key) {
  RingHeader* header = ring_header();
  const uint32_t row = header->loop_dependences;
  if (row == kRingLoopDependences) {
    count_event(kCountLoopsLost);
    return nullptr;
  }
  dependences[row] = key;
  __atomic_store_n(&header->loop_dependences, row + 1, __ATOMIC_RELEASE);
  return dependences + row;
}

RingLoopDependence row_of(DependenceKey key) {
  RingLoopDependence row{};
  row.loop = key.loop, row.site_from = key.from, row.site_to = key.to;
  row.kind = key.what & 3, row.carried = key.what >> 2 & 3;
  row.exact = 1;
  if (row.carried == kRingParts) row.first_from = key.what >> 18, row.first_to = key.what >> 4 & 0x3fff;
  return row;
}

} // namespace

KnownRow known_rows[kKnownRows];

RingLoopDependence* search_row(DependenceKey key, KnownRow& known) {
  uint32_t at = hash_of(key.loop, key.what, key.from, key.to) & (kIndexSize - 1);
  const RingLoopDependence wanted = row_of(key);
  for (; index_of[at]; at = (at + 1) & (kIndexSize - 1))
    if (has_key(dependences[index_of[at] - 1], wanted)) return (known = {key, dependences + index_of[at] - 1}).row;
  RingLoopDependence* row = new_row(wanted);
  if (!row) return nullptr;
  index_of[at] = (uint32_t)(row - dependences) + 1;
  return (known = {key, row}).row;
}

void add_part_work(uint32_t function, uint32_t kind, uint32_t number, uint64_t work) {
  uint32_t at = hash_of(function, kind, number, 0) & (kPartIndexSize - 1);
  RingPartWork* row = nullptr;
  for (; part_index[at] && !row; at = (at + 1) & (kPartIndexSize - 1)) {
    RingPartWork& part = part_works[part_index[at] - 1];
    if (part.function == function && part.kind == kind && part.number == number) row = &part;
  }
  if (!row) {
    RingHeader* header = ring_header();
    if (header->part_works == kRingPartWorks) return; // no dependence is lost with it
    row = part_works + header->part_works;
    *row = {function, (uint16_t)kind, (uint16_t)number, 0, 0};
    part_index[at] = header->part_works + 1;
    __atomic_store_n(&header->part_works, header->part_works + 1, __ATOMIC_RELEASE);
  }
  row->count++;
  row->work += work;
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
