// The directive stands on its own line before the loop, indented as the loop is. Where the loop does not begin its
// line, the line is broken there.
#include "discover/patch.h"
#include "discover/clause_names.h"
#include "discover/directive_place.h"
#include "discover/fortran_statements.h"
#include "discover/fortran_text.h"
#include "discover/fortran_variables.h"
#include "discover/recorded_text.h"
#include "discover/text_words.h"
#include "discover/unified_diff.h"
#include "discover/waiting_text.h"
#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace unply {

namespace {

constexpr size_t kLongestFixedLine = 72;

// The words of a directive, also of one of several lines, without what its clauses hold; of collapse(2) and ordered(2)
// the number.
struct DirectiveWords {
  bool simd = false;
  unsigned loops = 1; // that it takes
};

// One that has another name may be any.
unsigned number_of_loops(const std::string& word) {
  return word.size() == 1 && word[0] >= '1' && word[0] <= '9' ? static_cast<unsigned>(word[0] - '0') : ~0u;
}

DirectiveWords words_of(const std::vector<std::string_view>& lines, size_t line) {
  while (line > 0 && is_directive(lines[line - 1]) && without_margins(lines[line - 1]).ends_with('&')) --line;
  std::string text(without_margins(lines[line]));
  while ((text.ends_with('\\') || text.ends_with('&')) && ++line < lines.size())
    text.back() = ' ', text += without_margins(lines[line]);
  DirectiveWords found;
  std::string word, before;
  int depth = 0;
  for (char c : text + " ") {
    if (is_name_character(c)) {
      word += c;
      continue;
    }
    const bool counts = depth == 1 && (before == "collapse" || before == "ordered");
    if (depth == 0) found.simd |= word == "simd";
    if (counts && !word.empty()) found.loops = std::max(found.loops, number_of_loops(word));
    if (!word.empty() && depth == 0) before = word;
    word.clear();
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
  }
  return found;
}

// Loops that the patch would collapse, and of which one has a directive.
bool collapses_directive(const SourceLoops& loops, uint32_t index, const LoopVerdict& verdict,
                         const std::vector<std::string_view>& lines) {
  for (uint32_t taken = 1; taken < verdict.clauses.collapse; ++taken) {
    const SourceLoop& outer = loops[index];
    const auto inner =
        std::ranges::find_if(outer.inside, [&](uint32_t i) { return loops[i].facts.begin == outer.facts.inner; });
    if (inner == outer.inside.end()) return false;
    index = *inner;
    if (directive_before(lines, loops[index].facts.begin.line - size_t{1})) return true;
  }
  return false;
}

// A directive before a loop around may have taken this one already (collapse), or allows none inside (simd).
std::string directive_around(const SourceLoops& loops, uint32_t index, const std::vector<std::string_view>& lines) {
  const SourceLoop& loop = loops[index];
  unsigned depth = 1;
  for (uint32_t at = loop.around; at != kNoSourceLoop; at = loops[at].around) {
    const SourceLoop& around = loops[at];
    if (around.file != loop.file || !around.facts.contains(loop.facts.begin)) continue; // calls its function
    ++depth;
    const auto line = directive_before(lines, around.facts.begin.line - size_t{1});
    if (!line) continue;
    const DirectiveWords words = words_of(lines, *line);
    if (depth <= words.loops) return fmt::format("it belongs to a directive already, at line {}", *line + 1);
    if (words.simd) return fmt::format("the directive at line {}, simd, allows none inside", *line + 1);
  }
  return "";
}

void keep_line_ends(std::vector<LineEdit>& edits, std::string_view line) {
  if (!line.ends_with('\r')) return;
  for (LineEdit& edit : edits)
    for (std::string& text : edit.lines)
      if (!text.ends_with('\r')) text += '\r';
}

std::string statement_text(const std::vector<std::string_view>& lines, const LoopFacts& facts) {
  std::string text;
  for (size_t line = facts.begin.line; line <= facts.end.line && line <= lines.size(); ++line)
    text += std::string(lines[line - 1]) + "\n";
  return text;
}

std::string why_no_start(const LoopFacts& facts) {
  return fmt::format("{} is used behind the loop, which makes it private: set it there", facts.index);
}

// "i = 0" of the head, where i is read behind the loop: lastprivate does not set it if there is no iteration.
Result<std::string> start_of_index(const LoopFacts& facts, std::string_view statement) {
  const std::string why = why_no_start(facts);
  const size_t open = statement.find('('), end = statement.find(';');
  if (facts.is_branch || facts.bound_calls || open >= end || end == statement.npos) return fail(why);
  const std::string_view start = without_margins(statement.substr(open + 1, end - open - 1));
  const auto contains = [&](std::string_view text) { return start.contains(text); };
  if (!start.starts_with(facts.index) || contains("\n") || contains("/*") || contains("++") || contains("--"))
    return fail(why);
  return std::string(start) + ";";
}

// In Fortran: of "do i = 3, n, 2". The other bounds must not change by it, nor must a function run twice.
Result<std::string> start_of_fortran_index(const LoopFacts& facts, std::string_view head) {
  std::string_view rest = behind_word(without_name(head));
  rest = trim_left(rest.substr(rest.find('=') + 1));
  const std::string_view start = without_margins(rest.substr(0, rest.find(',')));
  bool names_index = false;
  for (rest.remove_prefix(start.size()); !rest.empty();
       rest.remove_prefix(std::max<size_t>(1, first_word(rest).size())))
    names_index |= first_word(rest) == facts.index;
  if (names_index || head.contains('(') || head.contains('&')) return fail(why_no_start(facts));
  return fmt::format("{} = {}", facts.index, start);
}

// Where the statement begins, by the facts or by the loop's own place.
Result<LineEdit> edit_of_c(const SourceLoops& loops, uint32_t index, const LoopVerdict& verdict,
                           const std::vector<std::string_view>& lines, Directive& directive) {
  const SourceLoop& loop = loops[index];
  const SourceSpot at = loop.facts.begin.line != 0 ? loop.facts.begin : loop.at;
  if (at.line == 0 || at.line > lines.size()) return fail("its line is not in the source: the source has changed");
  const std::string_view line = lines[at.line - 1];
  const size_t column = at.column == 0 ? indent_of(line).size() : at.column - 1;
  if (column > line.size() || !line.substr(column).starts_with("for"))
    return fail("there is no for statement at its place: the source has changed");
  if (directive_before(lines, at.line - 1)) return fail("it has a directive already");
  const auto place = place_of_directive(lines, at.line - 1, column, loop.facts.hints);
  if (!place) return error_of(place);
  if (std::string why = directive_around(loops, index, lines); !why.empty()) return fail(std::move(why));
  if (collapses_directive(loops, index, verdict, lines)) return fail("a loop inside has a directive already");
  const std::string statement = statement_text(lines, loop.facts);
  if (const std::string name = name_for_no_clause(loop.facts, verdict.clauses, statement); !name.empty())
    return fail(fmt::format("no clause can name {} as it is named there", name));
  directive = make_directive(loop, verdict, statement);
  const std::string indent(indent_of(line));
  LineEdit edit{*place, 0, directive_lines(directive, indent, false)};
  if (std::ranges::binary_search(verdict.clauses.lastprivates, loop.facts.index)) {
    auto start = start_of_index(loop.facts, std::string_view(statement).substr(column));
    if (!start) return error_of(start);
    edit.lines.insert(edit.lines.begin(), indent + *start);
  }
  if (column == indent.size() || edit.first + 1 != at.line) return edit;
  std::string_view before = line.substr(0, column);
  before = before.substr(0, before.find_last_not_of(" \t") + 1);
  edit.count = 1;
  edit.lines.insert(edit.lines.begin(), std::string(before));
  edit.lines.push_back(indent + std::string(line.substr(column)));
  return edit;
}

// Each `do concurrent` of the file, with its clauses and without white space, and its line.
std::vector<std::pair<std::string, size_t>> concurrent_heads(const std::vector<std::string_view>& lines) {
  std::vector<std::pair<std::string, size_t>> heads;
  for (size_t line = 0; line < lines.size(); ++line) {
    std::string text = plain_statement(lines[line]);
    const size_t first = line;
    while (text.ends_with('&') && line + 1 < lines.size()) text.back() = ' ', text += plain_statement(lines[++line]);
    std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '&'; });
    if (text.contains("doconcurrent")) heads.emplace_back(std::move(text), first);
  }
  return heads;
}

