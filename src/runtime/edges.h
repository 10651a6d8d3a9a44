// The edges into the current vertex, found in the current run and passed on when it ends.
//
// All edges of an access end in the current vertex, so a small open-addressing table that is empty at the start of each
// run finds repeats; a global table of edges would miss the cache on each lookup.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

bool map_edges();
void begin_edges(); // a new run

// Counts `bytes` on the edge, which is created if new, and returns the counter for further bytes of the same
// transition.
uint64_t* add_edge(uint32_t from, RingEdgeKind kind, uint32_t site_from, uint32_t site_to, uint64_t bytes);

// The counter for further words with the same history, for a store that ends a history with several edges.
// hand_over_edges distributes it to the single edges.
uint64_t* count_later(uint32_t history_before, uint32_t site_to);
void resolve_later();
// transition.cpp: counts `bytes` on each edge of a store at `site` over this history.
void resolve_later_entry(uint32_t history_before, uint32_t site, uint64_t bytes);

void hand_over_edges(); // as records of the current vertex
void copy_edges(RingEdge* to, const RingEdge* from, uint32_t count);
const RingEdge* edges_of_run(uint32_t* count); // complete, all of them

extern uint64_t no_edge; // counted on when a transition has no edge

} // namespace unply::runtime
