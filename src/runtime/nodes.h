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
#include "runtime/ring_writer.h"

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
inline constexpr uint32_t kHeadBytes = sizeof(RingRecord) + sizeof(RingRun);
// A record is passed on when it holds this many, so that the reader has work while a long run goes on.
inline constexpr uint32_t kMostEntries = 4096;

// The record is complete as far as it goes; what comes next is another record. Sites forget their transitions.
void close_nodes();
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

UNPLY_INLINE RingRun* row_of_record() { return (RingRun*)nodes.entries - 1; }

// Precondition: room for `room` bytes, kHeadBytes at least.
UNPLY_INLINE void open_record(uint32_t room) {
  auto* record = (RingRecord*)ring_at_head();
  *record = {.bytes = 0, .type = kRecordRun};
  auto* row = (RingRun*)(record + 1);
  *row = {.vertex = vertex.id,
          .instance = vertex.instance,
          .entries = 0,
          .first_index = next_history,
          .region = 0,
          .trace = 0,
          .hooks = 0,
          .transitions = 0,
          .begin_tsc = 0,
          .ticks = 0,
          .reserved = 0};
  uint32_t entries = (room - kHeadBytes) / (uint32_t)sizeof(RingEntry);
  nodes = {.entries = (RingEntry*)(row + 1), .count = 0, .limit = entries < kMostEntries ? entries : kMostEntries};
  RingHeader* header = ring_header();
  header->open_entries = 0;
  __atomic_store_n(&header->open_at, ring.head, __ATOMIC_RELEASE);
}

// A record for the current run: with its first entries' room if there is room without waiting, else with the first one.
UNPLY_INLINE void begin_nodes() {
  uint32_t room = ring_room();
  if (UNPLY_LIKELY(room >= kHeadBytes + kEntriesAhead * sizeof(RingEntry)))
    open_record(room);
  else
    nodes = {};
}

UNPLY_INLINE void publish_nodes(RingRecordType type) {
  uint32_t bytes = kHeadBytes + nodes.count * (uint32_t)sizeof(RingEntry);
  *((RingRecord*)row_of_record() - 1) = {.bytes = bytes, .type = (uint32_t)type};
  nodes = {};
  publish_bytes(bytes);
}

// The record as the last one of a vertex that was one run, whose row this is but for the entries; false: there is none
// that can take it.
UNPLY_INLINE bool close_leaf(const RingRun& leaf) {
  if (UNPLY_UNLIKELY(!nodes.entries)) return false;
  RingRun* row = row_of_record(); // has the first index already
  row->vertex = leaf.vertex, row->instance = leaf.instance, row->entries = nodes.count;
  row->region = leaf.region, row->trace = leaf.trace;
  row->hooks = leaf.hooks, row->transitions = leaf.transitions;
  row->begin_tsc = leaf.begin_tsc, row->ticks = leaf.ticks;
  publish_nodes(kRecordLeaf);
  return true;
}

} // namespace unply::runtime
