#include "discover/clause_names.h"
#include "discover/directive.h"

namespace unply {

std::vector<std::string> names_with_copies(const Clauses& clauses) {
  std::vector<std::string> names;
  for (const auto* list : {&clauses.privates, &clauses.firstprivates, &clauses.lastprivates})
    names.insert(names.end(), list->begin(), list->end());
  for (const ReductionClause& clause : clauses.reductions) names.push_back(variable_name(clause.item).base);
  return names;
}

std::string name_for_no_clause(const LoopFacts& facts, const Clauses& clauses, std::string_view statement) {
  for (const std::string& name : names_with_copies(clauses))
    if (const FactVariable* variable = facts.find(name); variable && !can_be_listed(*variable, statement)) return name;
  return "";
}

} // namespace unply
