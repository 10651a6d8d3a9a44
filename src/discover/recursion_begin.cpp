#include "discover/recursion_begin.h"
#include "discover/group_text.h"
#include "discover/recorded_text.h"
#include "discover/text_words.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

struct Indents {
  std::string before, inside; // of the statement as it is, and as it will be
};

Indents indents_of(const SourceFunction& caller, const BlockFact& block, const StatementFact& statement,
                   const StatementText& text) {
  const std::vector<StatementFact>& first = caller.facts.blocks.front().statements;
  const std::string before = text.indent_at(statement.begin);
  if (block.braces) return {before, before};
  return {before, before + text.level_of(caller.facts.begin, first.empty() ? statement.begin : first.front().begin)};
}

void add_region(std::vector<std::string>& lines, const std::string& inside, const Indents& indents) {
  lines.insert(lines.end(), {indents.inside + "#pragma omp parallel", indents.inside + "#pragma omp single"});
  add_lines(lines, inside, indents.inside, indents.before);
}

// function: whose calls become calls of its copy; "": they stay.
Result<Replacement> with_region(const BlockFact& block, const StatementFact& statement, const CallFact& call,
                                const std::string& function, const Indents& indents, const StatementText& text) {
  auto text_of = [&](SourceSpot begin, SourceSpot end) {
    std::string found = text.between(begin, end);
    return function.empty() ? found : with_calls_of_copy(std::move(found), function);
  };
  std::vector<std::string> lines;
  if (!block.braces) lines.push_back(indents.before + "{");
  if (statement.kind == StatementKind::declare && !statement.type.empty()) {
    lines.push_back(indents.inside + declaration_text(statement.type, statement.result));
    add_region(lines, fmt::format("{} = {};", statement.result, text_of(statement.value_begin, statement.value_end)),
               indents);
  } else if (!statement.leaves && statement.names.empty() && statement.kind != StatementKind::branch) {
    add_region(lines, text_of(statement.begin, statement.end), indents);
  } else if (call.always && !call.type.empty() && std::ranges::all_of(call.name, is_name_character)) {
    const std::string name = "result_of_" + call.name;
    lines.push_back(indents.inside + declaration_text(call.type, name));
    add_region(lines, fmt::format("{} = {};", name, text_of(call.begin, call.end)), indents);
    add_lines(lines, text.between(statement.begin, call.begin) + name + text.between(call.end, statement.end),
              indents.inside, indents.before);
  } else {
    return fail(fmt::format("line {} calls it in a statement that cannot be split", statement.begin.line));
  }
  if (!block.braces) lines.push_back(indents.before + "}");
  return Replacement{statement.begin, statement.end, std::move(lines)};
}

bool begins_recursion(const SourceFunction& caller, const CallFact& call, const SourceFunction& recursive) {
  if (call.callee != recursive.facts.function || caller.facts.function == recursive.facts.function) return false;
  const auto part = std::ranges::find(caller.facts.parts, call.at, &PartFact::at);
  return part == caller.facts.parts.end() || !part->recursive;
}

} // namespace

Result<std::vector<Replacement>> regions_of_recursion(const Trace& trace, const std::vector<SourceFunction>& functions,
                                                      const SourceFunction& recursive, bool copy,
                                                      const StatementText& text) {
  std::vector<Replacement> regions;
  for (const SourceFunction& caller : functions)
    for (const BlockFact& block : caller.facts.blocks)
      for (const StatementFact& statement : block.statements) {
        const auto call = std::ranges::find_if(
            statement.calls, [&](const CallFact& fact) { return begins_recursion(caller, fact, recursive); });
        if (call == statement.calls.end()) continue;
        const uint32_t line = statement.begin.line;
        if (caller.file != recursive.file)
          return fail(fmt::format("it is called from {}:{}, in another file: put that call into a parallel region, of "
                                  "which one thread executes it",
                                  trace.text(caller.file), line));
        if (has_changed(caller.facts.text, text.source()))
          return fail(changed_text(std::string(trace.text(caller.file))));
        if (!text.has(statement.begin, statement.end) || statement.macro || statement.label)
          return fail(fmt::format("line {} calls it from a macro or behind a label", line));
        if (std::string why = why_no_task(statement, text); !why.empty()) return fail(std::move(why));
        if (copy && statement.begin < recursive.facts.end)
          return fail(fmt::format("line {} calls it before its definition", line));
        if (std::ranges::find(regions, statement.begin, &Replacement::begin) != regions.end()) continue;
        auto made = with_region(block, statement, *call, copy ? unqualified(recursive.facts.function) : "",
                                indents_of(caller, block, statement, text), text);
        if (!made) return error_of(made);
        regions.push_back(std::move(*made));
      }
  if (regions.empty()) return fail("it is not known where it is called from: put that call into a parallel region");
  return regions;
}

} // namespace unply
