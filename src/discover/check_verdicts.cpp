// Shares no code with the judges beyond the parser of facts: a mistake there must not be repeated here. It goes by the
// rows of the profile, not by groups of them, and asks of each whether something stated covers it.
#include "discover/check_verdicts.h"
#include "trace/ended_inside.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

// The first name in the text: of "*p", "a[].x[]" and "this->s.n".
std::string first_name(std::string_view text) {
  if (text.starts_with("this->")) text.remove_prefix(6);
  std::string name;
  for (char c : text) {
    const bool letter = c == '_' || c == '$' || c == ':' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                        (c >= 'A' && c <= 'Z') || static_cast<signed char>(c) < 0;
    if (letter)
      name += c;
    else if (!name.empty())
      break;
  }
  return name;
}

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

class Checker {
public:
  Checker(const Trace& trace, const SourceLoop& loop, const LoopVerdict& verdict)
      : trace_(trace), facts_(loop.facts), algorithm_(loop.algorithm), whole_(loop.whole), verdict_(verdict) {}
  // Why the row contradicts the verdict; "" if something covers it.
  std::string objection(const LoopDependence& row) const {
    if (row.carried != Carried::carried) return "";
    const Site &from = trace_.sites[row.site_from], &to = trace_.sites[row.site_to];
    if (whole_) {
      const bool user_writes =
          (row.kind != EdgeKind::anti && !is_librarys(from)) || (row.kind != EdgeKind::flow && !is_librarys(to));
      return user_writes ? "its lambda writes" : "";
    }
    if ((row.kind == EdgeKind::anti || is_step(from)) && (row.kind == EdgeKind::flow || is_step(to))) return "";
    if (row.kind == EdgeKind::flow) return is_reduced(from, to) ? "" : "it carries a flow dependence";
    if (is_reduced(from, to) || (is_private(from) && is_private(to))) return "";
    if (from.is_thread_local() && to.is_thread_local()) return ""; // each thread has its own
    return "it carries an anti or output dependence on a variable without a private copy";
  }
  std::string objection(const FactScalar& scalar) const {
    if (whole_) return "";
    const bool of_range = facts_.form == "range" && facts_.canonical == true && scalar.name.starts_with("__begin");
    const bool of_head = facts_.counts_by_index() && scalar.name == facts_.index && !scalar.name.empty();
    const bool harmless = scalar.kind == ScalarKind::induction || of_range || of_head || is_of_library(scalar);
    if (harmless) return "";
    for (const ReductionClause& clause : verdict_.clauses.reductions)
      if (clause.name == scalar.name && clause.op == scalar.op && scalar.kind == ScalarKind::reduction) return "";
    return "it carries a value in a register";
  }

private:
  // Or of the class of the elements, which the library moves.
  bool is_librarys(const Site& site) const {
    const std::string_view function = trace_.text(site.function), file = trace_.text(site.file);
    const bool of_map = file.contains("stl_tree") || file.contains("stl_map") || file.contains("hashtable");
    return site.line == 0 || (file.contains("/c++/") && !of_map) || function.contains("operator=") ||
           function.contains('~');
  }
  // What the head of a counted loop does to its index, the directive does.
  bool is_step(const Site& site) const {
    const SourceSpot spot{site.line, site.column};
    return facts_.counts_by_index() && trace_.text(site.variable) == facts_.index && facts_.begin < spot &&
           spot < facts_.body_begin;
  }
  // Of an algorithm that the standard library has with a policy: it divides ranges, counts and sums by itself.
  bool is_of_library(const FactScalar& scalar) const {
    if (algorithm_.empty()) return false;
    if (scalar.name.starts_with("__first") || scalar.name == "__result") return true;
    return scalar.name == (algorithm_.ends_with("reduce") ? "__init" : algorithm_.ends_with("_n") ? "__niter" : "__n");
  }
  bool is_reduced(const Site& from, const Site& to) const {
    static constexpr std::string_view kNames[] = {"", "+", "*", "&", "|", "^", "min", "max"};
    if (from.update() != to.update() || from.update() == Update::none) return false;
    const std::string_view op = kNames[static_cast<size_t>(from.update())];
    auto covers = [&](const ReductionClause& clause) {
      return clause.op == op && (clause.name == trace_.text(to.variable) || clause.name == trace_.text(from.variable));
    };
    return std::ranges::any_of(verdict_.clauses.reductions, covers);
  }
  // A private pointer still points to memory that all iterations have in common.
  bool is_behind_pointer(const std::string& name, std::string_view text) const {
    if (!text.contains('*') && !text.contains('[') && !text.contains("->")) return false;
    auto points = [&](const FactVariable& variable) {
      return variable.name == name &&
             (variable.shape == VariableShape::pointer || variable.shape == VariableShape::reference);
    };
    return std::ranges::any_of(facts_.variables, points);
  }
  bool is_private(const Site& site) const {
    const std::string name = first_name(trace_.text(site.variable));
    const Clauses& clauses = verdict_.clauses;
    if (name.empty() || is_behind_pointer(name, trace_.text(site.variable))) return false;
    if (is_among(clauses.privates, name) || is_among(clauses.firstprivates, name) ||
        is_among(clauses.lastprivates, name))
      return true;
    auto declared_inside = [&](const FactVariable& variable) {
      return variable.name == name && variable.scope == Scope::inside;
    };
    return std::ranges::any_of(facts_.variables, declared_inside);
  }
  const Trace& trace_;
  const LoopFacts& facts_;
  const std::string& algorithm_;
  const bool whole_;
  const LoopVerdict& verdict_;
};

