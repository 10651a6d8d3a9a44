// Sets of pairs of sites that carry an edge. Each set is stored once, because edges repeat them: the 256 tasks of a
// loop that adds to three variables have 255 edges and one set.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace unply {

struct SitePair {
  uint32_t from, to; // rows of Trace::sites
  uint64_t bytes;    // that go between the two
  bool operator==(const SitePair&) const = default;
};

// Pairs of a set ascend by (from, to). Set 0 is empty: edges with a single pair, which is in their row, refer to it.
class SitePairSets {
public:
  uint32_t size() const { return static_cast<uint32_t>(first_.size()); } // sets, 0 included
  size_t pairs() const { return pairs_.size(); }
  std::span<const SitePair> at(uint32_t set) const {
    size_t end = set + size_t{1} < first_.size() ? first_[set + size_t{1}] : pairs_.size();
    return {pairs_.data() + first_[set], end - first_[set]};
  }
  uint32_t add_empty(); // a new set, that add_to_last fills
  void add_to_last(const SitePair& pair) { pairs_.push_back(pair); }
  uint32_t find_or_add(std::span<const SitePair> pairs); // among the sets that came by this call

  std::span<SitePair> all_pairs() { return pairs_; }

private:
  std::vector<size_t> first_ = {0}; // of each set, into pairs_
  std::vector<SitePair> pairs_;
  std::unordered_multimap<uint64_t, uint32_t> by_hash_;
};

} // namespace unply
