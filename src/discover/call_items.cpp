#include "discover/call_items.h"
#include "discover/verdict.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

bool contains(SourceSpot begin, SourceSpot end, SourceSpot at) { return begin <= at && at < end; }

// The task gets a copy of its own when it is made: later changes are not seen in it.
bool is_copied(const FactVariable& variable) {
  return (variable.shape == VariableShape::scalar || variable.shape == VariableShape::pointer) && !variable.address &&
         (variable.scope == Scope::local || variable.scope == Scope::parameter);
}

const FactVariable* named_in(const StatementFact& statement, std::string_view name) {
  const auto at = std::ranges::find(statement.variables, name, &FactVariable::name);
  return at == statement.variables.end() ? nullptr : &*at;
}

uint64_t count_of(const SourceFunction& function, uint32_t part) {
  const auto at = function.calls.find(part);
  return at == function.calls.end() ? 0 : at->second.count;
}

} // namespace

std::string part_dependence_text(const Trace& trace, const SourceFunction& function, const PartDependence& row) {
  return dependence_words(trace, function.file, row.kind, row.site_from, row.site_to);
}

CallItems::CallItems(const Trace& trace, const SourceFunction& function, uint32_t block)
    : trace_(trace), function_(function), index_(block), block_(function.facts.blocks[block]) {
  for (uint32_t statement = 0; statement < block_.statements.size(); ++statement) add_statement(statement);
  reasons_.resize(items_.size() * items_.size());
  find_needs_of_names();
  find_needs_of_memory();
}

// A task must have no effects beside the call's, apart from its result.
static std::string changed_beside(const StatementFact& statement, const CallFact& call, bool hoisted) {
  for (const FactVariable& variable : statement.variables) {
    if (!variable.written || variable.name == statement.result) continue;
    if (hoisted ? call.may_name(variable.name) : statement.kind != StatementKind::assign || !statement.result.empty())
      return fmt::format("its statement also changes {}", variable.name);
  }
  return "";
}

static bool is_whole(const StatementFact& statement, const CallFact& call) {
  return call.whole && (statement.kind == StatementKind::call || statement.kind == StatementKind::assign ||
                        (statement.kind == StatementKind::declare && !statement.type.empty()));
}

std::string why_in_order(const StatementFact& statement, const CallFact& call) {
  if (statement.macro) return "a macro makes the call, or a part of its statement";
  if (statement.label) return "a label stands before its statement";
  const bool whole = is_whole(statement, call);
  if (!whole && !call.always && call.guard_begin.line == 0)
    return "whether it is made is known only in the middle of its statement: make it a statement of its own";
  if (!whole && call.type.empty()) return "no variable declared before can keep its value";
  return changed_beside(statement, call, !whole);
}

std::optional<uint32_t> executed_part(const SourceFunction& function, const CallFact& call) {
  const std::vector<PartFact>& parts = function.facts.parts;
  const auto part = std::ranges::find(parts, call.at, &PartFact::at);
  if (part == parts.end()) return {};
  const auto number = static_cast<uint32_t>(2 * (part - parts.begin()) + 1);
  return count_of(function, number) == 0 ? std::nullopt : std::optional(number);
}

void CallItems::add_statement(uint32_t number) {
  if (add_branch(number)) return;
  const StatementFact& statement = block_.statements[number];
  std::vector<CallItem> calls;
  bool all_first = true; // each can be made before the rest of the statement
  for (uint32_t call = 0; call < statement.calls.size(); ++call) {
    const CallFact& fact = statement.calls[call];
    const auto part = executed_part(function_, fact);
    if (!part) continue;
    const bool whole = is_whole(statement, fact);
    const CallPlace place{index_, number, call};
    calls.push_back({number, place, *part, !whole, why_in_order(statement, fact).empty()});
    const bool known = fact.always || fact.guard_begin.line != 0;
    all_first &=
        whole || (known && !fact.type.empty() && fact.same_guard(calls.front().call->call_in(function_.facts)));
  }
  if (all_first) items_.insert(items_.end(), calls.begin(), calls.end());
  if (!all_first || calls.empty() || calls[0].hoisted) items_.push_back({.statement = number, .call = {}});
}

