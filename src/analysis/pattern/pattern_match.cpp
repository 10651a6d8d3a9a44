// Tasks that correspond have one colour in the equitable partitions of both graphs, whose numbers can be compared. The
// colours order and reject maps; the remaining maps are verified.
#include "analysis/pattern/pattern_match.h"
#include "analysis/symmetry/matching.h"
#include "analysis/symmetry/orbits.h"
#include <algorithm>

namespace unply {

namespace {
constexpr int kFailedExtensions = 12;     // of a map by matching; each costs up to a pass over the graph
constexpr uint32_t kTasksToSearch = 5000; // for a search that backtracks: a torus of 16,000 takes it 36 s

bool colours_agree(std::span<const uint32_t> colours, std::span<const uint32_t> ideal_colours,
                   std::span<const uint32_t> image) {
  for (size_t v = 0; v < colours.size(); ++v)
    if (colours[v] != ideal_colours[image[v]]) return false;
  return true;
}

// Vertices by colour, ascending within one.
struct ByColour {
  explicit ByColour(const Colouring& colouring)
      : first(size_t{colouring.colours} + 1, 0), vertices(colouring.colour.size()) {
    for (uint32_t c = 0; c < colouring.colours; ++c) first[c + 1] = first[c] + colouring.size_of[c];
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    for (uint32_t v = 0; v < vertices.size(); ++v) vertices[next[colouring.colour[v]]++] = v;
  }
  std::span<const uint32_t> of(uint32_t colour) const {
    return std::span(vertices).subspan(first[colour], first[colour + 1] - first[colour]);
  }
  std::vector<uint32_t> first, vertices;
};

// Tasks of one colour in the order of their numbers on both sides.
std::vector<uint32_t> map_in_order(const Colouring& colouring, const Colouring& ideal_colouring) {
  ByColour tasks(colouring), ideal(ideal_colouring);
  std::vector<uint32_t> image(tasks.vertices.size());
  for (size_t i = 0; i < image.size(); ++i) image[tasks.vertices[i]] = ideal.vertices[i];
  return image;
}

// Component by component, each from a task of its rarest colour; empty if that fails too often.
std::vector<uint32_t> map_by_matching(const Dag& dag, const Colouring& colouring, const Dag& ideal,
                                      const Colouring& ideal_colouring) {
  ColouredLists lists(dag, colouring), ideal_lists(ideal, ideal_colouring);
  Components components = components_of(lists, colouring);
  ByColour targets(ideal_colouring);
  Matching matching(lists, ideal_lists, 1);
  std::vector<bool> taken(ideal.vertices(), false);
  int failed = 0;
  for (uint32_t c = 0; c < components.count(); ++c) {
    auto vertices = components.of(c);
    uint32_t x =
        *std::ranges::min_element(vertices, {}, [&](uint32_t v) { return colouring.size_of[colouring.colour[v]]; });
    auto candidates = targets.of(colouring.colour[x]);
    bool mapped = false;
    for (size_t i = 0; !mapped; i = (i + 1) % candidates.size()) {
      if (taken[candidates[i]]) continue;
      mapped = matching.extend(x, candidates[i]);
      if (!mapped && ++failed == kFailedExtensions) return {};
    }
    for (uint32_t v : matching.mapped()) taken[matching.image(v)] = true;
  }
  std::vector<uint32_t> image(dag.vertices());
  for (uint32_t v = 0; v < dag.vertices(); ++v) image[v] = matching.image(v);
  return image;
}

Dag dag_of(const IdealGraph& ideal) {
  std::vector<DagEdge> edges;
  edges.reserve(ideal.edges());
  for (uint32_t v = 0; v < ideal.tasks(); ++v)
    for (uint32_t u : ideal.predecessors(v)) edges.push_back({u, v});
  auto dag = Dag::from_edges(ideal.tasks(), edges);
  return dag ? std::move(*dag) : Dag();
}
} // namespace

bool agrees_on_every_edge(const Dag& dag, const IdealGraph& ideal, std::span<const uint32_t> image) {
  uint32_t n = dag.vertices();
  if (ideal.tasks() != n || ideal.edges() != dag.edges() || image.size() != n) return false;
  std::vector<bool> taken(n, false);
  for (uint32_t x : image) {
    if (x >= n || taken[x]) return false;
    taken[x] = true;
  }
  std::vector<uint32_t> mapped;
  for (uint32_t v = 0; v < n; ++v) {
    mapped.clear();
    for (uint32_t u : dag.predecessors(v)) mapped.push_back(image[u]);
    std::sort(mapped.begin(), mapped.end());
    if (!std::ranges::equal(mapped, ideal.predecessors(image[v]))) return false;
  }
  return true;
}

bool PatternMatcher::matches_in_order(const IdealGraph& ideal, std::span<const uint32_t> ideal_colours) const {
  if (ideal.tasks() != dag_.vertices() || ideal.edges() != dag_.edges()) return false;
  for (uint32_t v = 0; v < dag_.vertices(); ++v)
    if (!std::ranges::equal(dag_.predecessors(v), ideal.predecessors(v))) return false;
  return std::ranges::equal(colours_, ideal_colours);
}

bool PatternMatcher::matches(const IdealGraph& ideal, std::span<const uint32_t> ideal_colours) {
  if (ideal.tasks() != dag_.vertices() || ideal.edges() != dag_.edges()) return false;
  if (matches_in_order(ideal, ideal_colours)) return true;
  if (colouring_.colour.empty()) colouring_ = refine(dag_, colours_);
  Dag ideal_dag = dag_of(ideal);
  Colouring ideal_colouring = refine(ideal_dag, ideal_colours);
  if (colouring_.fingerprint != ideal_colouring.fingerprint || colouring_.size_of != ideal_colouring.size_of)
    return false;
  auto agrees = [&](const std::vector<uint32_t>& image) {
    return agrees_on_every_edge(dag_, ideal, image) && colours_agree(colours_, ideal_colours, image);
  };
  if (agrees(map_in_order(colouring_, ideal_colouring))) return true;
  if (agrees(map_by_matching(dag_, colouring_, ideal_dag, ideal_colouring))) return true;
  return dag_.vertices() <= kTasksToSearch && agrees(find_isomorphism(dag_, colours_, ideal_dag, ideal_colours));
}

} // namespace unply
