#include "graph/dependence_walk.h"
#include <array>

namespace unply {

void DependenceWalk::fetch_chains(size_t until) {
  constexpr size_t kChains = 32;
  constexpr int kLongest = 64;
  std::array<uint32_t, kChains> at;
  until = std::min(until, end_);
  while (fetched_ < until) {
    size_t count = 0;
    for (; fetched_ < end_ && count < kChains; ++fetched_) {
      const HistoryEntry& entry = histories_.entries[fetched_];
      if (entry.kind() != kEntryRead && entry.before != 0) at[count++] = entry.before;
    }
    for (int round = 0; count > 0 && round < kLongest; ++round) {
      size_t kept = 0;
      for (size_t i = 0; i < count; ++i) {
        const uint32_t previous = histories_.nodes[at[i]].previous;
        if (previous == 0) continue;
        __builtin_prefetch(&histories_.nodes[previous]);
        at[kept++] = previous;
      }
      count = kept;
    }
  }
}

} // namespace unply
