// By which calls the current task reached an access: handed over for the first access of each site in each task region,
// and for the first edge of each pair of sites into each.
//
// Costs beside 15 to 25 ns of a new history and edge: a comparison for a history, a look into a table of
// a few KiB for an edge. Walking the stack takes some microseconds, once each, and is no part of the task's time.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

bool map_call_paths();

// A pair of sites and the region of the later task, or a site alone (site_from 0).
struct KnownPair {
  uint32_t site_from, site_to, kind_region, reserved; // kind_region 0: free
};
extern KnownPair* known_pairs;
extern uint32_t known_pairs_mask;
constexpr uint32_t kFirstAccess = 4; // instead of a kind of edge

UNPLY_INLINE uint32_t hash_of(const KnownPair& p) {
  uint32_t hash = p.site_from * 0x85ebca6bu ^ p.site_to * 0xc2b2ae35u ^ p.kind_region * 0x9e3779b1u;
  return hash ^ hash >> 15;
}
UNPLY_INLINE bool equal(const KnownPair& a, const KnownPair& b) {
  return a.site_from == b.site_from && a.site_to == b.site_to && a.kind_region == b.kind_region;
}

void look_closer(const KnownPair& pair, uint32_t from); // the slow path: known elsewhere in the table, or new

UNPLY_INLINE void look_at_pair(RingEdgeKind kind, uint32_t site_from, uint32_t site_to, uint32_t from) {
  KnownPair pair = {site_from, site_to, vertex.region << 3 | (uint32_t)kind, 0};
  if (UNPLY_UNLIKELY(!equal(known_pairs[hash_of(pair) & known_pairs_mask], pair))) look_closer(pair, from);
}

void look_at_site(UnplySite* site);

UNPLY_INLINE void look_at_calls(UnplySite* site) {
  if (UNPLY_UNLIKELY(site->region != vertex.region)) look_at_site(site);
}

} // namespace unply::runtime
