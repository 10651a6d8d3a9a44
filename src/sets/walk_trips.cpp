// Loops whose variable grows by an amount that the program does not fix but all processes share: for (j = 1; j < n; j
// += group). How often such a loop runs is no affine function, but it is one number for the whole run: a parameter.
#include "sets/walk.h"
#include <fmt/format.h>

namespace unply::sets {

namespace {

ValueId without_widths(const Procedure& p, ValueId id) {
  while (p.values[id].opcode == Opcode::sext || p.values[id].opcode == Opcode::zext) id = p.values[id].operands[0];
  return id;
}

} // namespace

// The bounds and the step of a loop that goes on from its header while a variable is below a limit.
std::optional<TripCount> Walk::trip_count(Frame& frame, BlockId header) {
  const Procedure& p = *frame.procedure;
  const Block& block = p.blocks[header];
  const Loop& loop = p.loops[block.loop];
  const Value& condition = p.values[block.condition];
  if (loop.header != header || !inside(frame, p.blocks[block.then].loop, block.loop)) return {};
  if (condition.opcode != Opcode::slt && condition.opcode != Opcode::sle) return {};
  const ValueId id = without_widths(p, condition.operands[0]);
  const Value& phi = p.values[id];
  if (phi.opcode != Opcode::phi || frame.block_of[id] != header || phi.operands.size() != 2) return {};
  const size_t at_latch = phi.from[0] == loop.latch ? 0 : 1;
  TripCount count{.loop = block.loop,
                  .first = phi.operands[1 - at_latch],
                  .limit = condition.operands[1],
                  .with_limit = condition.opcode == Opcode::sle};
  const Value& next = p.values[without_widths(p, phi.operands[at_latch])];
  if (next.opcode != Opcode::add) return {};
  for (const size_t i : {0, 1})
    if (without_widths(p, next.operands[i]) == id) count.step = next.operands[1 - i];
  if (count.step == kNone) return {};
  for (const ValueId one : {count.first, count.limit, count.step}) {
    const Symbolic value = evaluate(frame, one);
    if (value.value.is_null() || !value.object.empty() || !is_shared(value)) return {};
  }
  return count;
}

// False: the loop is not of this kind.
bool Walk::leave_by_count(Frame& frame, BlockId header) {
  const Procedure& p = *frame.procedure;
  const Block& block = p.blocks[header];
  if (block.loop == kNone) return false;
  const auto count = trip_count(frame, header);
  if (!count || !can_repeat(p, *count)) return false;
  LoopState& state = frame.loops[block.loop];
  const Symbolic condition = evaluate(frame, block.condition), step = evaluate(frame, count->step);
  auto [name, is_new] = found.named_texts.try_emplace(fmt::format("trips {} {}", frame.key, block.loop));
  if (is_new) name->second = new_name("T_" + state.name);
  Symbol& symbol = symbols[name->second] = {.text = "iterations until " + condition.text};
  for (const ValueId one : {count->first, count->limit, count->step})
    symbol.tier = std::max(symbol.tier, tier_of(parameters_of(evaluate(frame, one).value), &symbol.reason, nullptr));
  found.probes.values.insert_or_assign(name->second, Probe{.procedure = frame.index, .trips = *count});
  assumptions.insert(fmt::format("{} is at least 1 at {}", step.text, line(block.place)));
  state.bound = name->second;
  const isl::set goes_on = parameter(ctx, state.name).lt_set(parameter(ctx, name->second));
  const isl::set domain = frame.domains[header];
  frame.edges[{header, block.then}] = domain.intersect(goes_on).coalesce();
  frame.edges[{header, block.otherwise}] = domain.subtract(goes_on).coalesce();
  return true;
}

} // namespace unply::sets
