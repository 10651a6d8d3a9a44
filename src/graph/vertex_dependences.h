// The dependences into one vertex, as its accesses are looked at: gathered one by one, then sorted and added up at
// once.
//
// A dependence is 16 bytes: pairs of sites are few and have numbers, and sorting goes by digits. Of a sparse matrix,
// with 800 dependences into a vertex, the reader takes 132 ns an edge, with 13 it takes 100 (Intel Xeon). Rejected: a
// hash table that adds up at once, and std::sort of the rows in the writer, one by one: 193 and 115 ns.
#pragma once
#include "trace/trace_writer.h"
#include <array>
#include <unordered_map>

namespace unply {

class VertexDependences {
public:
  void add(uint32_t from, EdgeKind kind, uint32_t site_from, uint32_t site_to, uint64_t bytes) {
    const uint32_t pair = pair_number(site_from, site_to);
    const uint32_t kind_pair = static_cast<uint32_t>(kind) << 30 | pair;
    if (!all_.empty() && all_.back().from == from && all_.back().kind_pair == kind_pair) {
      all_.back().bytes += bytes;
      return;
    }
    all_.push_back({from, kind_pair, bytes});
  }
  size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }

  // As edges into `to`, ascending by (from, kind), one for each pair of sites; then starts anew. The span is valid
  // until the next call.
  std::span<EdgeRow> take(uint32_t to);

private:
  struct Dependence {
    uint32_t from;
    uint32_t kind_pair; // kind << 30 | number of the pair
    uint64_t bytes;
  };
  struct SitePairNumber {
    uint32_t from, to, number;
  };
  static constexpr uint32_t kMostPairs = 1 << 30;
  uint32_t pair_number(uint32_t site_from, uint32_t site_to) {
    const SitePairNumber& known = recent_[(site_from * 0x9e3779b1u ^ site_to * 0x85ebca6bu) >> 24];
    return known.from == site_from && known.to == site_to && known.number != 0 ? known.number
                                                                               : find_pair(site_from, site_to);
  }
  uint32_t find_pair(uint32_t site_from, uint32_t site_to);
  void sort();

  std::vector<Dependence> all_, other_;
  std::vector<uint32_t> begin_; // of each digit, while sorting
  std::array<SitePairNumber, 256> recent_ = {};
  std::unordered_map<uint64_t, uint32_t> numbers_;
  std::vector<SitePair> pairs_ = {{0, 0, 0}}; // by number, from 1
  std::vector<EdgeRow> rows_;
};

} // namespace unply
