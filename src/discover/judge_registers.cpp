// Values that iterations hand on in registers, which leave no dependence in memory, and the clauses of variables that
// live in registers.
#include "discover/algorithm_calls.h"
#include "discover/judge.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace unply {

namespace {

constexpr std::array<std::string_view, 11> kOperators = {"+", "*",  "min", "max",   "&",     "|",
                                                         "^", "&&", "||",  ".eqv.", ".neqv."};

FactScalar carried_value(std::string name) {
  FactScalar scalar;
  scalar.name = std::move(name);
  return scalar;
}

class RegisterJudge {
public:
  explicit RegisterJudge(Judgement& judgement) : j_(judgement), facts_(judgement.loop.facts) { note_unnamed(); }
  void judge(const FactScalar& scalar);
  void add_privates();
  void add_copies();

private:
  void note_unnamed();
  bool is_head(const FactScalar& scalar) const;
  // The statement itself has no such variable: it is in a function that was inlined, or in an object.
  bool is_elsewhere(const FactScalar& scalar) const { return facts_.has_variables && !fact_of(scalar); }
  const FactVariable* fact_of(const FactScalar& scalar) const {
    const FactVariable* fact = facts_.find(variable_name(scalar.name).base);
    // Of a member the caller knows the object, and the statement the name.
    return scalar.callers && fact && fact->scope != Scope::member ? nullptr : fact;
  }
  bool has_clause(const std::string& name) const {
    const Clauses& c = j_.verdict.clauses;
    auto is_in = [&](const std::vector<std::string>& names) { return std::ranges::find(names, name) != names.end(); };
    return is_in(c.privates) || is_in(c.firstprivates) || is_in(c.lastprivates) ||
           std::ranges::any_of(c.reductions,
                               [&](const ReductionClause& r) { return r.name == name || r.item == name; });
  }
  bool is_in_register(const FactVariable& variable) const;
  bool is_set(const FactVariable& variable) const;
  void judge_elements(const FactVariable& variable);
  bool is_unnamed_sum(const FactVariable& variable) const;
  void add_private(const FactVariable& variable, bool last);
  bool is_member_summed(std::string_view name) const;
  void reduce(const FactScalar& scalar);
  std::string item_of(const FactScalar& scalar, const FactVariable* fact) const;
  void block(const FactScalar& scalar);
  void induction(const FactScalar& scalar);
  void rewrite(const FactScalar& scalar, std::string what, std::string fix) {
    j_.verdict.rewrites.push_back({.kind = Blocker::Kind::scalar,
                                   .name = scalar.name,
                                   .what = std::move(what),
                                   .fix = std::move(fix),
                                   .at = scalar.at});
  }
  bool is_local(const FactVariable* fact) const {
    return fact && (fact->scope == Scope::local || fact->scope == Scope::parameter);
  }
  static bool is_simple(const FactVariable& variable) {
    return variable.shape == VariableShape::scalar || variable.shape == VariableShape::pointer;
  }
  void add_rewrite(const std::string& name, std::string_view what, std::string_view fix) {
    j_.verdict.rewrites.push_back({.kind = Blocker::Kind::scalar,
                                   .name = name,
                                   .what = fmt::format("{} {}", name, what),
                                   .fix = std::string(fix),
                                   .at = facts_.begin});
  }
  Judgement& j_;
  const LoopFacts& facts_;
  std::vector<std::string> unnamed_; // what sums stand for that the statement updates by another name
};

// Sums in memory that the statement has another name for: it names nothing so, or a pointer that is not followed.
void RegisterJudge::note_unnamed() {
  for (const ReductionClause& clause : j_.verdict.clauses.reductions) {
    const VariableName parts = variable_name(clause.name);
    const FactVariable* fact = facts_.find(parts.base);
    if (!fact || (fact->shape == VariableShape::pointer && !parts.through)) add_name(unnamed_, parts.base);
  }
}

// Of the head of a counted loop, which is the directive's own: the index, or the iterator of a loop over a range.
bool RegisterJudge::is_head(const FactScalar& scalar) const {
  if (!facts_.index.empty() && scalar.name == facts_.index)
    return scalar.kind == ScalarKind::induction || facts_.counts_by_index();
  return facts_.form == "range" && facts_.canonical == true && scalar.name.starts_with("__begin");
}

void RegisterJudge::judge(const FactScalar& scalar) {
  if (is_head(scalar)) return;
  if (!j_.loop.algorithm.empty()) {
    if (is_own_value(j_.loop.algorithm, scalar.name)) return;
    if (is_function_object(scalar.name)) {
      FactScalar state = carried_value("the lambda's state");
      state.at = scalar.at;
      return block(state);
    }
  }
  const bool known_operator = std::ranges::find(kOperators, scalar.op) != kOperators.end();
  if (scalar.kind == ScalarKind::induction) return induction(scalar);
  if (scalar.kind == ScalarKind::reduction && known_operator && !scalar.name.empty()) return reduce(scalar);
  block(scalar);
}

void RegisterJudge::induction(const FactScalar& scalar) {
  // The compiler's own, a function of the index; or that of a library's code.
  if (scalar.name.empty() || (scalar.name.starts_with("__") && is_elsewhere(scalar))) return;
  if (!j_.loop.algorithm.empty()) return block(scalar); // which a policy calls in any order
  // The state of an object that the iterations call: what it is, only its class knows.
  const FactVariable* fact = facts_.find(scalar.name);
  if (fact && fact->shape == VariableShape::object && fact->scope != Scope::inside) return block(scalar);
  rewrite(scalar, fmt::format("{} advances from iteration to iteration", scalar.name),
          fmt::format("compute {} from the iteration's number", scalar.name));
}

void RegisterJudge::reduce(const FactScalar& scalar) {
  const FactVariable* fact = fact_of(scalar);
  const std::string item = item_of(scalar, fact);
  auto conflicts = [&](const ReductionClause& clause) { return clause.item == item && clause.op != scalar.op; };
  if (item.empty() || std::ranges::any_of(j_.verdict.clauses.reductions, conflicts)) return block(scalar);
  const bool part = fact && fact->shape == VariableShape::object;
  const bool unnamed = is_elsewhere(scalar) && item == scalar.name;
  if (unnamed) add_name(unnamed_, variable_name(scalar.name).base);
  j_.verdict.clauses.reductions.push_back({scalar.op, item, scalar.name, item != scalar.name});
  if (!scalar.with.empty())
    rewrite(scalar, fmt::format("{} goes along with {}", fmt::join(scalar.with, ", "), scalar.name),
            fmt::format("combine the pairs of all threads: declare reduction, or a critical section behind the loop"));
  else if ((part || unnamed) && !facts_.contains(scalar.at))
    rewrite(scalar, fmt::format("no reduction clause can name {}", scalar.name),
            fmt::format("give each thread its own {}, and combine these behind the loop (declare reduction)",
                        variable_name(scalar.name).base));
  else if (part || unnamed || (fact && !is_local(fact) && !keeps_value(fact->scope)))
    rewrite(scalar, fmt::format("no reduction clause can name {}", scalar.name),
            fmt::format("update a local variable in the loop, and {} once behind it", scalar.name));
}

// As a clause names it; "": none can.
std::string RegisterJudge::item_of(const FactScalar& scalar, const FactVariable* fact) const {
  const VariableName parts = variable_name(scalar.name);
  if (fact && fact->scope == Scope::inside) return ""; // declared in it, and yet carried: not understood
  if (is_elsewhere(scalar)) {
    auto elsewhere = [&](const FactScalar& other) { return is_elsewhere(other); };
    const bool alone = std::ranges::count_if(facts_.scalars, elsewhere) == 1;
    const FactVariable* pointer = alone && scalar.callers ? carried_pointer(facts_) : only_pointer(facts_);
    if (pointer) return j_.uses.has_row(pointer->name) ? "" : pointer->name + "[:1]";
    const bool handed_on = facts_.contains(scalar.at) || scalar.callers;
    return handed_on ? scalar.name : ""; // else maybe a counter of a function that the loop calls
  }
  if (!parts.through) return scalar.name;
  if (scalar.name == "*" + parts.base) return parts.base + "[:1]";
  // A clause makes copies of all elements: each must be such a sum.
  auto same = [&](const FactScalar& other) {
    return other.name == scalar.name && other.op == scalar.op && other.kind == ScalarKind::reduction;
  };
  const auto sums = static_cast<uint64_t>(std::ranges::count_if(facts_.scalars, same));
  return fact && fact->shape == VariableShape::array && sums == fact->elements ? parts.base : "";
}

void RegisterJudge::block(const FactScalar& scalar) {
  const std::string name = scalar.name.empty() ? "a value in a register" : scalar.name;
  const std::string place = scalar.at.line == 0 ? "" : fmt::format(" at line {}", scalar.at.line);
  std::string fix = fmt::format("none by clauses: each iteration needs the {} of the one before",
                                scalar.name.empty() ? "value" : scalar.name);
  if (scalar.kind == ScalarKind::recurrence)
    fix = fmt::format("compute again what the iteration before left in {}", name);
  else if (scalar.place)
    fix =
        fmt::format("{0} is the place of the largest or smallest value: keep the value in a variable beside {0}, and "
                    "combine both of all threads (declare reduction), or find the value first and its place after that",
                    name);
  j_.verdict.blockers.push_back({.kind = Blocker::Kind::scalar,
                                 .name = scalar.name,
                                 .what = fmt::format("flow through {}{}, distance 1", name, place),
                                 .fix = std::move(fix),
                                 .at = scalar.at});
}

// Local variables that live in registers leave no trace in memory: those written in the loop and not carried are set
// before they are used in each iteration, and need a clause all the same.
void RegisterJudge::add_privates() {
  auto of = [](const std::string& name) {
    return [&](const auto& other) { return variable_name(other).base == name; };
  };
  for (const FactVariable& variable : facts_.variables) {
    if (variable.name == facts_.index || variable.scope == Scope::inside) continue;
    if (variable.shape == VariableShape::reference || has_clause(variable.name)) continue;
    if (!is_in_register(variable)) continue;
    auto same = of(variable.name);
    auto is_known = [&](const FactScalar& scalar) {
      return same(scalar.name) || std::ranges::any_of(scalar.with, same);
    };
    if (std::ranges::any_of(facts_.scalars, is_known)) continue;
    if (!variable.elements_first.empty())
      judge_elements(variable);
    else if (is_set(variable))
      add_private(variable, std::ranges::any_of(facts_.last, same));
  }
  for (const FactVariable& variable : facts_.variables)
    if (variable.aliased && (has_clause(variable.name) || variable.assigned || variable.written))
      add_rewrite(variable.name, "is also reached by another name, which the loop uses", "use one name in the loop");
  for (const std::string& name : facts_.callers_set)
    if (!has_clause(name))
      add_rewrite(name, "is set in the loop, and is not a variable of its function",
                  "set it once behind the loop, or return the value");
  for (const std::string& name : facts_.last)
    if (name != facts_.index && !facts_.has_variables && j_.loop.algorithm.empty())
      add_name(j_.verdict.clauses.lastprivates, name);
}

// Of Fortran. What a register holds and no iteration hands on is set before it is used, but perhaps not all parts of it
// are: firstprivate keeps the others.
void RegisterJudge::add_copies() {
  auto is_handed_on = [&](const std::string& name) {
    return std::ranges::any_of(facts_.scalars,
                               [&](const FactScalar& scalar) { return variable_name(scalar.name).base == name; });
  };
  for (const std::string& name : facts_.set)
    if (!is_handed_on(name)) add_name(j_.verdict.clauses.firstprivates, name);
  for (const std::string& name : facts_.perhaps_set)
    if (!is_handed_on(name) && !has_clause(name))
      j_.verdict.rewrites.push_back(
          {.kind = Blocker::Kind::scalar,
           .name = name,
           .what = fmt::format("{} is set in the loop", name),
           .fix = fmt::format("declare {} in a block of the loop if iterations share nothing of it", name),
           .at = facts_.begin});
}

// No access of it: or only in a copy of the loop that did not run, or of another variable of its name on the same line,
// as what iterations write in memory has dependences.
bool RegisterJudge::is_in_register(const FactVariable& variable) const {
  if (!j_.loops.has_access(j_.index, variable.name)) return true;
  const bool never_in_memory = is_local(&variable) && is_simple(variable) && !variable.address;
  // Elements of a container are in memory under the names of its functions.
  auto is_access = [](const FactCall& call) {
    return call.callee.ends_with("operator[]") || call.callee.ends_with("operator()");
  };
  const bool object = is_local(&variable) && variable.shape == VariableShape::object && variable.written &&
                      !variable.address && std::ranges::none_of(facts_.calls, is_access);
  const bool told = variable.always || variable.assigned || never_in_memory || object;
  return told && j_.loop.iterations > j_.loop.instances && !j_.uses.has_row(variable.name);
}

// In the loop, and in a register: a member, or a variable whose address only inlined functions got.
bool RegisterJudge::is_set(const FactVariable& variable) const {
  const bool scalar = is_simple(variable);
  if (variable.scope == Scope::member) return scalar && variable.written && !variable.address && !facts_.proven;
  if (!is_local(&variable)) return false;
  return variable.address ? variable.assigned : variable.written;
}

// Elements at constant places, which each iteration sets and no access shows: registers hold them.
void RegisterJudge::judge_elements(const FactVariable& variable) {
  Clauses& clauses = j_.verdict.clauses;
  const bool read = variable.elements_first == "read", pointer = variable.shape == VariableShape::pointer;
  if (facts_.proven || (pointer && (variable.written || variable.address))) return;
  auto reduced = [&](const ReductionClause& clause) { return variable_name(clause.item).base == variable.name; };
  if (std::ranges::any_of(clauses.reductions, reduced)) return; // under the name that the caller has for it
  if (variable.elements_first == "carried" && is_unnamed_sum(variable)) return;
  if (variable.elements_first == "carried") return block(carried_value(variable.name + "[]"));
  if (variable.shape == VariableShape::array) {
    if (read) clauses.in_order = true;
    if (read) add_name(clauses.firstprivates, variable.name);
    if (variable.used_behind) add_name(clauses.lastprivates, variable.name);
    if (!read && !variable.used_behind) add_name(clauses.privates, variable.name);
  } else if (pointer && !read) {
    j_.verdict.blockers.push_back(
        {.kind = Blocker::Kind::scalar,
         .name = variable.name,
         .what = fmt::format("output through {}[], distance 1: each iteration writes the same element", variable.name),
         .fix = fmt::format("privatise: allocate {} inside the loop", variable.name),
         .at = {}});
  }
}

// One of those that have the caller's name: each pointer to such an element needs one.
bool RegisterJudge::is_unnamed_sum(const FactVariable& variable) const {
  auto leads_to_one = [&](const FactVariable& other) {
    return other.shape == VariableShape::pointer && other.elements_first == "carried" && is_in_register(other);
  };
  const auto pointers = static_cast<size_t>(std::ranges::count_if(facts_.variables, leads_to_one));
  return variable.shape == VariableShape::pointer && pointers <= unnamed_.size();
}

// In memory, by the name of an object that a caller has.
bool RegisterJudge::is_member_summed(std::string_view name) const {
  name = last_member(name);
  return std::ranges::any_of(j_.verdict.clauses.reductions, [&](const ReductionClause& clause) {
    return clause.name != name && last_member(clause.name) == name;
  });
}

// Whether a structure or a small array without an access in memory is in registers, or in a loop whose accesses are not
// recorded since it is proven, is not known: in the first case it needs a private copy, in the second it must have
// none. A structure of C++ may have a constructor that a private copy cannot call.
void RegisterJudge::add_private(const FactVariable& variable, bool last) {
  Clauses& clauses = j_.verdict.clauses;
  constexpr uint64_t kSmallArray = 8;
  if (variable.scope == Scope::member && is_member_summed(variable.name)) return;
  // Each iteration reads what the one before wrote, but no value that a register hands on has its name.
  if (variable.scope == Scope::member && variable.first == "read" && variable.always)
    return block(carried_value(variable.name));
  if (variable.first == "read" && !last) { // of a value from before the loop
    clauses.in_order = true;
    return add_name(clauses.firstprivates, variable.name);
  }
  if (is_simple(variable)) return add_name(last ? clauses.lastprivates : clauses.privates, variable.name);
  if (variable.shape == VariableShape::array && (variable.elements == 0 || variable.elements > kSmallArray)) return;
  const bool copied = variable.shape == VariableShape::array || facts_.language == "c" || variable.trivial;
  if (copied && !facts_.proven) {
    // Parts that the iterations only read, or leave alone, are those from before the loop.
    add_name(clauses.firstprivates, variable.name);
    if (last || variable.used_behind) add_name(clauses.lastprivates, variable.name);
    return;
  }
  j_.verdict.rewrites.push_back(
      {.kind = Blocker::Kind::scalar,
       .name = variable.name,
       .what = fmt::format("{} is set in the loop", variable.name),
       .fix = fmt::format("declare {} inside the loop if iterations share nothing of it", variable.name),
       .at = variable.declared});
}

} // namespace

void judge_registers(Judgement& judgement) {
  RegisterJudge judge(judgement);
  for (const FactScalar& scalar : judgement.loop.facts.scalars) judge.judge(scalar);
  judge.add_privates();
  judge.add_copies();
  std::vector<ReductionClause>& reductions = judgement.verdict.clauses.reductions;
  std::ranges::sort(reductions);
  reductions.erase(std::ranges::unique(reductions).begin(), reductions.end()); // elements of one array
}

} // namespace unply
