// See loop_scalars.h.
#include "loop_scalars.h"

#include "scalar_names.h"

#include <deque>

namespace unply {

using namespace llvm;

static json::Object as_json(const CarriedScalar& scalar, json::Array with, const json::Object& facts,
                            const Loop& loop) {
  const std::string name = name_of(scalar, facts);
  // Behind the loop its value may be that of a variable to which the loop has copied it.
  const bool copied = scalar.kind == "induction" && scalar.variable() && !may_be_read_behind(facts, name);
  json::Object object{{"kind", scalar.kind}, {"live_out", scalar.live_out() && !copied}};
  object["name"] = name;
  if (const DILocalVariable* variable = scalar.variable()) object["declared"] = variable->getLine();
  if (is_callers_name(scalar, name, loop)) object["callers"] = true;
  if (!scalar.op.empty()) object["operator"] = scalar.op;
  if (const DILocation* place = scalar.place()) {
    object["line"] = place->getLine();
    object["column"] = place->getColumn();
  }
  if (scalar.is_replaced()) object["conditional"] = true;
  if (scalar.is_place()) object["place"] = true;
  if (!with.empty()) object["with"] = std::move(with);
  return object;
}

void add_scalars(json::Object& facts, const Loop& loop, const LoopAnalyses& analyses) {
  if (!loop.getLoopLatch()) return;
  std::optional<PostDominatorTree> made;
  auto ends = [&]() -> const PostDominatorTree& {
    if (!made) made.emplace(*loop.getHeader()->getParent());
    return *made;
  };
  std::deque<CarriedScalar> scalars; // which stay where they are
  for (PHINode& phi : loop.getHeader()->phis()) {
    scalars.emplace_back(phi, loop, analyses, ends);
    if (!scalars.back().carried()) scalars.pop_back();
  }
  for (CarriedScalar& scalar : scalars)
    if (scalar.kind == "reduction" && is_read_by_another_name(scalar, facts, loop)) scalar.depends_on_others();
  // What a minimum's place is goes along with it.
  auto goes_along = [&](const CarriedScalar& scalar, const CarriedScalar& with) {
    return with.extreme() && scalar.is_replaced() && replacements_in(scalar.chain()) == replacements_in(with.chain());
  };
  for (CarriedScalar& scalar : scalars) {
    auto is_along = [&](const Instruction& at) {
      return any_of(scalars, [&](const CarriedScalar& other) {
        return other.chain().contains(&at) && goes_along(other, scalar);
      });
    };
    if (scalar.extreme() && !scalar.extreme()->decides_only(is_along)) scalar.depends_on_others();
  }
  // `r + 1` of a loop's test, which the next iteration takes over, may have the name of r.
  auto repeats_index = [&](const CarriedScalar& scalar) {
    return scalar.is_of_an_index() && any_of(scalars, [&](const CarriedScalar& other) {
             return other.kind == "induction" && other.variable() == scalar.variable();
           });
  };
  json::Array rows;
  SmallPtrSet<const DILocalVariable*, 8> carried, handed_on;
  for (const CarriedScalar& scalar : scalars) {
    if (const DILocalVariable* variable = scalar.variable()) carried.insert(variable);
    for (const DILocalVariable* variable : scalar.all_variables()) handed_on.insert(variable);
    if (repeats_index(scalar)) continue;
    if (any_of(scalars, [&](const CarriedScalar& other) { return goes_along(scalar, other); })) continue;
    json::Array with;
    for (const CarriedScalar& other : scalars)
      if (const DILocalVariable* variable = goes_along(other, scalar) ? other.variable() : nullptr)
        with.push_back(variable->getName());
    rows.push_back(as_json(scalar, std::move(with), facts, loop));
  }
  facts["scalars"] = std::move(rows);
  if (json::Array last = last_values(loop, analyses.dominators, carried, facts); !last.empty())
    facts["last"] = std::move(last);
  if (facts.getArray("variables"))
    if (json::Array set = set_of_callers(loop, handed_on); !set.empty()) facts["callers_set"] = std::move(set);
  if (json::Array* variables = facts.getArray("variables")) mark_assigned(*variables, loop);
  if (facts.getString("language") == "fortran") facts["set"] = set_in_registers(loop);
}

} // namespace unply
