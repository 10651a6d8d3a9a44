// Histories: the accesses to a byte since its last write, as one 32-bit id.
//
// A history is a node of a tree: the write that begins it, then one node for each further reader, in order; so an id
// names the last writer and *all* readers since, exactly (the paper's Algorithm 2 keeps only one reader). Bytes with
// equal histories share the id, which makes runs of equal words cheap. Ids grow with time, and only `compact_histories`
// renumbers them, keeping their order. Bit 0 of an id says that its last event is a write.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

struct History {
  uint32_t previous; // history before this read; 0 when nothing was known
  uint32_t writer;   // the history of the write that begins it; 0: written outside every task, or never
  uint32_t vertex;   // of the last event
  uint32_t site;     // of the last event
};
static_assert(sizeof(History) == 16);

inline constexpr uint32_t kMaxHistories = 1u << 30; // keeps ids below 2^31: signed vector compares work on them

extern History* histories;    // by id >> 1
extern uint32_t next_history; // index of the next one
extern uint32_t compact_at;   // index at which to compact

UNPLY_INLINE bool is_write(uint32_t id) { return id & 1; }
UNPLY_INLINE History& history(uint32_t id) { return histories[id >> 1]; }
UNPLY_INLINE uint32_t history_floor() { return next_history << 1; }

bool map_histories();

// Called between task instances: faults in the memory that the next one will probably need. A page fault of 2 MiB takes
// 0.2 ms here, and made one short task in 8,000 the longest of all.
void populate_histories();
extern uint32_t populated_histories; // indices below it lie in memory
inline constexpr uint32_t kSpareHistories = 1 << 16;
UNPLY_INLINE void keep_histories_ahead() {
  if (UNPLY_UNLIKELY(next_history + kSpareHistories > populated_histories)) populate_histories();
}

void compact_histories(); // drops histories that no byte refers to; called between accesses only

UNPLY_INLINE uint32_t new_history(uint32_t previous, uint32_t writer, uint32_t site, bool write) {
  uint32_t index = next_history++;
  uint32_t id = index << 1 | write;
  histories[index] = {.previous = previous, .writer = write ? id : writer, .vertex = vertex.id, .site = site};
  return id;
}

} // namespace unply::runtime