bool lists_name(std::string_view head, std::string_view clause, std::string_view name) {
  const size_t at = head.find(clause);
  if (at == head.npos) return false;
  const std::string_view behind = head.substr(at + clause.size());
  const auto names = split_list(behind.substr(0, behind.find(')')));
  return std::ranges::find(names, name) != names.end();
}

// flang 22 gives what a clause makes of a variable the name that it has for the same clause of a `do concurrent`, and
// fails: `add_reduction_i32` for each reduction by one operator of one type in a file, `_QFEt_private_i32` for each
// private copy of one variable, also for lastprivate.
std::string clash_with_concurrent(const std::vector<std::string_view>& lines, const Clauses& clauses) {
  auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::binary_search(names, name);
  };
  std::vector<std::string> own = clauses.privates;
  for (const std::string& name : clauses.lastprivates)
    if (!has(clauses.firstprivates, name)) own.push_back(name);
  for (const auto& [head, line] : concurrent_heads(lines)) {
    for (const ReductionClause& clause : clauses.reductions)
      if (head.contains("reduce(" + operator_text(clause.op, true) + ":"))
        return fmt::format("flang 22 has one name for its reduction and that of the do concurrent on line {}",
                           line + 1);
    auto clashes = [&](const std::vector<std::string>& names, std::string_view clause) {
      return std::ranges::find_if(names, [&](const std::string& name) { return lists_name(head, clause, name); });
    };
    auto found = clashes(own, ")local(");
    if (found != own.end() || (found = clashes(clauses.firstprivates, ")local_init(")) != clauses.firstprivates.end())
      return fmt::format("flang 22 has one name for its copies of {} and those of the do concurrent on line {}", *found,
                         line + 1);
  }
  return "";
}

