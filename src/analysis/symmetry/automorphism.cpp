// Every edge with a moved end must go to an edge. Edges go to different edges, so then the map is onto as well.
#include "analysis/symmetry/automorphism.h"
#include <algorithm>

namespace unply {

static bool keeps_moved_edges(const Dag& dag, std::span<const uint32_t> image, std::span<const uint32_t> moved) {
  std::vector<uint32_t> found;
  for (uint32_t v : moved) {
    auto from = dag.successors(v), to = dag.successors(image[v]);
    if (from.size() != to.size()) return false;
    found.clear();
    for (uint32_t w : from) found.push_back(image[w]);
    std::ranges::sort(found);
    if (!std::ranges::equal(found, to)) return false;
    for (uint32_t u : dag.predecessors(v))
      if (image[u] == u && !dag.has_edge(u, image[v])) return false;
  }
  return true;
}

// Whether the moved vertices are mapped one-to-one onto each other, each to one of its colour.
static bool permutes(std::span<const uint32_t> colours, std::span<const uint32_t> image,
                     std::span<const uint32_t> moved) {
  std::vector<bool> hit(image.size(), false);
  for (uint32_t v : moved) {
    if (image[v] >= image.size() || hit[image[v]]) return false;
    if (!colours.empty() && colours[v] != colours[image[v]]) return false;
    hit[image[v]] = true;
  }
  return std::ranges::all_of(moved, [&](uint32_t v) { return hit[v]; });
}

bool is_automorphism(const Dag& dag, std::span<const uint32_t> colours, std::span<const uint32_t> image,
                     std::span<const uint32_t> moved) {
  return image.size() == dag.vertices() && permutes(colours, image, moved) && keeps_moved_edges(dag, image, moved);
}

bool is_automorphism(const Dag& dag, std::span<const uint32_t> colours, std::span<const uint32_t> image) {
  std::vector<uint32_t> moved;
  for (uint32_t v = 0; v < image.size(); ++v)
    if (image[v] != v) moved.push_back(v);
  return is_automorphism(dag, colours, image, moved);
}

} // namespace unply
