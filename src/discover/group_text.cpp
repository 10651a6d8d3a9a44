#include "discover/group_text.h"
#include "discover/directive.h"
#include "discover/text_words.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace unply {

std::string declaration_text(const std::string& type, const std::string& name) {
  return fmt::format("{}{}{};", type, type.ends_with('*') ? "" : " ", name);
}

std::string unqualified(const std::string& name) {
  const size_t colon = name.rfind(':');
  return colon == std::string::npos ? name : name.substr(colon + 1);
}

// Where the word is, from `from` on; npos: nowhere.
static size_t find_word(std::string_view text, std::string_view word, size_t from = 0) {
  for (size_t at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_name_character(text[at - 1])) && (end == text.size() || !is_name_character(text[end])))
      return at;
  }
  return std::string_view::npos;
}

std::string why_no_task(const StatementFact& statement, const StatementText& text) {
  if (find_word(text.between(statement.begin, statement.end), "errno") != std::string::npos)
    return "errno is another variable for each thread";
  for (const FactVariable& variable : statement.variables) {
    if (variable.thread_local_)
      return fmt::format("{} is another variable for each thread (thread_local): copy it to a local one",
                         variable.name);
    if (variable.binding)
      return fmt::format("{} is a structured binding, which clang 22 does not take into a task", variable.name);
  }
  return "";
}

std::string with_calls_of_copy(std::string text, const std::string& function) {
  for (size_t at = find_word(text, function); at != std::string::npos; at = find_word(text, function, at + 1)) {
    const size_t end = at + function.size(), next = text.find_first_not_of(" \t\n", end);
    if (next != std::string::npos && text[next] == '(') text.insert(end, kTasksSuffix);
  }
  return text;
}

namespace {

constexpr size_t kLongestPragma = 100;

// What a task sees of the variables that its statement names; text: of the statement or the call. Without
// default(none) variables of a longer life are shared, which are those that no clause may be able to name.
struct TaskClauses {
  std::vector<std::string> copies, shared;
  bool all = true; // that it names

