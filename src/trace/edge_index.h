// The edges into each vertex of a recording, as rows of EdgeColumns: those of the vertex alone and those of the lists
// that it uses, merged to ascend by (from, kind).
//
// Cost: 4 bytes a vertex, 4 more where lists are used. In the row of a list the vertex is not to be found: algorithms
// go from vertex to vertex, and no edge has a number of its own.
#pragma once
#include "trace/trace.h"
#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

namespace unply {

class InEdges {
public:
  class Iterator {
  public:
    using value_type = uint32_t;
    using difference_type = std::ptrdiff_t;
    uint32_t operator*() const { return range_[least_].at; }
    Iterator& operator++() {
      ++range_[least_].at;
      if (count_ > 1) find_least();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return count_ <= 1 && range_[0].at == range_[0].end; }

  private:
    friend class InEdges;
    friend class EdgeIndex;
    void find_least() {
      if (range_[least_].at == range_[least_].end) range_[least_] = range_[--count_];
      least_ = 0;
      for (uint32_t i = 1; i < count_; ++i)
        if (key(i) < key(least_)) least_ = i;
    }
    uint64_t key(uint32_t range) const {
      const uint32_t row = range_[range].at;
      return uint64_t{edges_->from[row]} << 8 | static_cast<uint8_t>(edges_->kind[row]);
    }
    struct Range {
      uint32_t at, end;
    };
    const EdgeColumns* edges_ = nullptr;
    uint32_t count_ = 0, least_ = 0;  // of the ranges, all but a single one not empty
    std::array<Range, 5> range_ = {}; // own rows, and a list for each of four kinds
  };

  Iterator begin() const {
    Iterator first = all_;
    if (first.count_ > 1) {
      for (uint32_t i = 1; i < first.count_; ++i)
        if (first.key(i) < first.key(first.least_)) first.least_ = i;
    }
    return first;
  }
  std::default_sentinel_t end() const { return {}; }
  size_t size() const {
    size_t rows = 0;
    for (uint32_t i = 0; i < all_.count_; ++i) rows += all_.range_[i].end - all_.range_[i].at;
    return rows;
  }
  bool empty() const { return size() == 0; }

private:
  friend class EdgeIndex;
  void add(uint32_t at, uint32_t end) {
    if (at < end && all_.count_ < all_.range_.size()) all_.range_[all_.count_++] = {at, end};
  }
  Iterator all_;
};

class EdgeIndex {
public:
  EdgeIndex() = default;
  // Precondition: the invariants in trace.h.
  EdgeIndex(const EdgeColumns& edges, size_t vertices);
  // Of the same edges.
  InEdges into(const EdgeColumns& edges, uint32_t vertex) const {
    InEdges rows;
    rows.all_.edges_ = &edges;
    rows.add(first_[vertex], first_[vertex + size_t{1}]);
    for (const EdgeListUse& use : uses(edges, vertex)) rows.add(edges.list_first[use.list], edges.list_end(use.list));
    return rows;
  }

  // Of the vertex alone, and the lists that it uses.
  std::pair<uint32_t, uint32_t> own(uint32_t vertex) const { return {first_[vertex], first_[vertex + size_t{1}]}; }
  std::span<const EdgeListUse> uses(const EdgeColumns& edges, uint32_t vertex) const {
    if (first_use_.empty()) return {};
    return std::span(edges.uses).subspan(first_use_[vertex], first_use_[vertex + size_t{1}] - first_use_[vertex]);
  }

private:
  std::vector<uint32_t> first_;     // by vertex, into the rows of single vertices
  std::vector<uint32_t> first_use_; // by vertex, into EdgeColumns::uses; empty: there are none
};

} // namespace unply
