// Finds the vertices of a cell that are equivalent to one of them: by the complete search, with each of the others.
// Maps that are found become automorphisms; the vertices that none maps there are told apart from those that are.
#pragma once
#include "analysis/symmetry/path_search.h"
#include "analysis/symmetry/verified_orbits.h"
#include <map>
#include <memory>

namespace unply {

class CellDecision {
public:
  // kept: for the automorphisms found; may be null.
  CellDecision(const ColouredGraph& graph, VerifiedOrbits& found, std::vector<std::vector<uint32_t>>* kept,
               const Deadline& deadline, uint64_t& seed)
      : graph_(graph), found_(found), kept_(kept), deadline_(deadline), seed_(seed) {}

  // roots: one vertex of each orbit found so far of a cell. work: edges that all searches together may look at,
  // roughly. sample: see SearchedComponent::path_from. Returns whether an automorphism was found or labels tell some
  // apart.
  bool decide(std::vector<uint32_t> roots, CellChoice choice, uint64_t work, size_t sample);
  // Colours, and new ones for those roots that are not equivalent to the rest of their cell.
  const std::vector<uint32_t>& labels() const { return labels_; }

  // The logarithm of how many ways a search from `base` has at most, if no choice looks different from its like.
  double log_ways(uint32_t base, CellChoice choice);

private:
  SearchedComponent& component(uint32_t v);
  PathAnswer compare(const SearchPath& path, uint32_t base, uint32_t v, uint64_t work);
  bool adopt(const SearchedComponent& from, const SearchedComponent& to, std::span<const uint32_t> image);
  uint32_t unusual_root(std::span<const uint32_t> roots, CellChoice choice);

  const ColouredGraph& graph_;
  VerifiedOrbits& found_;
  std::vector<std::vector<uint32_t>>* kept_;
  const Deadline& deadline_;
  uint64_t& seed_;
  std::map<uint32_t, std::unique_ptr<SearchedComponent>> components_;
  std::vector<uint32_t> labels_;
};

} // namespace unply
