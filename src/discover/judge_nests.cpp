// Verdicts that need several loops: wavefronts, in which a loop and the one around it both carry dependences of
// constant distance, and nests of independent loops that are collapsed into one.
#include "discover/judge.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

constexpr double kEnoughIterations = 128; // for two on each of 64 processors

class Nests {
public:
  Nests(const SourceLoops& loops, std::vector<LoopVerdict>& verdicts)
      : loops_(loops), verdicts_(verdicts), in_nest_(loops.size(), false) {}
  void judge();

private:
  void find_wavefront(uint32_t inner);
  bool carries_constant(uint32_t loop) const;
  bool lies_in(uint32_t outer, uint32_t inner) const;
  bool all_in(const LoopVerdict& outer, uint32_t inner) const;
  void collapse(uint32_t loop);
  uint32_t nested_in(uint32_t loop) const;
  bool can_join(uint32_t outer, uint32_t inner) const;
  const SourceLoops& loops_;
  std::vector<LoopVerdict>& verdicts_;
  std::vector<bool> in_nest_; // of a wavefront
};

void Nests::judge() {
  std::vector<std::pair<size_t, uint32_t>> by_depth;
  for (uint32_t loop = 0; loop < loops_.size(); ++loop) {
    size_t depth = 0;
    for (uint32_t outer = loop; outer != kNoSourceLoop; outer = loops_[outer].around) ++depth;
    by_depth.emplace_back(depth, loop);
  }
  std::ranges::sort(by_depth,
                    [](auto a, auto b) { return a.first > b.first || (a.first == b.first && a.second < b.second); });
  for (auto [_, loop] : by_depth) find_wavefront(loop);
  for (uint32_t loop = 0; loop < loops_.size(); ++loop) collapse(loop);
}

bool Nests::carries_constant(uint32_t loop) const {
  const LoopVerdict& verdict = verdicts_[loop];
  const bool blocked =
      verdict.verdict == Verdict::serial || verdict.verdict == Verdict::guarded || verdict.verdict == Verdict::doacross;
  return blocked && verdict.constant_distances;
}

// The statement of the inner loop is a part of that of the outer one.
bool Nests::lies_in(uint32_t outer, uint32_t inner) const {
  const SourceLoop &o = loops_[outer], &i = loops_[inner];
  return loops_.trace().text(o.file) == loops_.trace().text(i.file) && o.facts.contains(i.facts.begin) &&
         i.facts.has_extent();
}

// All that blocks the outer loop happens in iterations of the inner one, and not in a loop inside that, where one
// iteration might need all of those of the row before.
bool Nests::all_in(const LoopVerdict& outer, uint32_t inner) const {
  const Trace& trace = loops_.trace();
  for (const CarriedDependence& carried : outer.carried) {
    if (carried.treatment != Treatment::blocks) continue;
    for (uint32_t number : {carried.row.site_from, carried.row.site_to}) {
      const Site& site = trace.sites[number];
      const SourceSpot spot{site.line, site.column};
      if (trace.text(site.file) != trace.text(loops_[inner].file) || !loops_[inner].facts.contains(spot)) return false;
      if (in_nest_[inner]) continue; // with a loop inside it
      for (uint32_t deeper : loops_[inner].inside)
        if (!loops_[deeper].facts.has_extent() || loops_[deeper].facts.contains(spot)) return false;
    }
  }
  return true;
}

void Nests::find_wavefront(uint32_t inner) {
  const uint32_t outer = loops_[inner].around;
  if (outer == kNoSourceLoop || loops_[outer].inside.size() != 1 || !lies_in(outer, inner)) return;
  if (!carries_constant(inner) || !carries_constant(outer) || !all_in(verdicts_[outer], inner)) return;
  for (uint32_t loop : {inner, outer}) {
    LoopVerdict& verdict = verdicts_[loop];
    if (in_nest_[loop]) continue;
    in_nest_[loop] = true;
    verdict.verdict = Verdict::doacross;
    verdict.notes.clear();
  }
  verdicts_[outer].notes.push_back(
      fmt::format("a wavefront with the loop at line {}: distances {} there and {} here; skew the nest, or ordered({}) "
                  "with doacross, after looking up how far dependences of this loop reach in the inner one",
                  loops_[inner].at.line, verdicts_[inner].least_distance, verdicts_[outer].least_distance, 2));
}

uint32_t Nests::nested_in(uint32_t loop) const {
  const SourceLoop& outer = loops_[loop];
  if (!outer.facts.inner || !outer.facts.inner_rectangular) return kNoSourceLoop;
  for (uint32_t inner : outer.inside)
    if (loops_[inner].at == *outer.facts.inner && loops_[inner].file == outer.file) return inner;
  return kNoSourceLoop;
}

bool Nests::can_join(uint32_t outer, uint32_t inner) const {
  const LoopVerdict &o = verdicts_[outer], &i = verdicts_[inner];
  auto plain = [](const LoopVerdict& verdict) {
    return verdict.parallel() && verdict.no_directive.empty() && verdict.rewrites.empty() &&
           verdict.clauses.firstprivates.empty() && verdict.clauses.lastprivates.empty();
  };
  auto known = [&](const ReductionClause& clause) {
    return std::ranges::find(o.clauses.reductions, clause) != o.clauses.reductions.end();
  };
  return plain(o) && plain(i) && std::ranges::all_of(i.clauses.reductions, known);
}

// Only where the outer loop has too few iterations for many processors.
void Nests::collapse(uint32_t loop) {
  double iterations = loops_[loop].mean_iterations();
  uint32_t at = loop;
  while (iterations < kEnoughIterations) {
    const uint32_t inner = nested_in(at);
    if (inner == kNoSourceLoop || !can_join(loop, inner)) return;
    iterations *= loops_[inner].mean_iterations();
    ++verdicts_[loop].clauses.collapse;
    at = inner;
  }
}

} // namespace

void judge_nests(const SourceLoops& loops, std::vector<LoopVerdict>& verdicts) { Nests(loops, verdicts).judge(); }

} // namespace unply
