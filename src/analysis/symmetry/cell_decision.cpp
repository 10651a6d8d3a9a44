// Vertices that already look different after the first choice are told apart from each other, too, by what looked
// different: of a random cubic graph, which has no symmetry, one pass makes cells of one vertex.
#include "analysis/symmetry/cell_decision.h"
#include "analysis/hash_numbers.h"
#include <cmath>

namespace unply {

SearchedComponent& CellDecision::component(uint32_t v) {
  uint32_t number = graph_.components.component_of[v];
  auto& made = components_[number];
  if (!made) made = std::make_unique<SearchedComponent>(graph_, number);
  return *made;
}

double CellDecision::log_ways(uint32_t base, CellChoice choice) {
  double sum = std::log2(graph_.colouring.size_of[graph_.colour()[base]]);
  for (const SearchPath::Choice& made : component(base).path_from(base, choice).choices) sum += std::log2(made.size);
  return sum;
}

bool CellDecision::adopt(const SearchedComponent& from, const SearchedComponent& to, std::span<const uint32_t> image) {
  std::span<const uint32_t> sources = from.graph().vertices(), targets = to.graph().vertices();
  for (size_t i = 0; i < sources.size(); ++i) {
    uint32_t v = sources[i], w = targets[image[i]];
    if (v != w) found_.move(v, w);
    if (&from != &to) found_.move(w, v); // components change places, and back by the same map
  }
  return found_.adopt(kept_);
}

// Unknown also for a map that the certificate refuses.
PathAnswer CellDecision::compare(const SearchPath& path, uint32_t base, uint32_t v, uint64_t work) {
  SearchedComponent &from = component(base), &to = component(v);
  PathSearch search(path, from.graph(), to.cells(), deadline_, ++seed_);
  PathAnswer found = search.run(to.graph().number_of(v), work);
  if (found.answer == Isomorphism::yes && !adopt(from, to, found.image)) found.answer = Isomorphism::unknown;
  return found;
}

// The root from which others differ soonest: near a short cycle, in a random graph. Comparing the others with it takes
// a tenth of the time that it takes with any.
uint32_t CellDecision::unusual_root(std::span<const uint32_t> roots, CellChoice choice) {
  constexpr size_t kFew = 512, kSample = 48;
  if (roots.size() < kFew) return roots[0];
  SearchPath path = component(roots[0]).path_from(roots[0], choice);
  uint32_t best = roots[0];
  size_t soonest = 0, latest = 0;
  for (uint32_t v : roots.subspan(1, kSample)) {
    PathAnswer found = compare(path, roots[0], v, 2 * path.work);
    if (found.answer != Isomorphism::no || found.deviation == 0) return roots[0];
    if (best == roots[0] || found.deviates_at < soonest) best = v, soonest = found.deviates_at;
    latest = std::max(latest, found.deviates_at);
  }
  return soonest < latest ? best : roots[0];
}

bool CellDecision::decide(std::vector<uint32_t> roots, CellChoice choice, uint64_t work, size_t sample) {
  constexpr int kMostUnknown = 3; // then another cell, or another way to choose, has its turn
  std::ranges::shuffle(roots, std::minstd_rand(static_cast<uint32_t>(++seed_)));
  uint32_t base = unusual_root(roots, choice);
  SearchPath path = component(base).path_from(base, choice, sample);
  work = std::max(2 * path.work, work / roots.size()); // enough for a map that no choice goes wrong for

  enum : uint32_t { kLikeBase, kUnlike, kDeviating }; // kDeviating + i: by deviation i
  std::vector<std::pair<uint32_t, uint32_t>> kinds;
  HashNumbers deviations;
  int unknown = 0;
  bool learnt = false;
  for (uint32_t v : roots) {
    if (found_.orbit(v) != v || found_.orbit(base) == v) continue;
    PathAnswer found = compare(path, base, v, work);
    learnt |= found.answer == Isomorphism::yes;
    if (found.answer == Isomorphism::no)
      kinds.emplace_back(v, found.deviation == 0 ? uint32_t{kUnlike} : kDeviating + deviations.number(found.deviation));
    if (found.answer == Isomorphism::unknown && ++unknown == kMostUnknown) break;
  }
  labels_ = graph_.colour();
  if (unknown == kMostUnknown) return learnt; // those left may be equivalent to any that were told apart
  for (auto [v, kind] : kinds)
    if (kind != kUnlike || unknown == 0) // an unknown one may be like the base or not
      labels_[found_.orbit(v)] = graph_.colouring.colours + kind, learnt = true;
  return learnt;
}

} // namespace unply
