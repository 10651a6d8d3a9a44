// Values that come from more than one place: merges of branches, variables of loops, results of calls, operations.
#include "sets/walk.h"
#include <fmt/format.h>

namespace unply::sets {

namespace {

// The operand of a loop's phi that the next iteration gets, and the one at the start.
std::pair<ValueId, ValueId> next_and_first(const Value& phi, BlockId latch) {
  ValueId next = kNone, first = kNone;
  for (size_t i = 0; i < phi.operands.size(); ++i) (phi.from[i] == latch ? next : first) = phi.operands[i];
  return {next, first};
}

// phi + constant, as what the next iteration gets.
std::optional<int64_t> step_of(const Procedure& p, ValueId phi, ValueId next) {
  if (next == kNone) return {};
  const Value& value = p.values[next];
  if (value.operands.size() != 2 || (value.opcode != Opcode::add && value.opcode != Opcode::sub)) return {};
  const bool first = value.operands[0] == phi;
  if (!first && (value.operands[1] != phi || value.opcode == Opcode::sub)) return {};
  const Value& by = p.values[value.operands[first ? 1 : 0]];
  if (by.opcode != Opcode::constant) return {};
  return value.opcode == Opcode::add ? by.number : -by.number;
}

// 2 * phi or phi / 2, as what the next iteration gets.
bool next_doubles(const Procedure& p, ValueId phi, ValueId next) {
  if (next == kNone) return false;
  const Value& value = p.values[next];
  if (value.operands.size() != 2 || (value.operands[0] != phi && value.operands[1] != phi)) return false;
  const Value& by = p.values[value.operands[value.operands[0] == phi ? 1 : 0]];
  switch (value.opcode) {
  case Opcode::shl:
  case Opcode::ashr:
  case Opcode::lshr:
    return value.operands[0] == phi && by.opcode == Opcode::constant && by.number == 1;
  case Opcode::mul:
    return by.opcode == Opcode::constant && by.number == 2;
  case Opcode::sdiv:
  case Opcode::udiv:
    return value.operands[0] == phi && by.opcode == Opcode::constant && by.number == 2;
  case Opcode::add:
    return value.operands[0] == value.operands[1];
  default:
    return false;
  }
}

} // namespace

Symbolic Walk::compute_phi(Frame& frame, ValueId id) {
  const Procedure& p = *frame.procedure;
  const Value& value = p.values[id];
  const BlockId here = frame.block_of[id];
  const uint32_t loop = p.blocks[here].loop;
  if (loop != kNone && p.loops[loop].header == here) return header_phi(frame, id, loop);
  Maybe<isl::pw_aff> merged;
  std::vector<Symbolic> all;
  bool is_affine = true;
  for (size_t i = 0; i < value.operands.size(); ++i) {
    Symbolic one = evaluate_at(frame, value.operands[i], value.from[i]);
    const auto edge = frame.edges.find({value.from[i], here});
    if (edge == frame.edges.end() || edge->second.is_empty()) continue;
    one = closed(frame, std::move(one), p.blocks[value.from[i]].loop, loop);
    is_affine &= !one.value.is_null() && (all.empty() || one.object == all[0].object);
    if (is_affine) {
      const isl::pw_aff part = one.value.intersect_domain(edge->second);
      merged = merged.is_null() ? part : merged.union_add(part).coalesce();
    }
    all.push_back(std::move(one));
  }
  std::vector<const Symbolic*> pointers;
  std::string text = value.name;
  for (const Symbolic& one : all) {
    pointers.push_back(&one);
    if (value.name.empty()) text += (text.empty() ? "" : " or ") + one.text;
  }
  if (is_affine && !merged.is_null()) {
    Symbolic result = all.size() == 1 ? all[0] : affine(merged, text);
    result.object = all[0].object;
    return result;
  }
  Symbolic result = opaque(value, pointers, text);
  for (const auto& [edge, set] : frame.edges) // which side was taken decides as well
    if (edge.second == here) result.depends.merge(parameters_of(set));
  return result;
}

Symbolic Walk::header_phi(Frame& frame, ValueId id, uint32_t loop) {
  const Procedure& p = *frame.procedure;
  const Value& value = p.values[id];
  const LoopState& state = frame.loops[loop];
  const isl::pw_aff variable = parameter(ctx, state.name);
  const std::string text = value.name.empty() ? state.name : value.name;
  if (id == p.loops[loop].variable && !state.counts) return affine(variable, text);
  const auto [next, first] = next_and_first(value, p.loops[loop].latch);
  if (next == id || next == first) return evaluate_at(frame, first, p.loops[loop].preheader);
  if (const auto step = step_of(p, id, next); step && first != kNone) {
    Symbolic start = evaluate_at(frame, first, p.loops[loop].preheader);
    if (!start.value.is_null()) {
      isl::pw_aff count = variable.sub(state.first);
      if (state.step != 1) count = count.tdiv_q(number(state.step));
      Symbolic result = affine(start.value.add(count.scale(long(*step))), text);
      result.object = start.object;
      return result;
    }
  }
  // Neither constant nor stepping: what it depends on is found with itself taken as known, and forgotten again.
  const size_t known = frame.order.size();
  Symbolic result{.tier = Tier::evaluable, .text = text, .depends = {state.name}, .opcode = Opcode::phi};
  frame.memo[id] = result;
  std::vector<Symbolic> all;
  for (size_t i = 0; i < value.operands.size(); ++i) all.push_back(evaluate(frame, value.operands[i]));
  for (size_t i = known; i < frame.order.size(); ++i) frame.memo[frame.order[i]].reset();
  frame.order.resize(known);
  std::vector<const Symbolic*> pointers;
  for (const Symbolic& one : all) pointers.push_back(&one);
  result = opaque(value, pointers, text);
  result.depends.insert(state.name);
  result.doubles = result.doubles || next_doubles(p, id, next);
  return result;
}

Symbolic Walk::returned(Frame& frame, ValueId id) {
  const Value& value = frame.procedure->values[id];
  Frame* to = callee(frame, id);
  Symbolic unknown{.tier = Tier::observed, .text = value.name.empty() ? "result" : value.name, .depends = {"?"}};
  unknown.reason = fmt::format("the result of the call at {} is not known", line(value.place));
  if (!to) return unknown;
  Maybe<isl::pw_aff> merged;
  std::vector<Symbolic> all;
  const Procedure& p = *to->procedure;
  for (BlockId b = 0; b < p.blocks.size(); ++b) {
    const Block& block = p.blocks[b];
    if (block.then != kNone || block.result == kNone || to->domains[b].is_empty()) continue;
    Symbolic one = evaluate_at(*to, block.result, b);
    if (one.value.is_null() || (!all.empty() && one.object != all[0].object)) {
      Symbolic result = opaque(value, {&one}, one.text);
      result.depends.insert("rank");
      return result;
    }
    const isl::pw_aff part = one.value.intersect_domain(to->domains[b]);
    merged = merged.is_null() ? part : merged.union_add(part).coalesce();
    all.push_back(std::move(one));
  }
  if (merged.is_null()) return unknown;
  if (all.size() == 1) return all[0];
  Symbolic result = affine(merged, value.name.empty() ? p.name + "()" : value.name);
  result.object = all[0].object;
  return result;
}

Symbolic Walk::operation(Frame& frame, ValueId id) {
  const Value& value = frame.procedure->values[id];
  const Operation& operation = frame.procedure->operations[value.number];
  if (operation.call != Call::rank && operation.call != Call::size) return affine(number(0), "0"); // MPI_SUCCESS
  const char* name = operation.call == Call::rank ? "rank" : "P";
  const auto& handles = predefined_handles();
  for (const Argument& argument : operation.arguments) {
    if (argument.role != Role::comm) continue;
    const Symbolic communicator = evaluate_at(frame, argument.value, frame.block_of[id]);
    if (is_world(communicator)) return affine(parameter(ctx, name), name);
    if (const Communicator* part = part_of(communicator))
      return affine(operation.call == Call::rank ? part->rank : part->size, fmt::format("{} in {}", name, part->name));
    const auto handle = constant_of(communicator);
    if (!handle) break;
    const int64_t at = *handle - kPredefined;
    if (at < 0 || size_t(at) >= handles.size()) break;
    if (std::string_view(handles[size_t(at)].name) == "MPI_COMM_SELF")
      return affine(number(operation.call == Call::rank ? 0 : 1), name);
  }
  Symbolic result{.tier = Tier::evaluable, .text = fmt::format("{} of the communicator", name), .depends = {"rank"}};
  result.reason = fmt::format("the communicator at {} is made at run time", line(operation.place));
  return result;
}

} // namespace unply::sets
