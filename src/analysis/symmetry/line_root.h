// The root of a line digraph. Where any two vertices have the same successors or none in common, the graph falls into
// blocks, all of whose upper vertices precede all of whose lower ones: it is the line digraph of a smaller graph, whose
// vertices are the blocks and whose edges are the graph's vertices (Heuchenne 1964). An automorphism of the root,
// acting on its edges, is one of the graph; and edges of the root that lie parallel may be exchanged.
//
// A butterfly of 2^k points is the line digraph of one of 2^(k-1), so its symmetries follow by k halvings, where
// searches have to make 2^(k-1) choices.
#pragma once
#include "graph/dag.h"
#include <optional>
#include <random>
#include <span>

namespace unply {

class LineRoot {
public:
  // Empty if the graph is no line digraph, if colours tell parallel edges of the root apart, or if the root would not
  // be smaller by a quarter (a chain is the line digraph of one that is shorter by a vertex). colours: equitable.
  static std::optional<LineRoot> of(const Dag& dag, std::span<const uint32_t> colours);

  const Dag& dag() const { return dag_; }
  const std::vector<uint32_t>& colours() const { return colours_; } // of the root's vertices

  // By vertex of the line digraph, the image under what a permutation of the root's vertices does to edges. Parallel
  // vertices of one colour are turned by random steps, since any of their permutations is an automorphism too. A
  // permutation that is not an automorphism gives none.
  std::vector<uint32_t> lifted(std::span<const uint32_t> permutation, std::minstd_rand& random) const;

private:
  struct Place { // of a vertex: the root's edge that it is; numbers of vertices + 1, 0 for none
    uint32_t tail, head;
  };
  bool find_blocks(const Dag& dag);
  void sort_vertices();
  bool make_root();
  bool is_parallel(uint32_t v, uint32_t w) const {
    return place_[v].tail == place_[w].tail && place_[v].head == place_[w].head;
  }

  Dag dag_;
  std::vector<uint32_t> colours_;
  std::vector<Place> place_;
  uint32_t blocks_ = 0;
  std::vector<uint32_t> colour_of_; // of each vertex
  std::vector<uint32_t> order_;     // vertices by place and colour: parallel ones lie together
  std::vector<uint32_t> first_;     // in order_: of each tail
};

} // namespace unply
