#include "trace/site_pairs.h"
#include <algorithm>

namespace unply {

uint32_t SitePairSets::add_empty() {
  first_.push_back(pairs_.size());
  return size() - 1;
}

uint32_t SitePairSets::find_or_add(std::span<const SitePair> pairs) {
  uint64_t hash = pairs.size();
  for (const SitePair& pair : pairs)
    for (uint64_t word : {uint64_t{pair.from} << 32 | pair.to, pair.bytes})
      hash = (hash ^ word) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 29;
  for (auto [at, end] = by_hash_.equal_range(hash); at != end; ++at)
    if (std::ranges::equal(this->at(at->second), pairs)) return at->second;
  uint32_t set = add_empty();
  pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
  by_hash_.emplace(hash, set);
  return set;
}

} // namespace unply
