// Verdicts that need several loops: wavefronts, in which a loop and the one around it both carry dependences of
// constant distance, and nests of independent loops that are collapsed into one.
#include "discover/judge.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

constexpr double kEnoughIterations = 128; // for two on each of 64 processors

// In the text of the loop: the access, or the call into which it was inlined, whose column is not known.
bool lies_on(const SourceLoop& loop, const Trace& trace, const Site& site) {
  const std::string_view file = trace.text(loop.file);
  if (trace.text(site.file) == file) return loop.facts.contains({site.line, site.column});
  return trace.text(site.inlined_file) == file && site.inlined_line >= loop.facts.begin.line &&
         site.inlined_line <= loop.facts.end.line;
}

void set_sinks(LoopVerdict& verdict, std::vector<Sink> sinks) {
  std::ranges::sort(sinks);
  sinks.erase(std::ranges::unique(sinks).begin(), sinks.end());
  verdict.sinks = std::move(sinks);
}

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
  int64_t skew_of(const LoopVerdict& outer) const;
  void wait_for_rows(uint32_t outer, uint32_t inner);
  void wait_for_iterations(uint32_t loop);
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
  for (uint32_t loop = 0; loop < loops_.size(); ++loop) wait_for_iterations(loop);
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

// All that blocks the outer loop happens in iterations of the inner one, and it is known how far it reaches there.
bool Nests::all_in(const LoopVerdict& outer, uint32_t inner) const {
  const Trace& trace = loops_.trace();
  for (const CarriedDependence& carried : outer.carried) {
    if (carried.treatment != Treatment::blocks) continue;
    if (!carried.row.inner_known) return false;
    for (uint32_t number : {carried.row.site_from, carried.row.site_to})
      if (!lies_on(loops_[inner], trace, trace.sites[number])) return false;
  }
  return true;
}

// How many iterations of the inner loop a row must be behind the row before it, so that each finds what it needs.
int64_t Nests::skew_of(const LoopVerdict& outer) const {
  int64_t skew = 0;
  for (const CarriedDependence& carried : outer.carried) {
    if (carried.treatment != Treatment::blocks) continue;
    const auto rows = static_cast<int64_t>(carried.row.min_distance);
    skew = std::max(skew, (-carried.row.inner_least + rows - 1) / rows);
  }
  return skew;
}

void Nests::find_wavefront(uint32_t inner) {
  const uint32_t outer = loops_[inner].around;
  if (outer == kNoSourceLoop || loops_[outer].inside.size() != 1 || !lies_in(outer, inner)) return;
  if (!carries_constant(inner) || !carries_constant(outer) || !all_in(verdicts_[outer], inner)) return;
  const int64_t skew = skew_of(verdicts_[outer]);
  if (static_cast<double>(skew) * 2 >= loops_[inner].mean_iterations()) return; // hardly two rows at once
  for (uint32_t loop : {inner, outer}) {
    LoopVerdict& verdict = verdicts_[loop];
    if (in_nest_[loop]) continue;
    in_nest_[loop] = true;
    verdict.verdict = Verdict::doacross;
    verdict.notes.clear();
  }
  wait_for_rows(outer, inner);
  verdicts_[outer].notes.push_back(fmt::format(
      "a wavefront with the loop at line {0}: rows run beside each other, each {1} iteration{2} of that loop "
      "behind the one before; where those are short, let threads wait for tiles of both loops",
      loops_[inner].at.line, skew + 1, skew == 0 ? "" : "s"));
}

// Of ordered(2): a rectangular nest in which each dependence has one vector.
void Nests::wait_for_rows(uint32_t outer, uint32_t inner) {
  LoopVerdict& verdict = verdicts_[outer];
  if (nested_in(outer) != inner || loops_[outer].facts.step == 0 || loops_[inner].facts.step == 0) return;
  std::vector<Sink> sinks;
  for (const CarriedDependence& carried : verdict.carried) {
    if (carried.treatment != Treatment::blocks) continue;
    if (carried.row.inner_least != carried.row.inner_most) return;
    if (carried.row.inner_least < 0) return; // clang's library waits for ever for a later iteration of an earlier row
    sinks.push_back({static_cast<int64_t>(carried.row.min_distance), carried.row.inner_least});
  }
  set_sinks(verdict, std::move(sinks));
  verdict.ordered_inner = inner;
}

// Of ordered(1). A distance that only this run had as a constant is none.
void Nests::wait_for_iterations(uint32_t loop) {
  LoopVerdict& verdict = verdicts_[loop];
  if (verdict.verdict != Verdict::doacross || in_nest_[loop] || !verdict.constant_distances) return;
  if (loops_[loop].facts.step == 0 || !loops_[loop].facts.guards.empty()) return;
  std::vector<Sink> sinks;
  for (const CarriedDependence& carried : verdict.carried)
    if (carried.treatment == Treatment::blocks) sinks.push_back({static_cast<int64_t>(carried.row.min_distance), 0});
  set_sinks(verdict, std::move(sinks));
}

uint32_t Nests::nested_in(uint32_t loop) const {
  const SourceLoop& outer = loops_[loop];
  if (!outer.facts.inner || outer.facts.rectangular == 0) return kNoSourceLoop;
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
  uint64_t room = ~0ull; // loops inside whose bounds have no index of those that are in the nest already
  uint32_t at = loop;
  while (iterations < kEnoughIterations) {
    room = std::min(room, loops_[at].facts.rectangular);
    const uint32_t inner = nested_in(at);
    if (room == 0 || inner == kNoSourceLoop || !can_join(loop, inner)) return;
    iterations *= loops_[inner].mean_iterations();
    ++verdicts_[loop].clauses.collapse;
    --room;
    at = inner;
  }
}

} // namespace

void judge_nests(const SourceLoops& loops, std::vector<LoopVerdict>& verdicts) { Nests(loops, verdicts).judge(); }

} // namespace unply
