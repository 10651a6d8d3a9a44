// Memory that a procedure gets by address: the value of a load whose bytes another procedure of the same chain of calls
// wrote last, in every run. A field of an object is found from its constructor on, as long as nothing between writes to
// the same bytes and the object's address is kept nowhere.
#include "sets/reach.h"
#include "sets/walk.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply::sets {

namespace {

bool overlap(const Touch& touch, int64_t start, int64_t bytes) {
  return !touch.offset || (*touch.offset < start + bytes && start < *touch.offset + touch.bytes);
}

// At most, behind one argument of an operation.
int64_t bytes_written(const Program& program, const Operation& operation, Role role, Reaches& reaches) {
  if (role == Role::request) return program.request_bytes;
  if (role == Role::requests)
    for (const Argument& argument : operation.arguments)
      if (argument.role == Role::request_count)
        if (const auto count = reaches.range_of(argument.value); count && count->high >= 0)
          return count->high * program.request_bytes;
  return kAnyBytes;
}

} // namespace

// All instructions of a procedure that may write to what `bases` point at, by its text alone. Nothing where an address
// made from them is kept, given back, or goes to code that is not known.
std::optional<std::vector<Touch>> Walk::touches(const Procedure& p, const std::vector<Base>& bases) {
  std::vector<Touch> all;
  Reaches reaches(p);
  const auto made_from = [&](ValueId id) {
    Reach found;
    for (const Base& base : bases) {
      Reach one = reaches.of(id, base.value);
      if (!one.derived) continue;
      if (one.at) one.at->low += base.start, one.at->high += base.start;
      found = found.derived ? Reach{.derived = true} : one;
    }
    return found;
  };
  const auto add = [&](ValueId id, const Reach& to, int64_t bytes) {
    if (!to.derived) return;
    all.push_back({.id = id});
    if (to.at) all.back().offset = to.at->low, all.back().bytes = bytes + to.at->high - to.at->low;
  };
  for (const Block& block : p.blocks) {
    if (block.then == kNone && block.result != kNone && made_from(block.result).derived) return {};
    for (const ValueId id : block.values) {
      const Value& value = p.values[id];
      if (value.opcode == Opcode::store) {
        if (made_from(value.operands[0]).derived) return {};
        add(id, made_from(value.operands[1]), p.values[value.operands[0]].bits / 8);
      } else if (value.opcode == Opcode::copy || value.opcode == Opcode::fill || value.opcode == Opcode::forget) {
        const ValueId size = value.operands.back();
        const bool known = size != kNone && p.values[size].opcode == Opcode::constant;
        add(id, made_from(value.operands[0]), known ? p.values[size].number : kAnyBytes);
      } else if (value.opcode == Opcode::call) {
        const size_t first = value.number < 0 || uint32_t(value.number) == kNone ? 1 : 0;
        for (size_t i = first; i < value.operands.size(); ++i) {
          const Reach to = made_from(value.operands[i]);
          if (!to.derived) continue;
          const auto written = first == 1 ? std::nullopt : touched_by(uint32_t(value.number), i);
          if (!written) return {};
          for (const Touch& one : *written) {
            all.push_back({.id = id, .by_call = true});
            if (to.at && one.offset)
              all.back().offset = to.at->low + *one.offset, all.back().bytes = one.bytes + to.at->high - to.at->low;
          }
        }
      } else if (value.opcode == Opcode::operation) {
        const Operation& operation = p.operations[value.number];
        for (const Argument& argument : operation.arguments) {
          const Reach to = argument.value == kNone ? Reach() : made_from(argument.value);
          const auto written = writes(operation, argument.role);
          if (to.derived && !written) return {};
          if (written.value_or(false)) add(id, to, bytes_written(program, operation, argument.role, reaches));
        }
      }
    }
  }
  return all;
}

// What a procedure may write behind one of its formals.
std::optional<std::vector<Touch>> Walk::touched_by(uint32_t procedure, size_t formal) {
  const auto [known, is_new] = touched.try_emplace({procedure, formal}); // while it is asked for: nothing, as of loops
  if (!is_new) return known->second;
  const Procedure& p = program.procedures[procedure];
  std::vector<Base> bases;
  for (ValueId id = 0; id < p.values.size(); ++id)
    if (p.values[id].opcode == Opcode::argument && p.values[id].number == int64_t(formal)) bases.push_back({id, 0});
  return touched[{procedure, formal}] = touches(p, bases);
}

