// Both graphs are refined, compared, and mapped component by component: by matching without going back first, which is
// nearly always enough, else by the complete search.
#include "analysis/symmetry/isomorphism.h"
#include "analysis/symmetry/matching.h"
#include "analysis/symmetry/path_search.h"
#include <algorithm>
#include <map>
#include <numeric>

namespace unply {

Dag component_dag(const ColouredLists& lists, std::span<const uint32_t> vertices) {
  bool gapless = vertices.back() - vertices.front() + 1 == vertices.size();
  auto number = [&](uint32_t v) {
    if (gapless) return v - vertices.front();
    return static_cast<uint32_t>(std::ranges::lower_bound(vertices, v) - vertices.begin());
  };
  std::vector<DagEdge> edges;
  for (uint32_t i = 0; i < vertices.size(); ++i)
    for (uint32_t item : lists.list(1, vertices[i])) edges.push_back({i, number(item & ~ColouredLists::kLastOfRun)});
  auto dag = Dag::from_edges(static_cast<uint32_t>(vertices.size()), edges);
  return dag ? std::move(*dag) : Dag(); // edges of a Dag keep its invariants: cannot fail
}

namespace {

constexpr size_t kMatchingTries = 3;

std::vector<uint32_t> vertices_with_colour(const ColouredGraph& graph, uint32_t component, uint32_t colour) {
  std::vector<uint32_t> found;
  for (uint32_t v : graph.components.of(component))
    if (graph.colour()[v] == colour) found.push_back(v);
  return found;
}

// A colour that fewest vertices of the component have.
uint32_t rarest_colour(const ColouredGraph& graph, uint32_t component) {
  std::map<uint32_t, uint32_t> count;
  for (uint32_t v : graph.components.of(component)) ++count[graph.colour()[v]];
  auto fewer = [](auto& a, auto& b) { return a.second < b.second; };
  return std::ranges::min_element(count, fewer)->first;
}

class PairSearch {
public:
  PairSearch(const ColouredGraph& a, const ColouredGraph& b, const Deadline& deadline, uint64_t seed)
      : a_(a), b_(b), deadline_(deadline), random_(static_cast<uint32_t>(seed)), matching_(a.lists, b.lists, seed) {}

  Isomorphism run() {
    std::map<uint64_t, std::vector<uint32_t>> candidates; // of b, by signature
    for (uint32_t c = b_.components.count(); c-- > 0;) candidates[b_.components.signature[c]].push_back(c);
    Isomorphism result{Isomorphism::yes, std::vector<uint32_t>(a_.lists.vertices(), kNoVertex)};
    for (uint32_t c = 0; c < a_.components.count(); ++c) {
      auto answer = place(c, candidates[a_.components.signature[c]], result.image);
      if (answer != Isomorphism::yes) return {answer, {}};
    }
    return result;
  }

private:
  // Maps component c of a onto one of the candidates, which is then no candidate any more. Isomorphic components are
  // interchangeable, so the first that fits is as good as any.
  Isomorphism::Answer place(uint32_t c, std::vector<uint32_t>& candidates, std::vector<uint32_t>& image) {
    auto answer = Isomorphism::no;
    for (size_t i = candidates.size(); i-- > 0;) {
      std::swap(candidates[i], candidates[random_() % (i + 1)]);
      auto mapped = map_component(c, candidates[i], image);
      if (mapped == Isomorphism::yes) {
        candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(i));
        return mapped;
      }
      if (mapped == Isomorphism::unknown) answer = mapped;
      if (deadline_.passed()) return Isomorphism::unknown;
    }
    return answer;
  }

  Isomorphism::Answer map_component(uint32_t from, uint32_t to, std::vector<uint32_t>& image) {
    uint32_t colour = rarest_colour(a_, from);
    uint32_t x = vertices_with_colour(a_, from, colour)[0];
    std::vector<uint32_t> ys = vertices_with_colour(b_, to, colour);
    if (ys.empty() || a_.components.of(from).size() != b_.components.of(to).size()) return Isomorphism::no;
    std::ranges::shuffle(ys, random_);
    for (size_t i = 0; i < kMatchingTries; ++i) {
      if (!matching_.extend(x, ys[i % ys.size()])) continue;
      for (uint32_t v : matching_.mapped()) image[v] = matching_.image(v);
      return Isomorphism::yes;
    }
    return search(from, to, image);
  }

  Isomorphism::Answer search(uint32_t from, uint32_t to, std::vector<uint32_t>& image) {
    SearchedComponent source(a_, from), target(b_, to);
    SearchPath path = source.path_from(kNoVertex, CellChoice::most_joined);
    PathAnswer found =
        PathSearch(path, source.graph(), target.cells(), deadline_, random_()).run(kNoVertex, UINT64_MAX);
    for (size_t i = 0; i < found.image.size(); ++i)
      image[source.graph().vertices()[i]] = target.graph().vertices()[found.image[i]];
    return found.answer;
  }

  const ColouredGraph &a_, &b_;
  const Deadline& deadline_;
  std::minstd_rand random_;
  Matching matching_;
};

// The only map that keeps the colours. Whether it keeps the edges is checked by the caller's own means.
std::vector<uint32_t> map_by_colour(const Colouring& a, const Colouring& b) {
  std::vector<uint32_t> with_colour(b.colours), image(a.colour.size());
  for (uint32_t v = 0; v < b.colour.size(); ++v) with_colour[b.colour[v]] = v;
  for (uint32_t v = 0; v < a.colour.size(); ++v) image[v] = with_colour[a.colour[v]];
  return image;
}

bool keeps_edges(const Dag& a, const Dag& b, std::span<const uint32_t> image) {
  for (uint32_t v = 0; v < a.vertices(); ++v)
    for (uint32_t w : a.successors(v))
      if (!b.has_edge(image[v], image[w])) return false;
  return true;
}

} // namespace

Isomorphism search_isomorphism(const Dag& a, std::span<const uint32_t> colours_a, const Dag& b,
                               std::span<const uint32_t> colours_b, const Deadline& deadline, uint64_t seed) {
  if (deadline.passed()) return {};
  if (a.vertices() != b.vertices() || a.edges() != b.edges()) return {Isomorphism::no, {}};
  Colouring refined_a = refine(a, colours_a), refined_b = refine(b, colours_b);
  if (refined_a.fingerprint != refined_b.fingerprint || refined_a.size_of != refined_b.size_of)
    return {Isomorphism::no, {}};
  if (refined_a.discrete()) {
    std::vector<uint32_t> image = map_by_colour(refined_a, refined_b);
    if (!keeps_edges(a, b, image)) return {Isomorphism::no, {}};
    return {Isomorphism::yes, std::move(image)};
  }
  ColouredGraph side_a(a, std::move(refined_a)), side_b(b, std::move(refined_b));
  Isomorphism found = PairSearch(side_a, side_b, deadline, seed).run();
  // Edges that the lists leave out join whole classes; equal numbers of them do not say that it is the same classes.
  if (found.answer == Isomorphism::yes && !keeps_edges(a, b, found.image)) return {Isomorphism::no, {}};
  return found;
}

} // namespace unply
