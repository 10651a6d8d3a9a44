#include "discover/facts.h"
#include "discover/facts_json.h"

namespace unply {

using namespace facts_json;

namespace {

constexpr Named<ScalarKind> kScalarKinds[] = {{"induction", ScalarKind::induction},
                                              {"reduction", ScalarKind::reduction},
                                              {"recurrence", ScalarKind::recurrence},
                                              {"carried", ScalarKind::carried}};

FactScalar parse_scalar(const Json& item) {
  FactScalar scalar;
  scalar.name = text_of(item, "name");
  scalar.op = text_of(item, "operator");
  scalar.kind = word_of<ScalarKind>(item, "kind", kScalarKinds, ScalarKind::carried);
  scalar.at = spot_in(item);
  scalar.live_out = flag_of(item, "live_out");
  scalar.first = flag_of(item, "first");
  scalar.place = flag_of(item, "place");
  scalar.callers = flag_of(item, "callers");
  scalar.with = texts_of(item, "with");
  return scalar;
}

void parse_statement(const Json& json, LoopFacts& facts) {
  facts.language = text_of(json, "language");
  facts.form = text_of(json, "form");
  facts.index = text_of(json, "index");
  facts.index_outside = text_of(json, "index_declared") == "outside";
  facts.not_canonical = text_of(json, "not_canonical");
  facts.begin = spot_at(member(json, "begin"));
  facts.end = spot_at(member(json, "end"));
  facts.body_begin = spot_at(member(json, "body"));
  facts.body_end = spot_at(member(json, "body"), 2);
  if (const Json* canonical = member(json, "canonical"); canonical && canonical->is_boolean())
    facts.canonical = canonical->get<bool>();
  if (SourceSpot inner = spot_at(member(json, "inner")); inner.line != 0) facts.inner = inner;
  facts.rectangular = number_from(member(json, "rectangular"));
  if (const Json* step = member(json, "step"); step && step->is_number_integer()) facts.step = step->get<int64_t>();
  facts.openmp = text_of(json, "openmp");
  facts.is_branch = !text_of(json, "parent_statement").empty();
  facts.macro_statement = flag_of(json, "macro_statement");
  facts.attributes = flag_of(json, "attributes");
  facts.hints = flag_of(json, "hints");
  if (flag_of(json, "unnamed")) facts.no_directive = "it sets a member of an anonymous union, which no clause can name";
  facts.text = parse_text(json);
  facts.bound_calls = flag_of(json, "bound_calls");
  facts.macro = flag_of(json, "macro");
  facts.in_template = flag_of(json, "template");
  facts.lambda = flag_of(json, "lambda");
}

} // namespace

LoopFacts parse_facts(std::string_view text) {
  LoopFacts facts;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return facts;
  facts.known = true;
  parse_statement(json, facts);
  const Json* variables = member(json, "variables");
  facts.has_variables = variables && variables->is_array();
  facts.variables = rows_of<FactVariable>(json, "variables", parse_variable);
  facts.exits =
      rows_of<FactExit>(json, "exits", [](const Json& item) { return FactExit{text_of(item, "kind"), spot_in(item)}; });
  facts.calls = rows_of<FactCall>(json, "calls", [](const Json& item) {
    return FactCall{text_of(item, "name"), text_of(item, "callee"), spot_in(item),
                    flag_of(item, "pure") || flag_of(item, "const")};
  });
  facts.scalars = rows_of<FactScalar>(json, "scalars", parse_scalar);
  facts.guards = rows_of<FactGuard>(json, "guards", [](const Json& item) {
    return FactGuard{text_of(item, "variable"), text_of(item, "condition")};
  });
  facts.last = texts_of(json, "last");
  facts.callers_set = texts_of(json, "callers_set");
  facts.set = texts_of(json, "set");
  facts.thread_locals = texts_of(json, "thread_locals");
  facts.error_number_behind = flag_of(json, "error_number_behind");
  facts.counted = flag_of(json, "counted");
  facts.proven = flag_of(json, "proven");
  facts.exceptions = flag_of(json, "exceptions");
  return facts;
}

const FactVariable* LoopFacts::find(std::string_view name) const {
  const FactVariable* found = nullptr;
  for (const FactVariable& variable : variables)
    if (variable.name == name && (!found || found->scope == Scope::inside)) found = &variable;
  return found;
}

bool LoopFacts::contains(SourceSpot spot) const { return has_extent() && begin <= spot && spot < end; }

} // namespace unply