// The names that an object has in a frame. Nothing where one of them is at an offset that is not known.
std::optional<std::vector<Walk::Base>> Walk::bases_of(const Frame& frame, const std::string& object) const {
  std::vector<Base> bases;
  const Procedure& p = *frame.procedure;
  if (const std::string own = frame.key + ":"; object.starts_with(own) && object.find(':') + 1 == own.size())
    bases.push_back({ValueId(std::stoul(object.substr(own.size()))), 0});
  for (ValueId id = 0; id < p.values.size(); ++id) {
    if (p.values[id].opcode != Opcode::argument || size_t(p.values[id].number) >= frame.formals.size()) continue;
    const Symbolic& given = frame.formals[p.values[id].number];
    if (given.object != object) continue;
    const auto start = constant_of({.value = given.value});
    if (!start) return {};
    bases.push_back({id, *start});
  }
  return bases;
}

// The bytes of an object as an instruction of the frame finds them; before: kNone, as the frame leaves them.
Symbolic Walk::last_value(Frame& frame, ValueId before, const Bytes& bytes) {
  const Procedure& p = *frame.procedure;
  const auto bases = bases_of(frame, bytes.object);
  if (!bases || bases->empty()) return {};
  auto [known, is_new] = touches_of.try_emplace({&frame, bytes.object});
  if (is_new) known->second = touches(p, *bases);
  if (!known->second) return {};
  std::vector<Touch> writers;
  for (const Touch& one : *known->second)
    if (frame.block_of[one.id] != kNone && overlap(one, bytes.start, bytes.size) &&
        (before == kNone || precedes(frame, one.id, before))) // in a loop, an instruction precedes itself
      writers.push_back(one);
  if (writers.empty()) return before == kNone ? Symbolic() : value_before_call(frame, bytes);
  const Touch& last = *std::ranges::max_element(writers, {}, [&](const Touch& one) { return frame.position[one.id]; });
  const BlockId at = frame.block_of[last.id];
  const bool alone = std::ranges::all_of(writers, [&](const Touch& one) { return one.id == last.id; });
  if ((!alone && p.blocks[at].loop != kNone) || !is_always_before(frame, last.id, before)) return {};
  const uint32_t to = before == kNone ? kNone : p.blocks[frame.block_of[before]].loop;
  Symbolic value;
  if (last.by_call) {
    Frame* callee_frame = callee(frame, last.id);
    if (callee_frame) value = last_value(*callee_frame, kNone, bytes);
  } else if (p.values[last.id].opcode == Opcode::store && last.offset == bytes.start && last.bytes == bytes.size) {
    value = evaluate_at(frame, p.values[last.id].operands[0], at);
  }
  return value.text.empty() ? Symbolic() : closed(frame, std::move(value), p.blocks[at].loop, to);
}

// On each way there; before: kNone, to where the procedure returns.
bool Walk::is_always_before(const Frame& frame, ValueId writer, ValueId before) const {
  const Procedure& p = *frame.procedure;
  const BlockId at = frame.block_of[writer];
  if (before != kNone)
    return frame.position[writer] < frame.position[before] && dominates(frame, at, frame.block_of[before]);
  for (BlockId b = 0; b < p.blocks.size(); ++b)
    if (p.blocks[b].then == kNone && !p.blocks[b].stops && !frame.domains[b].is_empty() && !dominates(frame, at, b))
      return false;
  return true;
}

Symbolic Walk::value_before_call(Frame& frame, const Bytes& bytes) {
  Frame* caller = frame.caller;
  if (!caller) return {};
  const auto call = std::ranges::find_if(caller->calls, [&](const auto& one) { return one.second.get() == &frame; });
  if (call == caller->calls.end()) return {};
  const auto bases = bases_of(*caller, bytes.object);
  if (!bases) return {};
  // All addresses of the object that the procedure gets must be among those that it is seen to write to.
  for (const ValueId actual : caller->procedure->values[call->first].operands)
    for (const Base& base : *bases) {
      std::set<ValueId> seen;
      const Offset at = offset_from(*caller->procedure, actual, base.value, seen);
      if (at.derived && !at.offset) return {};
    }
  return last_value(*caller, call->first, bytes);
}

// The value of a load from an object that this procedure or one of its callers made.
Symbolic Walk::stored_elsewhere(Frame& frame, ValueId load, const Symbolic& address) {
  const auto start = constant_of({.value = address.value});
  const Value& value = frame.procedure->values[load];
  if (!start || !address.object.contains(':') || address.object.starts_with("communicator ")) return {};
  const Bytes bytes{.object = address.object, .start = *start, .size = value.bits / 8};
  Symbolic found = last_value(frame, load, bytes);
  if (found.value.is_null() || !found.object.empty()) return {};
  return found;
}

} // namespace unply::sets
