// One iteration is one task: each has copies of its own, so no clause needs the iterations of a thread in order. The
// loop waits for all of them, as a task group does.
#include "discover/task_loop_text.h"
#include "discover/clause_names.h"
#include "discover/directive.h"
#include "discover/directive_place.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

Directive task_directive(const SourceLoop& loop, LoopVerdict verdict, std::string_view statement) {
  verdict.clauses.in_order = false;
  Directive directive = make_directive(loop, verdict, statement);
  directive.head = "#pragma omp taskloop grainsize(1)";
  return directive;
}

// The text of the loop, with calls of the function that call its copy; "" without such a call.
std::string with_copies(const FunctionFacts& facts, const LoopFacts& loop, const StatementText& text) {
  std::vector<SourceSpot> calls;
  for (const BlockFact& block : facts.blocks)
    for (const StatementFact& statement : block.statements)
      for (const CallFact& call : statement.calls)
        if (call.callee == facts.function && loop.begin <= call.at && call.at < loop.end) calls.push_back(call.at);
  std::ranges::sort(calls, std::ranges::greater());
  std::string statement = text.between(loop.begin, loop.end);
  bool any = false;
  for (SourceSpot at : calls) { // from the last one on, so that places before it stay right
    const size_t begin = text.between(loop.begin, at).size();
    const size_t end = statement.find('(', begin);
    if (end == std::string::npos) continue;
    const std::string name = statement.substr(begin, end + 1 - begin);
    const std::string of_copy = with_calls_of_copy(name, unqualified(facts.function));
    any |= of_copy != name;
    statement.replace(begin, name.size(), of_copy);
  }
  return any ? statement : "";
}

} // namespace

Result<Replacement> loop_with_tasks(const SourceFunction& function, const SourceLoop& loop, const LoopVerdict& verdict,
                                    const CutOff& cut_off, GroupForm form, const StatementText& text) {
  const FunctionFacts& facts = function.facts;
  const SourceSpot begin = loop.facts.begin, end = loop.facts.end;
  if (!text.has(begin, end) || !text.between(begin, end).starts_with("for"))
    return fail("there is no for statement at its place: the source has changed");
  const auto place =
      place_of_directive(text.source().lines, begin.line - size_t{1}, begin.column - size_t{1}, loop.facts.hints);
  if (!place) return error_of(place);
  if (*place + 1 != begin.line) return fail(fmt::format("a pragma for the loop stands before line {}", begin.line));
  const std::string statement = text.between(begin, end);
  if (const std::string name = name_for_no_clause(loop.facts, verdict.clauses, statement); !name.empty())
    return fail(fmt::format("no clause can name {} as it is named there", name));
  const std::string with_tasks = form == GroupForm::copy ? with_copies(facts, loop.facts, text) : statement;
  if (with_tasks.empty()) return fail(fmt::format("line {} does not call the function by its name", begin.line));
  const std::string before = text.indent_at(begin);
  const bool condition = form == GroupForm::in_place && cut_off.needed;
  const std::string level = condition ? text.level_of(facts.begin, facts.blocks.front().statements.front().begin) : "";
  Replacement made{begin, end, {}};
  if (condition) made.lines.push_back(fmt::format("{}if ({}) {{", before, condition_of(cut_off)));
  for (std::string& line : directive_lines(task_directive(loop, verdict, statement), before + level, false))
    made.lines.push_back(std::move(line));
  add_lines(made.lines, with_tasks, before + level, before);
  if (condition) {
    made.lines.push_back(before + "} else {");
    add_lines(made.lines, statement, before + level, before);
    made.lines.push_back(before + "}");
  }
  return made;
}

} // namespace unply