std::unexpected<Error> contradiction(const Trace& trace, const SourceLoop& loop, const LoopVerdict& verdict,
                                     const std::string& why, std::string_view variable) {
  return fail(fmt::format("loop at {}:{}: called {}, but {}{}{}", trace.text(loop.file), loop.at.line,
                          verdict_name(verdict.verdict), why, variable.empty() ? "" : ", through ", variable),
              "this is a defect of unply: please report it");
}

Result<void> check_row(const Trace& trace, const SourceLoops& loops, uint32_t loop, const LoopVerdict& verdict,
                       const LoopDependence& row) {
  const std::string why = Checker(trace, loops[loop], verdict).objection(row);
  if (why.empty()) return {};
  return contradiction(trace, loops[loop], verdict, why, trace.text(trace.sites[row.site_to].variable));
}

Result<void> check_statement(const Trace& trace, const SourceLoop& loop, const LoopVerdict& verdict) {
  if (loop.whole && !loop.reads) return contradiction(trace, loop, verdict, "its lambda may do more than read", "");
  if (!loop.facts.exits.empty()) return contradiction(trace, loop, verdict, "it may be left early", "");
  for (const LoopCall& call : loop.calls) {
    if (trace.text(call.name) == kThrownOut) return contradiction(trace, loop, verdict, "an exception left it", "");
    if (trace.text(call.name) == kEndedInside)
      return contradiction(trace, loop, verdict, "the program ended in it", "");
  }
  for (const FactScalar& scalar : loop.facts.scalars)
    if (std::string why = Checker(trace, loop, verdict).objection(scalar); !why.empty())
      return contradiction(trace, loop, verdict, why, scalar.name);
  return {};
}

} // namespace

Result<void> check_verdicts(const Trace& trace, const SourceLoops& loops, const std::vector<LoopVerdict>& verdicts) {
  for (const LoopDependence& row : trace.loops.dependences) {
    if (row.loop == kNoLoop) continue;
    const uint32_t loop = loops.loop_of_row(row.loop);
    if (verdicts[loop].independent()) TRY(check_row(trace, loops, loop, verdicts[loop], row));
  }
  for (uint32_t loop = 0; loop < loops.size(); ++loop)
    if (verdicts[loop].independent()) TRY(check_statement(trace, loops[loop], verdicts[loop]));
  return {};
}

Result<void> check_parallel(const Trace& trace, const SourceLoops& loops, uint32_t loop, const LoopVerdict& verdict) {
  if (!verdict.parallel()) return contradiction(trace, loops[loop], verdict, "its iterations are to be tasks", "");
  for (const LoopDependence& row : trace.loops.dependences)
    if (row.loop != kNoLoop && loops.loop_of_row(row.loop) == loop) TRY(check_row(trace, loops, loop, verdict, row));
  return check_statement(trace, loops[loop], verdict);
}

} // namespace unply
