// Pairs of sites whose dependence need be noted but once: those that were seen last in a loop, or in a set of parts.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

class SeenPairs {
public:
  UNPLY_INLINE bool has(RingEdgeKind kind, uint32_t from, uint32_t to, uint64_t where) const {
    const Pair pair = {(uint64_t)from << 32 | to, where << 2 | (uint64_t)kind};
    return UNPLY_LIKELY(pairs_[place_of(pair)] == pair);
  }
  // Whether it was seen before; from now on it was. A new one may push out another one.
  UNPLY_INLINE bool add(RingEdgeKind kind, uint32_t from, uint32_t to, uint64_t where) {
    if (has(kind, from, to, where)) return true;
    const Pair pair = {(uint64_t)from << 32 | to, where << 2 | (uint64_t)kind};
    pairs_[place_of(pair)] = pair;
    return false;
  }

private:
  struct Pair {
    uint64_t sites, where_kind;
    bool operator==(const Pair&) const = default;
  };
  static UNPLY_INLINE uint64_t place_of(const Pair& pair) {
    return (pair.sites * 0x9e3779b97f4a7c15ull ^ pair.where_kind * 0xbf58476d1ce4e5b9ull) >> 54;
  }
  Pair pairs_[1024]; // 16 KB, in the first-level cache
};

} // namespace unply::runtime
