// Tries to map one component of a coloured graph onto another, without backtracking: a vertex and its image have lists
// of neighbours that agree in colours, so each neighbour that is alone in its colour there is mapped, and so on; where
// several are left and nothing is forced any more, one is chosen at random. Wrong choices end in a contradiction, or in
// a map that the verification on the edges refuses.
//
// Cost: each list is read once on either side, about 0.2 us a vertex; bliss and Traces refine the whole graph for
// each of a butterfly's choices, of which there are as many as vertices.
#pragma once
#include "analysis/symmetry/coloured_lists.h"
#include <random>

namespace unply {

inline constexpr uint32_t kNoVertex = 0xffffffff;

class Matching {
public:
  // From vertices of `source` to vertices of `target`, which may be the same object.
  Matching(const ColouredLists& source, const ColouredLists& target, uint64_t seed);

  // Maps x to y, of one colour, and all that hangs together with x. When that fails nothing of it is kept.
  bool extend(uint32_t x, uint32_t y);
  void undo(); // the last extension

  std::span<const uint32_t> mapped() const { return std::span(trail_).subspan(extension_); } // by the last extension
  uint32_t image(uint32_t x) const { return image_[x]; }

private:
  struct Choice { // neighbours that may be mapped to each other in any way: in pool_, sources and then targets
    size_t sources, targets;
    uint32_t source_count, target_count;
  };
  bool assign(uint32_t x, uint32_t y);
  bool match_lists(std::span<const uint32_t> from, std::span<const uint32_t> to);
  bool match_run(std::span<const uint32_t> from, std::span<const uint32_t> to);
  bool propagate();
  bool choose();
  bool keeps_edges();

  const ColouredLists &source_, &target_;
  std::minstd_rand random_;
  std::vector<uint32_t> image_, preimage_; // kNoVertex: none
  std::vector<uint32_t> trail_;            // mapped sources in the order of mapping
  size_t extension_ = 0, matched_ = 0;     // in trail_: where the last extension starts; whose lists are matched
  std::vector<uint32_t> pool_;
  std::vector<Choice> choices_;
};

} // namespace unply
