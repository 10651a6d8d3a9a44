// The orbits that the automorphisms found so far unite. A search proposes a map of vertices; the map counts only after
// the certificate has checked every edge it moves, so orbits may be too small, never too large.
#pragma once
#include "analysis/union_find.h"
#include "graph/dag.h"
#include <span>
#include <vector>

namespace unply {

class VerifiedOrbits {
public:
  VerifiedOrbits(const Dag& dag, std::span<const uint32_t> colours);

  void move(uint32_t v, uint32_t image);
  uint32_t image(uint32_t v) const { return permutation_[v]; } // v itself, unless it was moved
  // Unites the orbits of the permutation if it is an automorphism, and appends it to `kept`. Either way it is the
  // identity again.
  bool adopt(std::vector<std::vector<uint32_t>>* kept = nullptr);
  std::vector<uint32_t> withdraw(); // the permutation, which becomes the identity and unites nothing

  uint32_t orbit(uint32_t v) { return found_.find(v); } // its smallest vertex
  uint32_t orbits() const { return found_.sets(); }
  uint64_t automorphisms() const { return automorphisms_; } // adopted

private:
  const Dag& dag_;
  std::span<const uint32_t> colours_;
  UnionFind found_;
  std::vector<uint32_t> permutation_, moved_;
  uint64_t automorphisms_ = 0;
};

} // namespace unply
