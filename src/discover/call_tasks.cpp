// A group grows statement by statement until something needs what one of its calls did: there all of them are waited
// for, and the next group may begin.
#include "discover/call_tasks.h"
#include "base/readable_name.h"
#include "discover/call_items.h"
#include "discover/check_verdicts.h"
#include "discover/clause_names.h"
#include "discover/known_calls.h"
#include "discover/thread_locals.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

class GroupFinder {
public:
  GroupFinder(const Trace& trace, const SourceFunction& function, uint32_t block, CallVerdict& verdict)
      : items_(trace, function, block), block_(block), facts_(function.facts.blocks[block]), verdict_(verdict) {}
  void run() {
    for (size_t first = 0; first < items_.all().size();) {
      if (!items_.all()[first].task) {
        ++first;
        continue;
      }
      first = std::max(find_group(first), first + 1);
    }
  }

private:
  size_t find_group(size_t first);
  std::pair<std::string, size_t> obstacle(const std::vector<size_t>& calls, const std::vector<size_t>& left,
                                          size_t item) const;
  bool ends_group(size_t item) const;
  void add_group(const std::vector<size_t>& calls, size_t end, const std::string& reason);
  CallItems items_;
  uint32_t block_;
  const BlockFact& facts_;
  CallVerdict& verdict_;
};

// Statements that cannot be executed while tasks of the block run, or that cannot be moved into a block of their own.
bool GroupFinder::ends_group(size_t number) const {
  const CallItem& item = items_.all()[number];
  const StatementFact& statement = items_.statement(number);
  if (statement.label) return true;
  return !item.call && (statement.leaves || !statement.names.empty() || statement.macro);
}

// Why the item cannot be in a group of these calls, and the item that it has to wait for; "": it can.
std::pair<std::string, size_t> GroupFinder::obstacle(const std::vector<size_t>& calls, const std::vector<size_t>& left,
                                                     size_t item) const {
  for (const std::vector<size_t>* earlier : {&calls, &left})
    for (size_t other : *earlier)
      if (const std::string& reason = items_.reason(other, item); !reason.empty()) return {reason, other};
  return {};
}

// What is left of a statement once its calls are made, in `left`, moves behind the calls that follow.
size_t GroupFinder::find_group(size_t first) {
  const std::vector<CallItem>& items = items_.all();
  std::vector<size_t> calls{first}, left;
  size_t at = first + 1;
  std::string reason;
  for (; at < items.size(); ++at) {
    const bool is_left = !items[at].call && items[at - 1].hoisted && items[at - 1].statement == items[at].statement;
    if (is_left && !items_.statement(at).leaves) {
      left.push_back(at);
      continue;
    }
    const auto [why, other] = obstacle(calls, left, at);
    reason = why;
    if (!reason.empty() && items[at].task && calls.size() == 1)
      verdict_.blockers.push_back({items_.statement(other).begin, items_.statement(at).begin, reason});
    if (!reason.empty() || ends_group(at) || (!items[at].task && !left.empty())) break;
    if (items[at].task) calls.push_back(at);
  }
  if (calls.size() > 1) add_group(calls, at, reason);
  return calls.size() > 1 ? calls.back() + 1 : at;
}

void GroupFinder::add_group(const std::vector<size_t>& calls, size_t end, const std::string& reason) {
  const std::vector<CallItem>& items = items_.all();
  CallGroup group{.block = block_,
                  .first = items[calls.front()].statement,
                  .last = items[calls.back()].statement,
                  .calls = {},
                  .join = end < items.size() ? items_.statement(end).begin : facts_.end,
                  .join_reason = reason};
  for (size_t call : calls)
    group.calls.push_back({items[call].statement, *items[call].call, items[call].part, items[call].hoisted});
  verdict_.groups.push_back(std::move(group));
}

} // namespace

std::string order_text(const CallBlocker& blocker) {
  if (blocker.from == blocker.to) return fmt::format("line {}: {}", blocker.from.line, blocker.what);
  return fmt::format("line {} has to be done before line {}: {}", blocker.from.line, blocker.to.line, blocker.what);
}

// The group keeps the loop's statement as it is.
static bool is_in_group(const SourceFunction& function, const CallVerdict& verdict, const TaskLoop& loop) {
  const SourceSpot at = function.facts.parts[loop.part / 2].at;
  return std::ranges::any_of(verdict.groups, [&](const CallGroup& group) {
    const std::vector<StatementFact>& statements = function.facts.blocks[group.block].statements;
    return statements[group.first].begin <= at && at < statements[group.last].end;
  });
}

static bool was_left_by_exception(const SourceFunction& function) {
  return std::ranges::find(function.unseen, kThrownOut) != function.unseen.end();
}

