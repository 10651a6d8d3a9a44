#include "graph/vertex_dependences.h"
#include <algorithm>
#include <bit>
#include <utility>

namespace unply {

uint32_t VertexDependences::find_pair(uint32_t site_from, uint32_t site_to) {
  auto [at, fresh] = numbers_.try_emplace(uint64_t{site_from} << 32 | site_to, static_cast<uint32_t>(pairs_.size()));
  if (fresh) pairs_.push_back({site_from, site_to, 0});
  recent_[(site_from * 0x9e3779b1u ^ site_to * 0x85ebca6bu) >> 24] = {site_from, site_to, at->second};
  return at->second;
}

// A radix sort with digits that suit the number of rows: a pass costs as much for each digit as for each row.
void VertexDependences::sort() {
  constexpr size_t kFew = 64;
  if (all_.size() < kFew) {
    std::ranges::sort(all_, {}, [](const Dependence& d) { return uint64_t{d.from} << 32 | d.kind_pair; });
    return;
  }
  const auto [least, most] = std::ranges::minmax(all_, {}, &Dependence::from);
  const uint32_t first = least.from;
  const int pair_bits = std::bit_width(pairs_.size());
  const int bits = std::bit_width(most.from - first) + 2 + pair_bits, widest = std::bit_width(all_.size()) - 1;
  const int passes = (bits + widest - 1) / widest, digit_bits = (bits + passes - 1) / passes;
  const uint64_t digit = (uint64_t{1} << digit_bits) - 1;
  other_.resize(all_.size());
  for (int pass = 0; pass < passes; ++pass) {
    auto digit_of = [&](const Dependence& d) {
      const uint64_t kind_pair = uint64_t{d.kind_pair >> 30} << pair_bits | (d.kind_pair & (kMostPairs - 1));
      return (uint64_t{d.from - first} << (2 + pair_bits) | kind_pair) >> (pass * digit_bits) & digit;
    };
    begin_.assign(digit + 1, 0);
    for (const Dependence& d : all_) ++begin_[digit_of(d)];
    uint32_t sum = 0;
    for (uint32_t& begin : begin_) sum += std::exchange(begin, sum);
    for (const Dependence& d : all_) other_[begin_[digit_of(d)]++] = d;
    all_.swap(other_);
  }
}

std::span<EdgeRow> VertexDependences::take(uint32_t to) {
  sort();
  rows_.clear();
  rows_.reserve(all_.size());
  const Dependence* last = nullptr;
  for (const Dependence& d : all_) {
    if (last && last->from == d.from && last->kind_pair == d.kind_pair) {
      rows_.back().bytes += d.bytes;
      continue;
    }
    const SitePair& pair = pairs_[d.kind_pair & (kMostPairs - 1)];
    rows_.push_back({.to = to,
                     .from = d.from,
                     .kind = d.kind_pair >> 30,
                     .site_from = pair.from,
                     .site_to = pair.to,
                     .bytes = d.bytes});
    last = &d;
  }
  all_.clear();
  return rows_;
}

} // namespace unply
