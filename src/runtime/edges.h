// The edges into the current vertex, found in the current run and handed over when it ends.
//
// All edges of an access end in the current vertex, so a small open-addressing table that starts afresh with each run
// finds repeats; a global table of edges would miss the cache on each look-up.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

bool map_edges();
void begin_edges(); // a new run

// Counts `bytes` on the edge, made if new, and returns where further bytes of the same kind of transition are counted.
uint64_t* add_edge(uint32_t from, RingEdgeKind kind, uint32_t site_from, uint32_t site_to, uint64_t bytes);

// A store that ends a history with several edges: the counter for further words with the same history. Resolved to the
// single edges by hand_over_edges.
uint64_t* count_later(uint32_t history_before, uint32_t site_to);
void resolve_later();
// transition.cpp: counts `bytes` on each edge of a store at `site` over this history.
void resolve_later_entry(uint32_t history_before, uint32_t site, uint64_t bytes);

void hand_over_edges(); // as records of the current vertex
void copy_edges(RingEdge* to, const RingEdge* from, uint32_t count);
const RingEdge* edges_of_run(uint32_t* count); // complete, all of them

extern uint64_t no_edge; // counted on when a transition has no edge

} // namespace unply::runtime
