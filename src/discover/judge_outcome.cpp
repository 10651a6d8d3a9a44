// From what stops a loop to its verdict: doacross, guarded by a distance, a pipeline, or serial.
#include "discover/judge.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace unply {

namespace {

bool only_variables(const LoopVerdict& verdict) {
  return std::ranges::all_of(verdict.blockers, [](const Blocker& b) { return b.kind == Blocker::Kind::variable; });
}

void measure_distances(LoopVerdict& verdict) {
  verdict.constant_distances = only_variables(verdict);
  verdict.least_distance = ~uint64_t{0};
  for (const CarriedDependence& carried : verdict.carried) {
    if (carried.treatment != Treatment::blocks) continue;
    const LoopDependence& row = carried.row;
    verdict.constant_distances &= row.exact && row.min_distance == row.max_distance;
    verdict.least_distance = std::min(verdict.least_distance, row.min_distance);
    verdict.most_distance = std::max(verdict.most_distance, row.max_distance);
  }
  if (verdict.least_distance == ~uint64_t{0} || !only_variables(verdict)) {
    verdict.least_distance = 1; // of values in registers
    verdict.most_distance = std::max<uint64_t>(verdict.most_distance, 1);
  }
}

// Lines of the body that must run in the order of iterations; line 0 as first: they are not all known.
struct Lines {
  uint32_t first = 0xffffffff, last = 0;
  void add(uint32_t line) {
    first = std::min(first, line);
    last = std::max(last, line);
  }
};

Lines lines_in_order(const Judgement& j) {
  Lines lines;
  auto add = [&](SourceSpot spot, StringId file) {
    const bool here = j.loops.trace().text(file) == j.loops.trace().text(j.loop.file) && j.loop.facts.contains(spot);
    lines.add(here && spot >= j.loop.facts.body_begin ? spot.line : 0);
  };
  for (const CarriedDependence& carried : j.verdict.carried)
    if (carried.treatment == Treatment::blocks)
      for (uint32_t number : {carried.row.site_from, carried.row.site_to}) {
        const Site& site = j.loops.trace().sites[number];
        add({site.line, site.column}, site.file);
      }
  for (const Blocker& blocker : j.verdict.blockers)
    if (blocker.kind != Blocker::Kind::variable) add(blocker.at, j.loop.file);
  return lines;
}

// The lines in order come before all inner loops, or behind them all: then no value can flow back from the rest within
// an iteration, not even in a register, and the rest of one iteration can run beside other iterations. Worth it where
// the inner loops have half of the work.
bool is_pipeline(Judgement& j) {
  const LoopFacts& facts = j.loop.facts;
  if (!facts.has_extent() || facts.body_begin.line == 0) return false;
  for (const Blocker& blocker : j.verdict.blockers)
    if (blocker.kind == Blocker::Kind::leaves) return false;
  const Lines lines = lines_in_order(j);
  if (lines.first == 0) return false;
  uint64_t before = 0, behind = 0;
  for (uint32_t index : j.loop.inside) {
    const SourceLoop& inner = j.loops[index];
    if (!inner.facts.has_extent() || !facts.contains(inner.facts.begin)) return false;
    if (inner.facts.end.line < lines.first)
      before += inner.work;
    else if (inner.facts.begin.line > lines.last)
      behind += inner.work;
    else
      return false;
  }
  if ((before != 0 && behind != 0) || (before + behind) < j.loop.work / 2 || before + behind == 0) return false;
  j.verdict.in_order_begin = behind != 0 ? facts.body_begin : SourceSpot{lines.first, 1};
  j.verdict.in_order_end = behind != 0 ? SourceSpot{lines.last, 1} : facts.body_end;
  return true;
}

// All conditions at once; "": one has no words.
std::string test_of(const LoopFacts& facts) {
  std::set<std::string> conditions;
  for (const FactGuard& guard : facts.guards) conditions.insert(guard.condition);
  if (conditions.contains("")) return "";
  return fmt::format("{}", fmt::join(conditions, facts.fortran() ? " .and. " : " && "));
}

// The distance is an invariant of the loop, known only when it runs: no dependence in this run says nothing about
// others.
void guard(Judgement& j) {
  LoopVerdict& verdict = j.verdict;
  verdict.verdict = Verdict::guarded;
  verdict.test = test_of(j.loop.facts);
  for (const FactGuard& guard : j.loop.facts.guards) {
    verdict.guards.push_back(guard);
    verdict.notes.push_back(guard.condition.empty()
                                ? fmt::format("independent in this run: the distance through {} was never shorter than "
                                              "the loop",
                                              guard.variable)
                                : fmt::format("independent while {}", guard.condition));
  }
}

void set_outcome(Judgement& j) {
  LoopVerdict& verdict = j.verdict;
  if (verdict.blockers.empty()) {
    verdict.verdict = verdict.clauses.reductions.empty() ? Verdict::doall : Verdict::reduction;
    if (j.loop.whole) return;
    verdict.proven = j.loop.facts.proven && verdict.carried.empty();
    if (!verdict.proven && !j.loop.facts.guards.empty()) guard(j);
    return;
  }
  measure_distances(verdict);
  if (j.loop.whole) {
    verdict.verdict = Verdict::serial;
  } else if (verdict.traversal && verdict.blockers.size() == 1) {
    verdict.verdict = Verdict::pipeline;
    verdict.in_order_begin = verdict.in_order_end = j.loop.facts.begin;
    verdict.notes.push_back(
        fmt::format("{} is followed in order; what an iteration does with it need not be: a task for each "
                    "(parallel, single, task)",
                    j.loop.facts.index));
  } else if (is_pipeline(j)) {
    verdict.verdict = Verdict::pipeline;
  } else if (verdict.constant_distances && verdict.least_distance > 1) {
    verdict.verdict = Verdict::doacross;
    verdict.notes.push_back(
        fmt::format("any {0} iterations in a row are independent of each other: safelen({0}) for vector code{1}",
                    verdict.least_distance, j.loop.facts.fortran() ? "" : ", ordered(1) with doacross for threads"));
  } else {
    verdict.verdict = Verdict::serial;
  }
}

} // namespace

void name_verdict(Judgement& j) {
  if (j.loop.instances != 0 && j.loop.most >= 2) return set_outcome(j);
  LoopVerdict none;
  none.verdict = j.loop.instances == 0 ? Verdict::never : Verdict::few;
  none.no_directive = std::move(j.verdict.no_directive);
  j.verdict = std::move(none);
}

} // namespace unply
