// Variables in memory: which of them a clause frees, and which keep iterations in order.
#include "discover/judge.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

std::string shown(const LoopVariableUse& use) { return use.name.empty() ? "memory without a name" : use.name; }

class MemoryJudge {
public:
  explicit MemoryJudge(Judgement& judgement) : j_(judgement) {}
  void judge(const LoopVariableUse& use) {
    if (is_index(use)) return treat(use, Treatment::own_variable);
    if (reduce(use) || privatise(use)) return;
    block(use);
  }

private:
  bool can_be_named(const LoopVariableUse& use) const;
  bool is_of_statement(const LoopVariableUse& use) const;
  bool is_index(const LoopVariableUse& use) const;
  bool reduce(const LoopVariableUse& use);
  bool is_hidden(const LoopVariableUse& use) const;
  bool is_of_each_thread(const LoopVariableUse& use) const;
  const FactVariable* own_member(const LoopVariableUse& use, std::string_view place) const;
  void name_reduction(const LoopVariableUse& use, bool alone, ReductionClause& clause);
  bool privatise(const LoopVariableUse& use);
  bool privatise_array(const LoopVariableUse& use);
  bool privatise_scalar(const LoopVariableUse& use);
  void block(const LoopVariableUse& use);
  void treat(const LoopVariableUse& use, Treatment treatment);
  void rewrite(const std::string& name, std::string what, std::string fix) {
    j_.verdict.rewrites.push_back(
        {.kind = Blocker::Kind::variable, .name = name, .what = std::move(what), .fix = std::move(fix), .at = {}});
  }
  Judgement& j_;
  std::string refused_; // why a private copy would be wrong, and what to do
};

// A directive can name the variable: it is declared outside, and the loop's own text alone accesses it. Functions that
// the loop calls use the object itself, not the private copy, unless they get its address from the loop.
bool MemoryJudge::can_be_named(const LoopVariableUse& use) const {
  if (!use.fact || !use.one_name || use.fact->thread_local_) return false;
  const Scope scope = use.fact->scope;
  if (scope == Scope::local || scope == Scope::parameter)
    return use.lexical || (use.fact->address && (!j_.loop.facts.fortran() || is_of_statement(use)));
  return keeps_value(scope) && use.lexical;
}

// Each dependence has an end in the loop's own text, so none is on another variable of the name, as a procedure that it
// calls may have one.
bool MemoryJudge::is_of_statement(const LoopVariableUse& use) const {
  auto is_own = [&](uint32_t number) {
    const Site& site = j_.loops.trace().sites[number];
    return site.file == j_.loop.file && j_.loop.facts.contains({site.line, site.column});
  };
  return std::ranges::all_of(use.rows, [&](size_t row) {
    const LoopDependence& d = j_.loop.dependences[row];
    return is_own(d.site_from) || is_own(d.site_to);
  });
}

void MemoryJudge::treat(const LoopVariableUse& use, Treatment treatment) {
  for (size_t row : use.rows)
    j_.verdict.carried.push_back(
        {j_.loop.dependences[row], std::string(j_.loops.variable(j_.loop.dependences[row])), treatment});
}

// The index of a counted loop, which is in memory since a function gets a reference to it: only the head sets it. What
// is read of it has the name that the function knows it by. Of a global one, functions do not read the private copy.
bool MemoryJudge::is_index(const LoopVariableUse& use) const {
  const LoopFacts& facts = j_.loop.facts;
  if (!facts.counts_by_index()) return false;
  if (use.fact && keeps_value(use.fact->scope) && !use.lexical) return false;
  auto sets_index = [&](uint32_t number) {
    const Site& site = j_.loops.trace().sites[number];
    return site.file == j_.loop.file && facts.in_head({site.line, site.column}) &&
           j_.loops.trace().text(site.variable) == facts.index;
  };
  return std::ranges::all_of(use.rows, [&](size_t row) {
    const LoopDependence& d = j_.loop.dependences[row];
    return (d.kind == EdgeKind::anti || sets_index(d.site_from)) && (d.kind == EdgeKind::flow || sets_index(d.site_to));
  });
}

