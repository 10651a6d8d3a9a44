// The table of edges into the current vertex: see edges.h.
#include "runtime/edges.h"
#include "runtime/call_paths.h"
#include "runtime/history.h"
#include <string.h>

namespace unply::runtime {

uint64_t no_edge;

namespace {

// Reserved, not committed: 2^28 edges into one vertex are 6 GiB. Edges keep their place until the run ends, because
// sites point at their counters.
constexpr uint64_t kMaxEdges = 1ull << 28;
RingEdge* edges;
uint32_t edge_count;

struct Slot {
  uint32_t run; // the slot is taken when this is the current run
  uint32_t edge;
};
constexpr uint32_t kSmallTable = 64;
Slot* slots;        // kMaxEdges * 2 reserved
uint32_t slot_mask; // grows within a run, and starts small with each: fine tasks stay in two cache lines of slots
uint32_t run;

struct Later {
  uint64_t bytes;
  uint32_t history, site;
};
constexpr uint64_t kMaxLater = 1ull << 26;
Later* later;
uint32_t later_count;

UNPLY_INLINE uint32_t slot_of(const RingEdge& e) {
  uint32_t hash = e.from * 0x9e3779b1u ^ e.site_from * 0x85ebca6bu ^ e.site_to * 0xc2b2ae35u ^ e.kind;
  return hash ^ hash >> 15;
}

void place(uint32_t edge) {
  uint32_t at = slot_of(edges[edge]);
  while (slots[at & slot_mask].run == run) at++;
  slots[at & slot_mask] = {run, edge};
}

void new_run_number() {
  if (++run != 0) return;
  memset(slots, 0, kSmallTable * sizeof(Slot)); // numbers start over once in 2^32 runs
  run = 1;
}

__attribute__((noinline)) void grow_table() {
  slot_mask = slot_mask * 4 + 3;
  new_run_number();
  for (uint32_t i = 0; i < edge_count; i++) place(i);
}

} // namespace

bool map_edges() {
  edges = (RingEdge*)map_open_part(kRingOpenTaskBytes, kRingOpenEdgeBytes, kMaxEdges * sizeof(RingEdge));
  slots = (Slot*)map_memory(kMaxEdges * 4 * sizeof(Slot));
  later = (Later*)map_memory(kMaxLater * sizeof(Later));
  slot_mask = kSmallTable - 1;
  run = 1;
  return edges && slots && later && map_call_paths();
}

void begin_edges() {
  edge_count = ring_header()->open_edges = 0;
  slot_mask = kSmallTable - 1;
  new_run_number();
}

uint64_t* add_edge(uint32_t from, RingEdgeKind kind, uint32_t site_from, uint32_t site_to, uint64_t bytes) {
  RingEdge edge = {.from = from, .kind = (uint32_t)kind, .site_from = site_from, .site_to = site_to, .bytes = bytes};
  uint32_t at = slot_of(edge);
  for (;; at++) {
    Slot& slot = slots[at & slot_mask];
    if (slot.run != run) {
      if (edge_count == kMaxEdges) {
        stop_recording(kStopMemory);
        return &no_edge;
      }
      slot = {run, edge_count};
      copy_edges(&edges[edge_count++], &edge, 1);
      ring_header()->open_edges = edge_count;
      uint64_t* count = &edges[edge_count - 1].bytes;
      if (edge_count * 2 > slot_mask) grow_table();
      return look_at_pair(kind, site_from, site_to, from, count);
    }
    RingEdge& known = edges[slot.edge];
    if (known.from == from && known.kind == (uint32_t)kind && known.site_from == site_from &&
        known.site_to == site_to) {
      known.bytes += bytes;
      return &known.bytes;
    }
  }
}

uint64_t* count_later(uint32_t history_before, uint32_t site_to) {
  if (later_count == kMaxLater) resolve_later();
  later[later_count] = {0, history_before, site_to};
  return &later[later_count++].bytes;
}

void resolve_later() {
  for (uint32_t i = 0; i < later_count; i++)
    if (later[i].bytes) resolve_later_entry(later[i].history, later[i].site, later[i].bytes);
  later_count = 0;
}

// Copies by the same three words that were stored: wider loads right after narrower stores would defeat store-to-load
// forwarding.
void copy_edges(RingEdge* to, const RingEdge* from, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint64_t ends, sites;
    memcpy(&ends, &from[i].from, 8);
    memcpy(&sites, &from[i].site_from, 8);
    __asm__("" : "+r"(ends), "+r"(sites)); // keeps the compiler from joining them
    memcpy(&to[i].from, &ends, 8);
    memcpy(&to[i].site_from, &sites, 8);
    to[i].bytes = from[i].bytes;
  }
}

const RingEdge* edges_of_run(uint32_t* count) {
  if (later_count) resolve_later();
  *count = edge_count;
  return edges;
}

void hand_over_edges() {
  resolve_later();
  constexpr uint32_t kMost = (kRingMaxRecordBytes - sizeof(RingRecord) - sizeof(RingEdges)) / sizeof(RingEdge);
  for (uint32_t done = 0; done < edge_count;) {
    uint32_t n = edge_count - done < kMost ? edge_count - done : kMost;
    auto* record = (RingEdges*)begin_record(kRecordEdges, (uint32_t)(sizeof(RingEdges) + n * sizeof(RingEdge)));
    if (!record) return;
    *record = {vertex.id, n};
    memcpy(record + 1, edges + done, n * sizeof(RingEdge));
    end_record();
    done += n;
  }
}

} // namespace unply::runtime
