#include "discover/recursion_begin.h"
#include "discover/group_text.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

class RegionWriter {
public:
  RegionWriter(const SourceFunction& caller, const BlockFact& block, const StatementFact& statement,
               const StatementText& text)
      : block_(block), statement_(statement), text_(text), before_(text.indent_at(statement.begin)) {
    const std::vector<StatementFact>& first = caller.facts.blocks.front().statements;
    level_ = text.level_of(caller.facts.begin, first.empty() ? statement.begin : first.front().begin);
    indent_ = block.braces ? before_ : before_ + level_;
  }
  // function: whose calls become calls of its copy; "": they stay.
  Result<Replacement> write(const CallFact& call, const std::string& function);

private:
  void add_region(const std::string& inside) {
    lines_.insert(lines_.end(), {indent_ + "#pragma omp parallel", indent_ + "#pragma omp single"});
    add_lines(lines_, inside, indent_, before_);
  }
  const BlockFact& block_;
  const StatementFact& statement_;
  const StatementText& text_;
  std::string before_, level_, indent_;
  std::vector<std::string> lines_;
};

Result<Replacement> RegionWriter::write(const CallFact& call, const std::string& function) {
  auto text_of = [&](SourceSpot begin, SourceSpot end) {
    std::string text = text_.between(begin, end);
    return function.empty() ? text : with_calls_of_copy(std::move(text), function);
  };
  if (!block_.braces) lines_.push_back(before_ + "{");
  if (statement_.kind == StatementKind::declare && !statement_.type.empty()) {
    lines_.push_back(indent_ + declaration_text(statement_.type, statement_.result));
    add_region(fmt::format("{} = {};", statement_.result, text_of(statement_.value_begin, statement_.value_end)));
  } else if (!statement_.leaves && statement_.names.empty() && statement_.kind != StatementKind::branch) {
    add_region(text_of(statement_.begin, statement_.end));
  } else if (call.always && !call.type.empty() && std::ranges::all_of(call.name, is_word_character)) {
    const std::string name = "result_of_" + call.name;
    lines_.push_back(indent_ + declaration_text(call.type, name));
    add_region(fmt::format("{} = {};", name, text_of(call.begin, call.end)));
    add_lines(lines_, text_.between(statement_.begin, call.begin) + name + text_.between(call.end, statement_.end),
              indent_, before_);
  } else {
    return fail(fmt::format("line {} calls it in a statement that cannot be split", statement_.begin.line));
  }
  if (!block_.braces) lines_.push_back(before_ + "}");
  return Replacement{statement_.begin, statement_.end, std::move(lines_)};
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
        if (!text.has(statement.begin, statement.end) || statement.macro || statement.label)
          return fail(fmt::format("line {} calls it from a macro or behind a label", line));
        if (copy && statement.begin < recursive.facts.end)
          return fail(fmt::format("line {} calls it before its definition", line));
        if (std::ranges::find(regions, statement.begin, &Replacement::begin) != regions.end()) continue;
        auto made = RegionWriter(caller, block, statement, text)
                        .write(*call, copy ? unqualified(recursive.facts.function) : "");
        if (!made) return error_of(made);
        regions.push_back(std::move(*made));
      }
  if (regions.empty()) return fail("it is not known where it is called from: put that call into a parallel region");
  return regions;
}

} // namespace unply