// All that the loop does with the variable is to update it by one operator.
bool MemoryJudge::reduce(const LoopVariableUse& use) {
  if (!use.flow || !use.only_updates || use.name.empty()) return false;
  if (is_hidden(use)) return false;
  std::vector<std::string> names; // of a[].x and a[].y, which are one variable here
  for (size_t row : use.rows) add_name(names, std::string(j_.loops.variable(j_.loop.dependences[row])));
  for (const std::string& name : names) {
    ReductionClause clause{std::string(clause_operator(use.update)), "", name, use.parts.through};
    name_reduction(use, names.size() == 1, clause);
    j_.verdict.clauses.reductions.push_back(std::move(clause));
  }
  treat(use, Treatment::reduced);
  return true;
}

// `w.total` of a caller is `total` in a function of its class: the one place of this name that the loop updates. Null:
// it is none, or another object's may be meant.
const FactVariable* MemoryJudge::own_member(const LoopVariableUse& use, std::string_view place) const {
  const std::string_view name = last_member(place);
  const FactVariable* fact = use.fact || !use.lexical || name == place ? nullptr : j_.loop.facts.find(name);
  if (!fact || fact->scope != Scope::member || fact->shape != VariableShape::scalar || fact->address || !fact->written)
    return nullptr;
  for (const LoopDependence& row : j_.loop.dependences)
    if (const std::string_view other = j_.loops.variable(row); other != place && last_member(other) == name)
      return nullptr;
  auto is_scalar = [&](const FactScalar& scalar) { return last_member(scalar.name) == name; };
  return std::ranges::none_of(j_.loop.facts.scalars, is_scalar) ? fact : nullptr;
}

// The item of the clause; a rewriting where no clause can name what is updated. alone: all of it has this name.
void MemoryJudge::name_reduction(const LoopVariableUse& use, bool alone, ReductionClause& clause) {
  const FactVariable* fact = use.fact;
  const bool named = alone && can_be_named(use) && use.lexical;
  const bool plain = clause.name == use.parts.base, star = clause.name == "*" + use.parts.base;
  const bool elements = clause.name == use.parts.base + "[]";
  if (named && plain && (fact->shape == VariableShape::scalar || fact->shape == VariableShape::reference)) {
    clause.item = use.parts.base;
  } else if (named && star && fact->shape == VariableShape::pointer && !fact->written) {
    clause.item = use.parts.base + "[:1]";
  } else if (named && elements && fact->shape == VariableShape::array) {
    clause.item = use.parts.base;
  } else if (const FactVariable* member = own_member(use, clause.name)) {
    clause.item = member->name;
  } else if (const FactVariable* pointer = use.fact || !use.lexical || !alone ? nullptr : only_pointer(j_.loop.facts)) {
    clause.item = pointer->name + "[:1]";
  } else {
    clause.item = clause.name;
    const bool extreme = use.update == Update::least || use.update == Update::most;
    const std::string fix =
        use.parts.through
            ? fmt::format("make the update of {} atomic{}, or give each thread a copy and combine the copies",
                          clause.name, extreme ? " (atomic compare)" : "")
            : fmt::format("update a local variable in the loop, and {} once behind it", clause.name);
    rewrite(clause.name, fmt::format("no reduction clause can name {}", clause.name), fix);
  }
}

// A counter of a function that the loop calls: no clause at this loop reaches it, whatever it is.
bool MemoryJudge::is_hidden(const LoopVariableUse& use) const {
  return j_.loop.facts.has_variables && !use.fact && !use.lexical && !use.parts.through;
}

// A thread-local variable, as a buffer that a function fills and reads: threads have copies of it without any clause.
bool MemoryJudge::is_of_each_thread(const LoopVariableUse& use) const {
  auto is_thread_local = [&](uint32_t site) { return j_.loops.trace().sites[site].is_thread_local(); };
  return !use.live_in && !use.live_out && std::ranges::all_of(use.rows, [&](size_t row) {
    const LoopDependence& d = j_.loop.dependences[row];
    return is_thread_local(d.site_from) && is_thread_local(d.site_to);
  });
}

