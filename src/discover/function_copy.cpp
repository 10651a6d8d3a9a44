#include "discover/function_copy.h"
#include "discover/group_text.h"
#include "discover/task_loop_text.h"
#include "discover/text_words.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace unply {

namespace {

// "if (n < 20) return fib(n);"
std::vector<std::string> small_execution(const FunctionFacts& facts, const CutOff& cut_off, const std::string& indent,
                                         const std::string& level) {
  const std::string condition = fmt::format("if ({})", serial_condition_of(cut_off));
  const std::string call = fmt::format("{}({});", unqualified(facts.function), fmt::join(facts.parameters, ", "));
  if (!facts.no_result) return {fmt::format("{}{} return {}", indent, condition, call)};
  return {indent + condition + " {", indent + level + call, indent + level + "return;", indent + "}"};
}

// Lines of the definition: the first and the last word of each must stand alone there.
Result<void> check_lines(const FunctionFacts& facts, const SourceLines& text) {
  const StatementText places(text);
  if (facts.declared.line == 0) return fail("no copy of the function can stand behind it");
  if (!places.has(facts.declared, facts.name_at) || !places.has(facts.begin, facts.end))
    return fail("the function is not at its place: the source has changed");
  if (facts.begin.line == facts.end.line ||
      !is_blank(text.lines[facts.declared.line - 1].substr(0, facts.declared.column - 1)) ||
      !is_blank(text.lines[facts.begin.line - 1].substr(facts.begin.column)) ||
      !is_blank(text.lines[facts.end.line - 1].substr(facts.end.column - 1)))
    return fail("other code is on the function's first or last line");
  if (std::ranges::find(facts.parameters, "") != facts.parameters.end()) return fail("a parameter has no name");
  return {};
}

} // namespace

Result<LineEdit> copy_with_tasks(const SourceLoops& loops, const std::vector<LoopVerdict>& loop_verdicts,
                                 const SourceFunction& function, const CallGain& gain, const CallVerdict& verdict,
                                 const SourceLines& text) {
  const FunctionFacts& facts = function.facts;
  TRY(check_lines(facts, text));
  const StatementText statements(text);
  std::vector<Replacement> groups;
  for (const CallGroup& group : verdict.groups) {
    auto made = group_with_tasks(function, group, gain.cut_off, GroupForm::copy, statements);
    if (!made) return error_of(made);
    groups.push_back(std::move(*made));
  }
  for (const TaskLoop& loop : verdict.loops) {
    auto made = loop_with_tasks(function, loops[loop.loop], loop_verdicts[loop.loop], gain.cut_off, GroupForm::copy,
                                statements);
    if (!made) return error_of(made);
    groups.push_back(std::move(*made));
  }
  auto edits = edits_of(text, std::move(groups));
  if (!edits) return error_of(edits);
  const std::string indent = statements.indent_at(facts.declared);
  const std::string level = statements.level_of(facts.declared, facts.blocks.front().statements.front().begin);
  LineEdit copy{facts.end.line, 0, {""}};
  auto edit = edits->begin();
  for (size_t line = facts.declared.line - 1; line < facts.end.line; ++line) {
    if (edit != edits->end() && edit->first == line) {
      copy.lines.insert(copy.lines.end(), edit->lines.begin(), edit->lines.end());
      line += edit->count - 1;
      ++edit;
      continue;
    }
    std::string copied(text.lines[line]);
    if (line + 1 == facts.name_at.line)
      copied.insert(facts.name_at.column - 1 + unqualified(facts.function).size(), kTasksSuffix);
    copy.lines.push_back(std::move(copied));
    if (line + 1 == facts.begin.line)
      for (const std::string& first : small_execution(facts, gain.cut_off, indent + level, level))
        copy.lines.push_back(first);
  }
  if (facts.end.line < text.lines.size() && !is_blank(text.lines[facts.end.line])) copy.lines.push_back("");
  return copy;
}

} // namespace unply
