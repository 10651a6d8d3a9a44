#include "discover/directive.h"
#include "discover/policy.h"
#include "discover/text_words.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace unply {

namespace {

constexpr size_t kLongestLine = 100;

std::string list_text(std::string_view clause, const std::vector<std::string>& names) {
  return fmt::format("{}({})", clause, fmt::join(names, ", "));
}

std::vector<std::string> reduction_clauses(const Clauses& clauses, bool fortran) {
  std::map<std::string, std::vector<std::string>> by_operator;
  for (const ReductionClause& clause : clauses.reductions)
    by_operator[operator_text(clause.op, fortran)].push_back(clause.item);
  std::vector<std::string> texts;
  for (const auto& [op, items] : by_operator)
    texts.push_back(fmt::format("reduction({}: {})", op, fmt::join(items, ", ")));
  return texts;
}

bool is_in(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool has_clause(const Clauses& clauses, const std::string& name) {
  auto reduced = [&](const ReductionClause& clause) { return variable_name(clause.item).base == name; };
  return is_in(clauses.privates, name) || is_in(clauses.firstprivates, name) || is_in(clauses.lastprivates, name) ||
         std::ranges::any_of(clauses.reductions, reduced);
}

} // namespace

bool can_be_listed(const FactVariable& variable, std::string_view text) {
  if (variable.scope == Scope::unknown || variable.binding || variable.name.contains(':')) return false;
  if (variable.scope != Scope::global && variable.scope != Scope::statics) return true;
  auto ends_a_name = [&](std::string_view before) {
    const std::string longer = std::string(before) + variable.name;
    for (size_t at = text.find(longer); at != text.npos; at = text.find(longer, at + 1))
      if (const size_t end = at + longer.size(); end == text.size() || !is_name_character(text[end])) return true;
    return false;
  };
  if (ends_a_name("::")) return false;
  return !variable.qualified || !(variable.macro || ends_a_name(".") || ends_a_name("->")); // of an object
}

namespace {

// default(none) wants each variable in a clause, so all must be known by names that a clause can use: not those of a
// lambda's captures, of parts of another scope (ns::x), of unknown scope, or of a parameter pack.
bool can_list_all(const LoopFacts& facts, std::string_view statement) {
  const bool pack = facts.language == "c++" && statement.contains("...");
  if (!facts.has_variables || facts.lambda || pack) return false;
  return std::ranges::all_of(facts.variables, [&](const FactVariable& variable) {
    return variable.scope == Scope::inside || variable.scope == Scope::this_object ||
           can_be_listed(variable, statement);
  });
}

std::vector<std::string> shared_names(const LoopFacts& facts, const Clauses& clauses) {
  std::vector<std::string> names;
  for (const FactVariable& variable : facts.variables) {
    const bool listed = variable.scope == Scope::local || variable.scope == Scope::parameter ||
                        variable.scope == Scope::statics || variable.scope == Scope::global;
    if (!listed || variable.thread_local_ || variable.name == facts.index || has_clause(clauses, variable.name))
      continue;
    if (variable.name.starts_with("__") || is_in(names, variable.name)) continue; // __func__
    names.push_back(variable.name);
  }
  std::ranges::sort(names);
  return names;
}

// The list of a clause goes on in the next line where it is too long for one.
std::vector<std::string> pieces_of(const std::string& clause, size_t longest) {
  std::vector<std::string> pieces;
  std::string_view rest = clause;
  while (rest.size() > longest) {
    const size_t comma = rest.rfind(", ", longest);
    if (comma == rest.npos) break;
    pieces.emplace_back(rest.substr(0, comma + 1));
    rest.remove_prefix(comma + 2);
  }
  pieces.emplace_back(rest);
  return pieces;
}

} // namespace

std::string operator_text(const std::string& op, bool fortran) {
  static constexpr std::pair<std::string_view, std::string_view> kFortran[] = {
      {"&", "iand"}, {"|", "ior"}, {"^", "ieor"}, {"&&", ".and."}, {"||", ".or."}};
  if (fortran)
    for (auto [c, name] : kFortran)
      if (op == c) return std::string(name);
  return op;
}

std::string Directive::one_line() const {
  std::string text = head;
  for (const std::string& clause : clauses) text += " " + clause;
  return text;
}

std::vector<std::string> directive_lines(const Directive& directive, const std::string& indent, bool fortran) {
  std::vector<std::string> lines{indent + directive.head};
  const std::string margin = indent + (fortran ? "!$omp " : "    ");
  const size_t longest = kLongestLine - std::min(kLongestLine / 2, margin.size() + 2);
  for (const std::string& clause : directive.clauses)
    for (const std::string& piece : pieces_of(clause, longest)) {
      if (lines.back().size() + 1 + piece.size() + 2 <= kLongestLine) {
        lines.back() += " " + piece;
        continue;
      }
      lines.back() += fortran ? " &" : " \\";
      lines.push_back(margin + piece);
    }
  return lines;
}

namespace {

// shared: those of the variables that are in no other clause; nothing: not all of them are known.
Directive directive_with(const LoopVerdict& verdict, bool fortran,
                         const std::optional<std::vector<std::string>>& shared) {
  const Clauses& clauses = verdict.clauses;
  Directive directive;
  directive.head = fortran ? "!$omp parallel do" : "#pragma omp parallel for";
  if (fortran) directive.end = "!$omp end parallel do";
  std::vector<std::string>& out = directive.clauses;
  if (verdict.tested()) out.push_back(fmt::format("if({})", verdict.test));
  if (clauses.collapse > 1) out.push_back(fmt::format("collapse({})", clauses.collapse));
  if (shared) {
    out.push_back("default(none)");
    if (!shared->empty()) out.push_back(list_text("shared", *shared));
  }
  if (!clauses.privates.empty()) out.push_back(list_text("private", clauses.privates));
  if (!clauses.firstprivates.empty()) out.push_back(list_text("firstprivate", clauses.firstprivates));
  if (!clauses.lastprivates.empty()) out.push_back(list_text("lastprivate", clauses.lastprivates));
  for (std::string& text : reduction_clauses(clauses, fortran)) out.push_back(std::move(text));
  if (verdict.waits()) {
    directive.waits = true;
    out.push_back(verdict.ordered_inner == kNoSourceLoop ? "ordered(1)" : "ordered(2)");
    out.push_back("schedule(static, 1)"); // neighbours run beside each other
    return directive;
  }
  if (clauses.in_order) out.push_back("schedule(static)");
  return directive;
}

} // namespace

Directive make_directive(const SourceLoop& loop, const LoopVerdict& verdict, std::string_view statement) {
  std::optional<std::vector<std::string>> shared;
  if (can_list_all(loop.facts, statement)) shared = shared_names(loop.facts, verdict.clauses);
  return directive_with(verdict, false, shared);
}

Directive make_fortran_directive(const SourceLoop& loop, const LoopVerdict& verdict,
                                 std::optional<std::vector<std::string>> variables) {
  auto is_listed = [&](const std::string& name) {
    return name == loop.facts.index || has_clause(verdict.clauses, name);
  };
  if (variables) std::erase_if(*variables, is_listed);
  return directive_with(verdict, true, variables);
}

std::string clauses_text(const Clauses& clauses) {
  std::vector<std::string> parts;
  if (clauses.collapse > 1) parts.push_back(fmt::format("collapse({})", clauses.collapse));
  if (!clauses.privates.empty()) parts.push_back(list_text("private", clauses.privates));
  if (!clauses.firstprivates.empty()) parts.push_back(list_text("firstprivate", clauses.firstprivates));
  if (!clauses.lastprivates.empty()) parts.push_back(list_text("lastprivate", clauses.lastprivates));
  for (std::string& text : reduction_clauses(clauses, false)) parts.push_back(std::move(text));
  return fmt::format("{}", fmt::join(parts, "  "));
}

std::string why_no_directive(const SourceLoop& loop, const LoopVerdict& verdict) {
  if (!loop.algorithm.empty()) return why_no_policy(loop, verdict);
  if (verdict.verdict == Verdict::doacross && loop.facts.fortran())
    return "its iterations must wait for earlier ones, and flang 22 does not implement that (ordered depend)";
  if (!verdict.independent() && !verdict.waits()) return "its iterations depend on each other";
  if (!verdict.no_directive.empty()) return verdict.no_directive;
  if (!verdict.rewrites.empty()) return verdict.rewrites[0].what + ": " + verdict.rewrites[0].fix;
  const LoopFacts& facts = loop.facts;
  if (!facts.fortran() && facts.language != "c" && facts.language != "c++") return "its language is not known";
  if (!facts.fortran() && !facts.has_variables) return "the variables that it names are not known";
  return "";
}

} // namespace unply