bool MemoryJudge::privatise(const LoopVariableUse& use) {
  if (use.flow) return false;
  if (is_of_each_thread(use)) {
    treat(use, Treatment::own_variable);
    return true;
  }
  if (use.fact && use.one_name && use.fact->scope == Scope::inside && use.fact->shape != VariableShape::pointer &&
      use.fact->shape != VariableShape::reference && (use.fact->shape != VariableShape::object || !use.parts.through)) {
    treat(use, Treatment::own_variable);
    return true;
  }
  if (use.name.empty()) {
    refused_ = "find out which memory this is: compile with -g";
    return false;
  }
  if (!can_be_named(use)) {
    const bool by_others = !use.fact || (use.fact->scope != Scope::inside && !use.lexical);
    refused_ = by_others ? fmt::format("privatise: give each iteration its own {}, also in the functions that it calls",
                                       use.name)
                         : fmt::format("privatise: allocate {} inside the loop", use.name);
    return false;
  }
  const VariableShape shape = use.fact->shape;
  const bool of_c = j_.loop.facts.language == "c" || use.fact->trivial;
  if (shape == VariableShape::array || (shape == VariableShape::object && of_c && !use.parts.through))
    return privatise_array(use);
  if (shape == VariableShape::scalar || (shape == VariableShape::pointer && !use.parts.through))
    return privatise_scalar(use);
  refused_ = fmt::format("privatise: {} {} inside the loop", use.parts.through ? "allocate" : "declare", use.name);
  return false;
}

// Arrays that are overwritten in each iteration and used nowhere else. One that is only read ahead (a[i] = a[i + 1])
// carries no output dependence and is no temporary.
bool MemoryJudge::privatise_array(const LoopVariableUse& use) {
  if (!use.output) {
    refused_ = fmt::format("read from a copy of {} that is made before the loop", use.parts.base);
    return false;
  }
  if (use.live_in || use.live_out) {
    refused_ = fmt::format("privatise {} and {}", use.parts.base,
                           use.live_out ? "write back what is read behind the loop" : "copy in what is read of before");
    return false;
  }
  add_name(j_.verdict.clauses.privates, use.parts.base);
  treat(use, Treatment::privatised);
  return true;
}

bool MemoryJudge::privatise_scalar(const LoopVariableUse& use) {
  Clauses& clauses = j_.verdict.clauses;
  if (use.live_out && !use.written_each_time) {
    refused_ = fmt::format("privatise {}, and set it behind the loop: not every iteration writes it", use.parts.base);
    return false;
  }
  if (use.live_in) clauses.in_order = true; // a later iteration on the same thread must not spoil the copy
  if (use.live_in) add_name(clauses.firstprivates, use.parts.base);
  if (use.live_out) add_name(clauses.lastprivates, use.parts.base);
  if (!use.live_in && !use.live_out) add_name(clauses.privates, use.parts.base);
  treat(use, Treatment::privatised);
  return true;
}

void MemoryJudge::block(const LoopVariableUse& use) {
  treat(use, Treatment::blocks);
  const LoopDependence* nearest = nullptr;
  for (size_t i : use.rows) {
    const LoopDependence& row = j_.loop.dependences[i];
    const bool better =
        !nearest || std::pair(row.kind, row.min_distance) < std::pair(nearest->kind, nearest->min_distance);
    if (better) nearest = &row;
  }
  std::string fix = refused_;
  if (use.flow && use.only_updates && is_hidden(use))
    fix = fmt::format("make the update of {} atomic where it is", shown(use));
  else if (use.flow && use.only_updates)
    fix = fmt::format("make the update of {} a reduction", shown(use));
  else if (use.flow)
    fix = fmt::format("none by clauses: iterations need values of {} from earlier ones", shown(use));
  j_.verdict.blockers.push_back({.kind = Blocker::Kind::variable,
                                 .name = use.name,
                                 .what = dependence_text(j_.loops, j_.loop, *nearest),
                                 .fix = std::move(fix),
                                 .at = {}});
}

} // namespace

const FactVariable* carried_pointer(const LoopFacts& facts) {
  const FactVariable* found = nullptr;
  for (const FactVariable& variable : facts.variables) {
    if (variable.shape != VariableShape::pointer || variable.elements_first != "carried") continue;
    if (found || variable.written) return nullptr;
    found = &variable;
  }
  return found;
}

// What the loop calls `*out` has the name of the caller's variable where the function was inlined: of the one pointer
// through which the loop can write.
const FactVariable* only_pointer(const LoopFacts& facts) {
  const FactVariable* found = nullptr;
  for (const FactVariable& variable : facts.variables) {
    if (variable.shape != VariableShape::pointer || variable.type.starts_with("const ") || variable.written) continue;
    if (found) return nullptr;
    found = &variable;
  }
  return found && found->elements_first == "carried" ? found : nullptr;
}

void judge_memory(Judgement& judgement) {
  for (const LoopVariableUse& use : judgement.uses.all()) MemoryJudge(judgement).judge(use);
}

} // namespace unply
