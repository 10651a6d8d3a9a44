// The expected results, computed from the definitions alone: permutations are tried one by one, cells are refined until
// nothing changes. Shares only the type Partition with src/analysis, and is deliberately slow.
#pragma once
#include "analysis/symmetry/partition.h"
#include "graphs.h"
#include <functional>
#include <span>

namespace unply {

// A permutation of vertices that keeps colours and maps the set of edges of `a` onto that of `b`.
bool is_isomorphism(const SampleGraph& a, const SampleGraph& b, const std::vector<uint32_t>& image);

// Every map of that kind is tried, but for those that a part already rules out; empty if there is none. For graphs of
// up to about 30 vertices.
std::vector<uint32_t> isomorphism_by_trying(const SampleGraph& a, const SampleGraph& b);

// Vertices u, v are in one orbit if trying finds an automorphism that maps u to v. Each one found is also given to
// `found`.
Partition orbits_by_trying(const SampleGraph& graph, const std::function<void(const std::vector<uint32_t>&)>& found);

// Splits classes by colour, and by the classes of predecessors and of successors, until nothing changes.
Partition equitable_by_repetition(const SampleGraph& graph);

// The finest partition under which each vertex is with its images.
class Joining {
public:
  explicit Joining(uint32_t vertices);
  void join(uint32_t u, uint32_t v) { parent_[top(u)] = top(v); }
  void join_images(std::span<const uint32_t> image);
  bool together(uint32_t u, uint32_t v) { return top(u) == top(v); }
  Partition partition();

private:
  uint32_t top(uint32_t v);
  std::vector<uint32_t> parent_;
};

} // namespace unply
