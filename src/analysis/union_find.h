// Disjoint sets whose root is their smallest member, so that results do not depend on the order of unions.
#pragma once
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace unply {

class UnionFind {
public:
  explicit UnionFind(uint32_t n) : parent_(n), sets_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  uint32_t find(uint32_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  bool unite(uint32_t x, uint32_t y) {
    x = find(x), y = find(y);
    if (x == y) return false;
    parent_[std::max(x, y)] = std::min(x, y);
    --sets_;
    return true;
  }
  uint32_t sets() const { return sets_; }

private:
  std::vector<uint32_t> parent_;
  uint32_t sets_;
};

} // namespace unply