// `if (p->left) n = count(p->left);`: its call can be a task, and the test is made before. Of `if (p->left) n += ...`
// the rest is executed behind all tasks, if the test was true.
bool CallItems::add_branch(uint32_t number) {
  const StatementFact& branch = block_.statements[number];
  if (branch.kind != StatementKind::branch || !branch.no_else || branch.macro || branch.label || !branch.calls.empty())
    return false;
  const std::vector<BlockFact>& blocks = function_.facts.blocks;
  for (uint32_t b = index_ + 1; b < blocks.size(); ++b) {
    if (blocks[b].around != index_ || blocks[b].statement != number) continue;
    if (blocks[b].statements.size() != 1 || blocks[b].statements[0].calls.size() != 1) return false;
    const StatementFact& inner = blocks[b].statements[0];
    const CallFact& call = inner.calls[0];
    const bool simple = inner.kind == StatementKind::call || inner.kind == StatementKind::assign;
    const bool whole = simple && call.whole;
    const bool plain = inner.names.empty() && inner.kind != StatementKind::branch && call.always;
    const auto part = executed_part(function_, call);
    if (inner.leaves || !part || !(whole || (plain && branch.tests))) return false;
    items_.push_back({number, CallPlace{b, 0, 0}, *part, !whole, why_in_order(inner, call).empty()});
    if (!whole) items_.push_back({.statement = number, .call = {}});
    return true;
  }
  return false;
}

void CallItems::need(size_t earlier, size_t later, const std::string& reason) {
  std::string& known = reasons_[earlier * items_.size() + later];
  if (known.empty()) known = reason;
}

// Of a statement that is more than a call, only the call is executed with the item, and the test around it.
bool CallItems::is_named(const CallItem& item, std::string_view variable) const {
  const std::optional<std::vector<std::string>>& tests = block_.statements[item.statement].tests;
  if (item.call && item.hoisted && tests && std::ranges::find(*tests, variable) != tests->end()) return true;
  return !item.call || !item.hoisted || item.call->call_in(function_.facts).may_name(variable);
}

// What a statement gets in a register leaves no trace in the profile.
void CallItems::find_needs_of_names() {
  for (size_t a = 0; a < items_.size(); ++a)
    for (size_t b = a + 1; b < items_.size(); ++b) {
      const StatementFact &first = statement(a), &second = statement(b);
      if (items_[a].statement == items_[b].statement) {
        if (items_[a].call && !items_[b].call) need(a, b, "its value is used there");
        continue;
      }
      if (!items_[a].hoisted && !first.result.empty() && named_in(second, first.result))
        need(a, b, fmt::format("{} is used there", first.result));
      for (const std::string& name : first.names)
        if (!items_[a].hoisted && named_in(second, name)) need(a, b, fmt::format("{} is used there", name));
      for (const FactVariable& variable : first.variables) {
        const FactVariable* other = named_in(second, variable.name);
        if (!other || !is_named(items_[a], variable.name) || !is_named(items_[b], variable.name)) continue;
        const bool copied = items_[a].call && is_copied(variable);
        if ((other->written && !copied) || variable.written) need(a, b, fmt::format("{} is used there", variable.name));
      }
    }
}

CallItems::Range CallItems::items_of(uint32_t statement) const {
  Range range;
  for (size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].statement != statement) continue;
    if (range.empty()) range.first = i;
    range.last = i;
  }
  return range;
}

// The statement of this block in which the call or loop is, at any depth.
std::optional<uint32_t> CallItems::statement_with_part(uint32_t part) const {
  const std::vector<BlockFact>& blocks = function_.facts.blocks;
  if (part / 2 >= function_.facts.parts.size()) return {};
  const SourceSpot at = function_.facts.parts[part / 2].at;
  if (function_.facts.parts[part / 2].loop) {
    for (uint32_t s = 0; s < block_.statements.size(); ++s)
      if (contains(block_.statements[s].begin, block_.statements[s].end, at)) return s;
    return {};
  }
  for (uint32_t b = 0; b < blocks.size(); ++b)
    for (uint32_t s = 0; s < blocks[b].statements.size(); ++s) {
      if (std::ranges::find(blocks[b].statements[s].calls, at, &CallFact::at) == blocks[b].statements[s].calls.end())
        continue;
      uint32_t block = b, statement = s;
      while (block != index_ && block != kNoBlock) {
        statement = blocks[block].statement;
        block = blocks[block].around;
      }
      if (block == index_) return statement;
    }
  return {};
}