Result<std::vector<LineEdit>> edits_of_fortran(const SourceLoops& loops, uint32_t index, const LoopVerdict& verdict,
                                               const std::vector<std::string_view>& lines, const std::string& path,
                                               Directive& directive) {
  const SourceLoop& loop = loops[index];
  const SourceSpot at = loop.facts.begin.line != 0 ? loop.facts.begin : loop.at;
  if (at.line == 0) return fail("its line is not known");
  const bool fixed = is_fixed_form(path);
  auto found = read_fortran_loop(lines, at.line - 1, fixed);
  if (!found) return error_of(found);
  if (!found->refused.empty()) return fail(found->refused);
  if (directive_before(lines, found->first)) return fail("it has a directive already");
  if (std::string why = directive_around(loops, index, lines); !why.empty()) return fail(std::move(why));
  for (const std::string& name : names_with_copies(verdict.clauses))
    if (may_have_second_name(name, lines))
      return fail(
          fmt::format("{} may be reached by another name as well (target, equivalence), and a private copy not", name));
  if (std::string why = clash_with_concurrent(lines, verdict.clauses); !why.empty()) return fail(std::move(why));
  auto variables = fixed ? std::nullopt : fortran_loop_variables(lines, found->first, found->last);
  directive = make_fortran_directive(loop, verdict, std::move(variables));
  const std::string indent(fixed ? "" : indent_of(lines[found->first]));
  std::vector<std::string> text = directive_lines(directive, indent, true);
  if (fixed && (text.size() > 1 || text[0].size() > kLongestFixedLine))
    return fail("the directive is too long for a line of fixed form");
  if (std::ranges::binary_search(verdict.clauses.lastprivates, found->index)) {
    auto start = start_of_fortran_index(loop.facts, plain_statement(lines[found->first]));
    if (!start) return error_of(start);
    text.insert(text.begin(), std::string(indent_of(lines[found->first])) + *start);
  }
  return std::vector<LineEdit>{{found->first, 0, std::move(text)}, {found->last + 1, 0, {indent + directive.end}}};
}

} // namespace

Result<LoopPatch> make_patch(const SourceLoops& loops, uint32_t index, const LoopVerdict& verdict,
                             const SourceLines& text, const std::string& path) {
  const SourceLoop& loop = loops[index];
  if (std::string why = why_no_directive(loop, verdict); !why.empty()) return fail(std::move(why));
  if (has_changed(loop.facts.text, text)) return fail(changed_text(path));
  const std::vector<std::string_view>& lines = text.lines;
  LoopPatch patch;
  std::vector<LineEdit> edits;
  if (loop.facts.fortran()) {
    auto made = edits_of_fortran(loops, index, verdict, lines, path, patch.directive);
    if (!made) return error_of(made);
    edits = std::move(*made);
  } else {
    auto made = edit_of_c(loops, index, verdict, lines, patch.directive);
    if (!made) return error_of(made);
    edits.push_back(std::move(*made));
    if (verdict.waits())
      if (auto waiting = add_waiting(loops, index, verdict, lines, edits); !waiting) return error_of(waiting);
  }
  keep_line_ends(edits, lines[edits[0].first]);
  patch.diff = unified_diff(path, text, edits);
  patch.edits = std::move(edits);
  return patch;
}

size_t count_directives(const SourceLines& text) {
  return static_cast<size_t>(std::ranges::count_if(text.lines, is_directive));
}

} // namespace unply
