// A directed acyclic graph without times and places: the input of independence, symmetry and patterns. Vertices are 0
// to n - 1 in a topological order, so every edge leads from a smaller to a larger number and each search is a loop;
// there is at most one edge between two vertices, however many dependences it represents.
//
// Cost: 8 bytes a vertex and 8 an edge (both adjacencies, each list ascending).
#pragma once
#include "base/result.h"
#include <cstdint>
#include <span>
#include <vector>

namespace unply {

struct DagEdge {
  uint32_t from, to;
  bool operator==(const DagEdge&) const = default;
};

class Dag {
public:
  // More edges than this are refused: offsets are 32 bits wide, and both adjacencies of such a graph take 16 GiB.
  static constexpr uint64_t kMostEdges = (uint64_t{1} << 31) - 1;
  static constexpr uint64_t kMostVertices = (uint64_t{1} << 31) - 1;

  Dag() : in_first_(1, 0), out_first_(1, 0) {}
  // Edges in any order, repeated ones count once. Fails if an edge is not ascending or leaves the graph, or if there
  // are too many of them.
  static Result<Dag> from_edges(uint32_t vertices, const std::vector<DagEdge>& edges);
  // The size check of from_edges, for callers that would have to collect the edges first.
  static Result<void> check_size(uint64_t vertices, uint64_t edges);

  uint32_t vertices() const { return static_cast<uint32_t>(in_first_.size() - 1); }
  uint32_t edges() const { return static_cast<uint32_t>(in_.size()); }
  std::span<const uint32_t> predecessors(uint32_t v) const {
    return std::span(in_).subspan(in_first_[v], in_first_[v + 1] - in_first_[v]);
  }
  std::span<const uint32_t> successors(uint32_t v) const {
    return std::span(out_).subspan(out_first_[v], out_first_[v + 1] - out_first_[v]);
  }
  bool has_edge(uint32_t from, uint32_t to) const;

private:
  std::vector<uint32_t> in_first_, in_, out_first_, out_;
};

// Earliest levels: 0 without predecessors, else one more than the latest predecessor's. By vertex.
std::vector<uint32_t> levels_of(const Dag& dag);

} // namespace unply