CallItems::Range CallItems::items_at_place(uint32_t number, SourceSpot at) const {
  const Range all = items_of(number);
  for (size_t i = all.first; i <= all.last && !all.empty(); ++i) {
    if (!items_[i].call || !items_[i].hoisted) continue;
    const CallFact& call = items_[i].call->call_in(function_.facts);
    const bool tests = items_[i].call->block != index_ && at < items_[i].call->statement_in(function_.facts).begin;
    if (contains(call.begin, call.end, at) || tests) return {i, i};
  }
  return all.empty() ? all : Range{all.last, all.last};
}

// The site is code of another function, and the statement executes no such code but in calls that are parts, each of
// them whenever it is executed: whatever leads to the site between calls is not in the statement.
bool CallItems::is_only_parts(const StatementFact& statement, const Site& site) const {
  if (!statement.calls_only || site.line == 0 || site.function == function_.function) return false;
  const bool inlined = site.inlined_line >= statement.begin.line && site.inlined_line <= statement.end.line;
  return !inlined && std::ranges::all_of(statement.calls, [&](const CallFact& call) {
    return call.always &&
           std::ranges::find(function_.facts.parts, call.at, &PartFact::at) != function_.facts.parts.end();
  });
}

// Code between calls, of which it is not known where: from the statement of the call before it, or the one behind that
// if the call is all of it, to the statement of the next call.
CallItems::Range CallItems::items_around(uint32_t part, const Site& site) const {
  Range range{0, items_.empty() ? 0 : items_.size() - 1};
  if (items_.empty()) return {};
  if (part > 0)
    if (const auto before = statement_with_part(part - 1)) {
      const size_t first = items_of(*before).first;
      const StatementFact& statement = block_.statements[*before];
      const bool alone = statement.kind == StatementKind::call && statement.calls.size() == 1;
      range.first = alone && items_[first].part == part - 1 ? first + 1 : first;
    }
  if (const auto behind = statement_with_part(part + 1)) {
    const Range next = items_of(*behind);
    const size_t end = is_only_parts(block_.statements[*behind], site) ? next.first : next.last + 1;
    if (next.last >= range.first) { // else the paths to both calls differ
      if (end <= range.first) return {};
      range.last = end - 1;
    }
  }
  return range.first <= range.last ? range : Range{};
}

CallItems::Range CallItems::items_at(uint32_t part, uint32_t site_number) const {
  if (part % 2 == 1) {
    for (size_t i = 0; i < items_.size(); ++i)
      if (items_[i].call && items_[i].part == part) return {i, i};
    const auto statement = statement_with_part(part);
    return statement ? items_of(*statement) : Range{};
  }
  const Site& site = trace_.sites[site_number];
  const SourceSpot at{site.line, site.column};
  if (site.line != 0 && site.file == function_.file && contains(function_.facts.begin, function_.facts.end, at)) {
    for (uint32_t s = 0; s < block_.statements.size(); ++s)
      if (contains(block_.statements[s].begin, block_.statements[s].end, at)) return items_at_place(s, at);
    return contains(block_.begin, block_.end, at) ? items_around(part, site) : Range{};
  }
  return items_around(part, site);
}

void CallItems::find_needs_of_memory() {
  for (const PartDependence& row : function_.dependences) {
    const Range from = items_at(row.part_from, row.site_from), to = items_at(row.part_to, row.site_to);
    if (from.empty() || to.empty()) continue;
    const std::string reason = part_dependence_text(trace_, function_, row);
    for (size_t a = from.first; a <= from.last; ++a)
      for (size_t b = std::max(to.first, a + 1); b <= to.last; ++b) need(a, b, reason);
  }
}

} // namespace unply
