// The index of a counted loop. A directive makes it private, so that it has no value behind the loop unless a clause
// says so.
#include "discover/judge.h"
#include <algorithm>

namespace unply {

static bool is_used_behind(const Judgement& j) {
  const std::string& index = j.loop.facts.index;
  // The index of a nest's outer loop may have lost its name in a register.
  auto in_register = [&](const FactScalar& scalar) {
    const bool unnamed = j.loop.facts.fortran() && scalar.name.empty() && scalar.kind == ScalarKind::induction;
    return (scalar.name == index || unnamed) && scalar.live_out;
  };
  auto in_memory = [&](const LoopVariableUse& use) { return use.parts.base == index && use.live_out; };
  return std::ranges::any_of(j.loop.facts.scalars, in_register) || std::ranges::any_of(j.uses.all(), in_memory);
}

void judge_index(Judgement& judgement) {
  const LoopFacts& facts = judgement.loop.facts;
  if (!facts.counts_by_index() || !(facts.index_outside || facts.fortran()) || !is_used_behind(judgement)) return;
  add_name(judgement.verdict.clauses.lastprivates, facts.index); // patches set it before the loop, too
}

} // namespace unply
