// Cost of an adoption: the edges of the vertices that it moves.
#include "analysis/symmetry/verified_orbits.h"
#include "analysis/symmetry/automorphism.h"
#include <numeric>

namespace unply {

VerifiedOrbits::VerifiedOrbits(const Dag& dag, std::span<const uint32_t> colours)
    : dag_(dag), colours_(colours), found_(dag.vertices()), permutation_(dag.vertices()) {
  std::iota(permutation_.begin(), permutation_.end(), 0);
}

void VerifiedOrbits::move(uint32_t v, uint32_t image) {
  permutation_[v] = image;
  moved_.push_back(v);
}

bool VerifiedOrbits::adopt(std::vector<std::vector<uint32_t>>* kept) {
  if (moved_.empty()) return false;
  bool keeps = is_automorphism(dag_, colours_, permutation_, moved_);
  if (keeps) {
    ++automorphisms_;
    if (kept != nullptr) kept->push_back(permutation_);
    for (uint32_t v : moved_) found_.unite(v, permutation_[v]);
  }
  for (uint32_t v : moved_) permutation_[v] = v;
  moved_.clear();
  return keeps;
}

std::vector<uint32_t> VerifiedOrbits::withdraw() {
  std::vector<uint32_t> moved = permutation_;
  for (uint32_t v : moved_) permutation_[v] = v;
  moved_.clear();
  return moved;
}

} // namespace unply
