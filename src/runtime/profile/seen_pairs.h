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
    return (pair.sites * 0x9e3779b97f4a7c15ull ^ pair.where_kind * 0xbf58476d1ce4e5b9ull) >> 51;
  }
  // 128 KB. Programs of thousands of sites have more than 1,024 pairs: to look for their rows took an eighth of BT.
  Pair pairs_[8192];
};

} // namespace unply::runtime
