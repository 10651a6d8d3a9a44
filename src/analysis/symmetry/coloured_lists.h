// The adjacency of a graph with an equitable colouring, as the search for automorphisms reads it: each list sorted by
// the colour of the neighbour, so that the lists of two vertices of one colour agree place by place in their colours.
//
// Redundant edges are left out: if every vertex of one colour has an edge to every vertex of another, any map that
// preserves colours preserves these edges. All edges at vertices that are alone in their colour are of that kind, and
// so are barriers. What remains falls apart into components that can be mapped independently of each other.
#pragma once
#include "analysis/symmetry/refinement.h"
#include <utility>

namespace unply {

class ColouredLists {
public:
  static constexpr uint32_t kLastOfRun = 0x80000000; // set on the last neighbour of each colour; vertices are smaller
  static_assert(Dag::kMostVertices < kLastOfRun);

  ColouredLists(const Dag& dag, const Colouring& colouring);
  std::span<const uint32_t> list(int direction, uint32_t v) const { // direction 0: predecessors, 1: successors
    const Lists& lists = lists_[direction];
    return std::span(lists.items).subspan(lists.first[v], lists.first[v + 1] - lists.first[v]);
  }
  uint32_t vertices() const { return static_cast<uint32_t>(lists_[0].first.size() - 1); }

private:
  struct Lists {
    std::vector<uint32_t> first, items;
  };
  Lists lists_[2];
};

// The components of the edges that ColouredLists keeps.
struct Components {
  std::vector<uint32_t> first, vertices; // those of component c: first[c] to first[c + 1], ascending
  std::vector<uint64_t> signature;       // of each: its colours; differs only if they are not isomorphic
  std::vector<uint32_t> component_of;    // of each vertex

  uint32_t count() const { return static_cast<uint32_t>(signature.size()); }
  std::span<const uint32_t> of(uint32_t c) const {
    return std::span(vertices).subspan(first[c], first[c + 1] - first[c]);
  }
};
Components components_of(const ColouredLists& lists, const Colouring& colouring);

// An equitable colouring and its derived data.
struct ColouredGraph {
  ColouredGraph(const Dag& dag, Colouring refined)
      : colouring(std::move(refined)), lists(dag, colouring), components(components_of(lists, colouring)) {}
  const std::vector<uint32_t>& colour() const { return colouring.colour; }
  Colouring colouring;
  ColouredLists lists;
  Components components;
};

} // namespace unply