// An exception must not leave a task, nor a value stay in another thread. Which of the calls is concerned is not known.
static void refuse_tasks(const SourceFunction& function, CallVerdict& verdict, const std::string& why) {
  for (const CallGroup& group : verdict.groups) {
    const std::vector<StatementFact>& statements = function.facts.blocks[group.block].statements;
    verdict.blockers.push_back({statements[group.first].begin, statements[group.last].begin, why});
  }
  verdict.groups.clear();
  verdict.loops.clear();
}

// Of a recursive function without tasks in which nothing was found between two calls: what each of its calls lacks.
static void explain_order(const SourceFunction& function, CallVerdict& verdict) {
  const FunctionFacts& facts = function.facts;
  std::vector<CallBlocker> alone;
  for (const BlockFact& block : facts.blocks)
    for (const StatementFact& statement : block.statements)
      for (const CallFact& call : statement.calls) {
        const auto part = executed_part(function, call);
        if (!part || !facts.parts[*part / 2].recursive) continue;
        if (std::string why = why_in_order(statement, call); !why.empty())
          verdict.blockers.push_back({call.begin, call.begin, std::move(why)});
        else
          alone.push_back({call.begin, call.begin, "no other call that can be a task is in its block of statements"});
      }
  if (verdict.blockers.empty() && alone.size() > 1) verdict.blockers = std::move(alone);
}

static CallVerdict judge_calls(const SourceLoops& loops, const std::vector<LoopVerdict>& loop_verdicts,
                               const SourceFunction& function) {
  CallVerdict verdict;
  for (uint32_t block = 0; block < function.facts.blocks.size(); ++block)
    if (!function.facts.blocks[block].in_loop) GroupFinder(loops.trace(), function, block, verdict).run();
  for (const TaskLoop& loop : task_loops(loops, loop_verdicts, function))
    if (!is_in_group(function, verdict, loop)) verdict.loops.push_back(loop);
  if (was_left_by_exception(function))
    refuse_tasks(function, verdict, "an exception or a longjmp left a call, and none may leave a task");
  if (const std::string why = why_in_one_thread(loops, function); !why.empty()) refuse_tasks(function, verdict, why);
  if (!verdict.tasks() && verdict.blockers.empty()) explain_order(function, verdict);
  if (!verdict.tasks()) return verdict;
  for (const std::string& name : function.unseen)
    if (effect_of_call(name) != CallEffect::none && !thread_local_use(name))
      verdict.unseen.push_back(readable_name(name));
  return verdict;
}

std::vector<CallVerdict> judge_all_calls(const SourceLoops& loops, const std::vector<LoopVerdict>& loop_verdicts,
                                         const std::vector<SourceFunction>& functions) {
  std::vector<CallVerdict> verdicts;
  for (const SourceFunction& function : functions) verdicts.push_back(judge_calls(loops, loop_verdicts, function));
  return verdicts;
}

static Result<void> check_group(const Trace& trace, const SourceFunction& function, const CallGroup& group) {
  auto is_in = [&](uint32_t part) {
    return std::ranges::find(group.calls, part, &TaskCall::part) != group.calls.end();
  };
  for (const PartDependence& row : function.dependences)
    if (is_in(row.part_from) && is_in(row.part_to))
      return fail(fmt::format("internal error: calls of {}() on line {} are said to be independent, but there is {}",
                              trace.text(function.function), group.join.line,
                              part_dependence_text(trace, function, row)),
                  "please report this with the recording");
  return {};
}

// Executions inside of the loop use the same static variables, not the copies of a clause.
static Result<void> check_clauses(const Trace& trace, const SourceLoop& loop, const Clauses& clauses) {
  for (const std::string& name : names_with_copies(clauses))
    if (const FactVariable* variable = loop.facts.find(name);
        variable && (variable->scope == Scope::global || variable->scope == Scope::statics))
      return fail(
          fmt::format("internal error: iterations of the loop at {}:{} are to be tasks with copies of {}, which "
                      "calls in them use as well",
                      trace.text(loop.file), loop.at.line, name),
          "please report this with the recording");
  return {};
}

Result<void> check_call_tasks(const SourceLoops& loops, const std::vector<LoopVerdict>& loop_verdicts,
                              const std::vector<SourceFunction>& functions, const std::vector<CallVerdict>& verdicts) {
  for (size_t f = 0; f < functions.size(); ++f) {
    if (verdicts[f].tasks() && was_left_by_exception(functions[f]))
      return fail(fmt::format("internal error: calls of {}() are to be tasks, and an exception left one",
                              loops.trace().text(functions[f].function)),
                  "please report this with the recording");
    for (const CallGroup& group : verdicts[f].groups) TRY(check_group(loops.trace(), functions[f], group));
    for (const TaskLoop& loop : verdicts[f].loops) {
      TRY(check_parallel(loops.trace(), loops, loop.loop, loop_verdicts[loop.loop]));
      TRY(check_clauses(loops.trace(), loops[loop.loop], loop_verdicts[loop.loop].clauses));
    }
  }
  return {};
}

} // namespace unply
