// What the program writes down of its accesses: each entry lets one history grow by a reader, or end with a store.
// Which dependences follow is found by `unply record`, on another processor (src/graph/history_expander.h).
//
// Entries go straight into the ring, where the record of the current run grows until the run ends or the record is full
// (`close_nodes`). Until then its entries may still count further bytes: sites point at the counters.
//
// An access that makes an entry costs 11 ns, hook included (as calibrated, Intel Xeon). Rejected: looking up the writer
// and the edge here, which misses the cache for the history and for the edge (a sparse matrix times a vector took 132
// times its own time, now 38); entries in memory of our own, which would be copied when the run ends.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

extern uint32_t next_history; // index of the history that the next read or write begins
UNPLY_INLINE uint32_t history_floor() { return next_history << 1; }

struct OpenNodes {
  RingEntry* entries; // null: no record is open
  uint32_t count, limit;
};
extern OpenNodes nodes;
extern uint64_t no_counter;                   // of a transition that has no entry
inline constexpr uint32_t kEntriesAhead = 64; // room for as many when a record is opened with a run

// A record for the current run: with its first entries' room if there is room without waiting, else with the first one.
void begin_nodes();
// The record is complete as far as it goes; what comes next is another record. Sites forget their transitions.
void close_nodes();
// The record as the last one of a vertex that was one run; false: there is none that can take the row.
bool close_leaf(const RingRun& row);
void discard_nodes(); // nothing of it was meant
bool more_room();     // for one entry at least; false once recording has stopped

// The counter of the new entry. Precondition: recording.
UNPLY_INLINE uint64_t* append_entry(uint32_t before, uint32_t site, RingEntryKind kind, uint64_t bytes) {
  if (UNPLY_UNLIKELY(nodes.count == nodes.limit) && !more_room()) return &no_counter;
  RingEntry* entry = nodes.entries + nodes.count;
  *entry = {.before = before, .site_kind = site | (uint32_t)kind << 30, .bytes = bytes};
  __atomic_signal_fence(__ATOMIC_RELEASE); // a reader that finds the program dead sees whole entries only
  ring_header()->open_entries = ++nodes.count;
  return &entry->bytes;
}

} // namespace unply::runtime
