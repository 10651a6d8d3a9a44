// Call paths from the current task to an access: recorded for the first access of each site in each task region, and
// for the first edge of each pair of sites into each region.
//
// A new history costs a comparison, a new edge a lookup in a small table; walking the stack takes some microseconds,
// once for each path, and is not part of the task's time.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

bool map_call_paths();

// A pair of sites, the earlier one in the low half, and the region of the later task with the kind of edge in its low
// bits; a site alone has no earlier one.
struct KnownPair {
  uint64_t sites;
  uint32_t region_kind, reserved; // 0: free
};
constexpr uint32_t kKindBits = 3, kFirstAccess = 4; // instead of a kind of edge

// A cache in front of the table of all pairs: the most recent lookups, by hash.
constexpr uint32_t kRecentBits = 9;
extern KnownPair recent_pairs[1 << kRecentBits];

UNPLY_INLINE uint64_t hash_of(uint64_t sites, uint32_t region_kind) {
  return (sites + region_kind) * 0x9e3779b97f4a7c15u;
}

// Handles a pair that is not in the cache. Returns `count`, so that add_edge ends in a tail call.
uint64_t* look_closer(uint64_t sites, uint32_t region_kind, uint32_t from, uint64_t* count);

UNPLY_INLINE uint64_t* look_at_pair(RingEdgeKind kind, uint32_t site_from, uint32_t site_to, uint32_t from,
                                    uint64_t* count) {
  uint64_t sites = (uint64_t)site_to << 32 | site_from;
  uint32_t region_kind = vertex.region | (uint32_t)kind;
  const KnownPair& recent = recent_pairs[hash_of(sites, region_kind) >> (64 - kRecentBits)];
  if (UNPLY_LIKELY(recent.sites == sites && recent.region_kind == region_kind)) return count;
  return look_closer(sites, region_kind, from, count);
}

void look_at_site(UnplySite* site);

UNPLY_INLINE void look_at_calls(UnplySite* site) {
  if (UNPLY_UNLIKELY(site->region != vertex.region)) look_at_site(site);
}

} // namespace unply::runtime