  TaskClauses(const StatementFact& statement, std::string_view text, const std::string& result) {
    const auto changed = std::ranges::find(statement.variables, result, &FactVariable::name);
    if (changed != statement.variables.end() && !can_be_listed(*changed, text))
      all = false;
    else if (!result.empty())
      shared.push_back(result);
    for (const FactVariable& variable : statement.variables) {
      const bool named = variable.macro || find_word(text, variable.name) != std::string_view::npos;
      if (variable.scope == Scope::member || variable.scope == Scope::this_object || variable.name == result || !named)
        continue;
      if (!can_be_listed(variable, text)) {
        all = false;
        continue;
      }
      const bool own = variable.scope == Scope::local || variable.scope == Scope::parameter;
      const bool value = variable.shape == VariableShape::scalar || variable.shape == VariableShape::pointer;
      add(own && value && !variable.address && !variable.written ? copies : shared, variable.name);
    }
  }
  static void add(std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  void add_pragma(std::vector<std::string>& lines, const std::string& indent) const {
    std::string line = indent + "#pragma omp task" + (all ? " default(none)" : "");
    auto add_clause = [&](const std::string& clause) {
      if (line.size() + 1 + clause.size() > kLongestPragma) {
        lines.push_back(line + " \\");
        line = indent + "   ";
      }
      line += " " + clause;
    };
    if (!copies.empty()) add_clause(fmt::format("firstprivate({})", fmt::join(copies, ", ")));
    if (!shared.empty()) add_clause(fmt::format("shared({})", fmt::join(shared, ", ")));
    lines.push_back(std::move(line));
  }
};

class GroupWriter {
public:
  GroupWriter(const SourceFunction& function, const CallGroup& group, const CutOff& cut_off, GroupForm form,
              const StatementText& text)
      : facts_(function.facts), block_(facts_.blocks[group.block]), group_(group), cut_off_(cut_off), form_(form),
        text_(text) {
    begin_ = block_.statements[group.first].begin;
    end_ = block_.statements[group.last].end;
    before_ = text.indent_at(begin_);
    const BlockFact& body = facts_.blocks.front();
    level_ = text.level_of(facts_.begin, body.statements.empty() ? begin_ : body.statements.front().begin);
  }
  Result<Replacement> write();

private:
  const StatementFact& statement_of(const TaskCall& call) const { return call.call.statement_in(facts_); }
  const CallFact& fact_of(const TaskCall& call) const { return call.call.call_in(facts_); }
  std::string variable_of(const TaskCall& call) const;
  bool is_conditional(const TaskCall& call) const { return call.hoisted && call.call.block != group_.block; }
  std::string flag_of(const TaskCall& call) const { return "has_" + variable_of(call); }
  std::string text_of(const TaskCall& call) const;
  std::string rest_of(uint32_t statement) const;
  std::string rest_of_branch(const TaskCall& call) const;
  std::string guard_of(const TaskCall& call) const;
  void add_call(std::vector<std::string>& lines, const TaskCall& call, const std::string& indent, bool task) const;
  void add_branch(std::vector<std::string>& lines, const TaskCall& call, const std::string& indent, bool task) const;
  void add_statements(std::vector<std::string>& lines, const std::string& indent, bool tasks) const;
  void add_in_block(std::vector<std::string>& lines, const std::string& head, bool tasks) const;
  const FunctionFacts& facts_;
  const BlockFact& block_;
  const CallGroup& group_;
  const CutOff& cut_off_;
  GroupForm form_;
  const StatementText& text_;
  SourceSpot begin_, end_;
  std::string before_, indent_, level_;
};

// Of a call that is not all of its statement: "fib_1".
std::string GroupWriter::variable_of(const TaskCall& call) const {
  std::string name = fact_of(call).name;
  while (!name.empty() && !is_name_character(name.back())) name.pop_back();
  size_t begin = name.size();
  while (begin > 0 && is_name_character(name[begin - 1])) --begin;
  name.erase(0, begin);
  auto is_taken = [&](const std::string& candidate) {
    return std::ranges::any_of(block_.statements, [&](const StatementFact& statement) {
      return std::ranges::find(statement.variables, candidate, &FactVariable::name) != statement.variables.end() ||
             std::ranges::find(statement.names, candidate) != statement.names.end();
    });
  };
  size_t number = 1;
  for (const TaskCall& other : group_.calls) {
    if (&other == &call) break;
    number += other.hoisted;
  }
  std::string variable = fmt::format("{}_{}", name, number);
  while (is_taken(variable) || is_taken("has_" + variable)) variable += "_";
  return variable;
}

std::string GroupWriter::text_of(const TaskCall& call) const {
  const StatementFact& statement = statement_of(call);
  std::string text = text_.between(statement.begin, statement.end);
  if (call.hoisted)
    text = fmt::format("{} = {};", variable_of(call), text_.between(fact_of(call).begin, fact_of(call).end));
  else if (statement.kind == StatementKind::declare)
    text = fmt::format("{} = {};", statement.result, text_.between(statement.value_begin, statement.value_end));
  const bool of_itself = form_ == GroupForm::copy && fact_of(call).callee == facts_.function;
  return of_itself ? with_calls_of_copy(std::move(text), unqualified(facts_.function)) : text;
}

// The statement with variables in place of its calls; "" if it has none to replace.
std::string GroupWriter::rest_of(uint32_t number) const {
  const StatementFact& statement = block_.statements[number];
  std::string rest;
  SourceSpot at = statement.begin;
  for (const TaskCall& call : group_.calls) {
    if (!call.hoisted || call.statement != number) continue;
    if (is_conditional(call)) return rest_of_branch(call);
    rest += text_.between(at, fact_of(call).begin) + variable_of(call);
    at = fact_of(call).end;
  }
  return rest.empty() ? rest : rest + text_.between(at, statement.end);
}

// What of a branch follows its call: where its test was true, which must not be made twice.
std::string GroupWriter::rest_of_branch(const TaskCall& call) const {
  const StatementFact& inner = statement_of(call);
  return fmt::format("if ({}) {}{}{}", flag_of(call), text_.between(inner.begin, fact_of(call).begin),
                     variable_of(call), text_.between(fact_of(call).end, inner.end));
}

// The condition on which the call is made: "if (!(n < 2)) "; "" if it is made always.
std::string GroupWriter::guard_of(const TaskCall& call) const {
  const CallFact& fact = fact_of(call);
  if (!call.hoisted || fact.guard_begin.line == 0) return "";
  const std::string test = text_.between(fact.guard_begin, fact.guard_end);
  return fact.unless ? fmt::format("if (!({})) ", test) : fmt::format("if ({}) ", test);
}

void GroupWriter::add_call(std::vector<std::string>& lines, const TaskCall& call, const std::string& indent,
                           bool task) const {
  const std::string text = text_of(call);
  const std::string result = call.hoisted ? variable_of(call) : statement_of(call).result;
  if (task) TaskClauses(statement_of(call), text, result).add_pragma(lines, indent);
  add_lines(lines, text, indent, before_);
}

// The branch around the call is tested before the task is made.
void GroupWriter::add_branch(std::vector<std::string>& lines, const TaskCall& call, const std::string& indent,
                             bool task) const {
  const StatementFact &branch = block_.statements[call.statement], &inner = statement_of(call);
  const std::string head = text_.between(branch.begin, inner.begin), tail = text_.between(inner.end, branch.end);
  const std::string_view test = without_blanks_behind(head);
  const bool opens = call.hoisted && !facts_.blocks[call.call.block].braces;
  const bool comment = test.contains("//");
  add_lines(lines, std::string(test) + (opens ? comment ? "\n{" : " {" : ""), indent, before_);
  if (call.hoisted) lines.push_back(indent + level_ + flag_of(call) + " = 1;");
  add_call(lines, call, indent + level_, task);
  if (opens) lines.push_back(indent + "}");
  if (const std::string rest(without_blanks_before(tail)); !rest.empty()) add_lines(lines, rest, indent, before_);
}

void GroupWriter::add_statements(std::vector<std::string>& lines, const std::string& indent, bool tasks) const {
  std::string guard; // of the block that is open
  auto change_guard = [&](const std::string& next) {
    if (next == guard) return;
    if (!guard.empty()) lines.push_back(indent + "}");
    if (!next.empty()) lines.push_back(indent + next + "{");
    guard = next;
  };
  for (uint32_t number = group_.first; number <= group_.last; ++number) {
    const StatementFact& statement = block_.statements[number];
    bool is_call = false;
    for (const TaskCall& call : group_.calls) {
      if (call.statement != number) continue;
      is_call = true;
      change_guard(guard_of(call));
      const bool task = tasks && &call != &group_.calls.back();
      if (call.call.block != group_.block)
        add_branch(lines, call, indent, task);
      else
        add_call(lines, call, guard.empty() ? indent : indent + level_, task);
    }
    if (is_call) continue;
    change_guard("");
    add_lines(lines, text_.between(statement.begin, statement.end), indent, before_);
  }
  change_guard("");
}

void GroupWriter::add_in_block(std::vector<std::string>& lines, const std::string& head, bool tasks) const {
  lines.push_back(indent_ + head + "{");
  add_statements(lines, indent_ + level_, tasks);
  if (tasks && form_ != GroupForm::region) lines.push_back(indent_ + level_ + "#pragma omp taskwait");
}

Result<Replacement> GroupWriter::write() {
  for (uint32_t number = group_.first; number <= group_.last; ++number)
    if (const StatementFact& statement = block_.statements[number]; !text_.has(statement.begin, statement.end))
      return fail("the statements are not at their places: the source has changed");
  for (uint32_t number = group_.first; number <= group_.last; ++number)
    if (std::string why = why_no_task(block_.statements[number], text_); !why.empty()) return fail(std::move(why));
  std::vector<std::string> lines;
  indent_ = before_;
  const std::string ahead = text_.between({begin_.line, 1}, begin_);
  if (without_blanks_behind(ahead).ends_with('{')) indent_ += level_; // of a block that is on one line
  if (!block_.braces) {
    lines.push_back(before_ + "{");
    indent_ += level_;
  }
  for (const TaskCall& call : group_.calls)
    if (call.hoisted) {
      lines.push_back(indent_ + declaration_text(fact_of(call).type, variable_of(call)));
      if (is_conditional(call)) lines.push_back(fmt::format("{}int {} = 0;", indent_, flag_of(call)));
    } else if (statement_of(call).kind == StatementKind::declare) {
      lines.push_back(indent_ + declaration_text(statement_of(call).type, statement_of(call).result));
    }
  if (form_ == GroupForm::region) {
    lines.insert(lines.end(), {indent_ + "#pragma omp parallel", indent_ + "#pragma omp single"});
    add_in_block(lines, "", true);
    lines.push_back(indent_ + "}");
  } else if (form_ == GroupForm::in_place && cut_off_.needed) {
    add_in_block(lines, fmt::format("if ({}) ", condition_of(cut_off_)), true);
    lines.push_back(indent_ + "} else {");
    add_statements(lines, indent_ + level_, false);
    lines.push_back(indent_ + "}");
  } else {
    add_statements(lines, indent_, true);
    lines.push_back(indent_ + "#pragma omp taskwait");
  }
  for (uint32_t number = group_.first; number <= group_.last; ++number)
    if (const std::string rest = rest_of(number); !rest.empty()) add_lines(lines, rest, indent_, before_);
  if (!block_.braces) lines.push_back(before_ + "}");
  return Replacement{begin_, end_, std::move(lines)};
}

} // namespace

Result<Replacement> group_with_tasks(const SourceFunction& function, const CallGroup& group, const CutOff& cut_off,
                                     GroupForm form, const StatementText& text) {
  return GroupWriter(function, group, cut_off, form, text).write();
}

} // namespace unply
