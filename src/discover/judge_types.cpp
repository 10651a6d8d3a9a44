// What the types of variables do not allow: clauses that clang refuses, or that do not link with -fopenmp alone.
#include "discover/judge.h"
#include <fmt/format.h>

namespace unply {

static Blocker rewrite_of(const FactVariable& variable, std::string what, std::string fix) {
  return {.kind = Blocker::Kind::variable,
          .name = variable.name,
          .what = std::move(what),
          .fix = std::move(fix),
          .at = variable.declared};
}

void judge_types(Judgement& judgement) {
  const LoopFacts& facts = judgement.loop.facts;
  std::vector<Blocker>& rewrites = judgement.verdict.rewrites;
  for (const ReductionClause& clause : judgement.verdict.clauses.reductions) {
    const FactVariable* variable = facts.find(variable_name(clause.item).base);
    if (!variable || variable->irreducible.empty()) continue;
    const std::string& type = variable->irreducible;
    if (type == "atomic")
      rewrites.push_back(rewrite_of(*variable,
                                    fmt::format("{} is atomic, and no reduction clause takes it", clause.item),
                                    "update a local variable in the loop, and the atomic one once behind it"));
    else
      rewrites.push_back(rewrite_of(*variable, fmt::format("a reduction of {} ({}) needs libatomic", clause.item, type),
                                    "write the clause by hand, and link with -latomic as well as -fopenmp"));
  }
  if (!judgement.loop.algorithm.empty()) return; // it gets no directive
  for (const FactVariable& variable : facts.variables) {
    if (variable.scope == Scope::inside) continue;
    if (variable.binding)
      rewrites.push_back(rewrite_of(
          variable,
          fmt::format("{} is a structured binding, which clang 22 does not take into a parallel loop", variable.name),
          "give it a variable of its own before the loop"));
    if (variable.thread_local_)
      rewrites.push_back(rewrite_of(variable,
                                    fmt::format("{} is another variable for each thread (thread_local)", variable.name),
                                    "copy it to a local variable before the loop"));
  }
}

} // namespace unply
