// Memory: the value of a load whose bytes one instruction of the same procedure writes last, in every run. Broadcast
// bytes are one value for all processes; so is the result of a procedure that sees only values that all share.
#include "sets/walk.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply::sets {

bool Walk::dominates(const Frame& frame, BlockId above, BlockId below) const {
  if (above == below) return true;
  // Without `above`, is `below` still reached?
  const auto& blocks = frame.procedure->blocks;
  std::vector<bool> seen(blocks.size());
  std::vector<BlockId> open{0};
  if (above == 0) return true;
  while (!open.empty()) {
    const BlockId at = open.back();
    open.pop_back();
    if (at == above || seen[at]) continue;
    if (at == below) return false;
    seen[at] = true;
    for (const BlockId to : {blocks[at].then, blocks[at].otherwise})
      if (to != kNone) open.push_back(to);
  }
  return true;
}

Symbolic Walk::load(Frame& frame, ValueId id) {
  const Value& value = frame.procedure->values[id];
  const Symbolic address = evaluate_at(frame, value.operands[0], frame.block_of[id]);
  if (!address.object.empty() && !value.is_real) {
    if (address.object.starts_with("global "))
      if (auto constant = global_constant(address, value.bits)) return *constant;
    if (Symbolic known = stored(frame, id, address); !known.text.empty()) return known;
    if (Symbolic known = stored_elsewhere(frame, id, address); !known.text.empty()) return known;
  }
  Symbolic unknown{
      .tier = Tier::evaluable, .text = value.name.empty() ? "memory" : value.name, .depends = {"rank", "?"}};
  unknown.reason = fmt::format("{} at {} comes from memory", unknown.text, line(value.place));
  return unknown;
}

// A global that nothing writes and whose address goes nowhere but to loads has its initial bytes.
std::optional<Symbolic> Walk::global_constant(const Symbolic& address, unsigned bits) const {
  const auto offset = constant_of({.value = address.value});
  const uint32_t index = uint32_t(std::stoul(address.object.substr(7)));
  if (!offset) return {};
  for (const Procedure& p : program.procedures)
    for (const Value& user : p.values) {
      if (user.opcode == Opcode::load) continue;
      for (size_t i = 0; i < user.operands.size(); ++i) {
        if (user.operands[i] == kNone) continue;
        const Value& operand = p.values[user.operands[i]];
        const bool is_read = user.opcode == Opcode::copy && i == 1;
        if (!is_read && operand.opcode == Opcode::global && operand.number == index) return {};
      }
      if (user.opcode == Opcode::operation)
        for (const Argument& argument : p.operations[user.number].arguments)
          if (argument.value != kNone && p.values[argument.value].opcode == Opcode::global &&
              p.values[argument.value].number == index)
            return {};
    }
  const Global& global = program.globals[index];
  for (const Initial& initial : global.initials) {
    if (initial.bytes.empty() && initial.offset == *offset && initial.procedure != kNone)
      return Symbolic{
          .text = program.procedures[initial.procedure].name, .object = "procedure", .procedure = initial.procedure};
    const int64_t at = *offset - initial.offset;
    if (at < 0 || at + bits / 8 > int64_t(initial.bytes.size())) continue;
    uint64_t number = 0;
    for (unsigned i = 0; i < bits / 8; ++i) number |= uint64_t((unsigned char)initial.bytes[at + i]) << (8 * i);
    const int64_t value = bits >= 64 ? int64_t(number) : int64_t(number << (64 - bits)) >> (64 - bits);
    return Symbolic{.value = sets::number(ctx, value), .tier = Tier::exact, .text = std::to_string(value)};
  }
  if (!global.zeroed) return {};
  return Symbolic{.value = sets::number(ctx, 0), .tier = Tier::exact, .text = "0"};
}

// Whether an address is made from `slot`, and at which constant offset, by the text of the procedure alone: what is
// evaluated here may stand in blocks whose instances are not known yet.
Walk::Offset Walk::offset_from(const Procedure& p, ValueId id, ValueId slot, std::set<ValueId>& seen) const {
  if (id == slot) return {.derived = true, .offset = 0};
  if (!seen.insert(id).second) return {}; // what it is made from was told already
  const Value& value = p.values[id];
  if (value.opcode == Opcode::add && value.operands.size() == 2)
    for (const size_t i : {0, 1}) {
      Offset base = offset_from(p, value.operands[i], slot, seen);
      if (!base.derived) continue;
      const Value& by = p.values[value.operands[1 - i]];
      if (base.offset && by.opcode == Opcode::constant)
        *base.offset += by.number;
      else
        base.offset.reset();
      return base;
    }
  if (value.opcode == Opcode::phi || value.opcode == Opcode::select || value.opcode == Opcode::sub)
    for (const ValueId operand : value.operands)
      if (offset_from(p, operand, slot, seen).derived) return {.derived = true};
  return {};
}

std::optional<bool> writes(const Operation& operation, Role role) {
  const Call call = operation.call;
  if (call == Call::irecv || call == Call::recv_init || call == Call::ibcast || call >= Call::ireduce) {
    if (role == Role::recv_buffer || (role == Role::buffer && call != Call::ireduce)) return {};
  }
  if (call == Call::cart_create && (role == Role::dims || role == Role::periods)) return false;
  if (role != Role::buffer) return true;
  return call == Call::recv || call == Call::bcast || call == Call::sendrecv_replace;
}

// Instructions that write the bytes of a slot. Nothing where its address goes elsewhere.
std::optional<std::vector<Walk::Writer>> Walk::writers_of(const Procedure& p, ValueId slot, int64_t wanted,
                                                          int64_t bytes) const {
  const auto made_from = [&](ValueId id) {
    std::set<ValueId> seen;
    return offset_from(p, id, slot, seen);
  };
  std::vector<Writer> writers;
  for (const Block& block : p.blocks)
    for (const ValueId id : block.values) {
      const Value& value = p.values[id];
      std::vector<ValueId> addresses;
      int64_t size = INT64_MAX / 2;
      if (value.opcode == Opcode::store) {
        if (made_from(value.operands[0]).derived) return {};
        addresses = {value.operands[1]}, size = p.values[value.operands[0]].bits / 8;
      } else if (value.opcode == Opcode::copy || value.opcode == Opcode::fill || value.opcode == Opcode::forget) {
        addresses = {value.operands[0]};
      } else if (value.opcode == Opcode::call) {
        for (const ValueId actual : value.operands)
          if (made_from(actual).derived) addresses.push_back(actual);
        if (!addresses.empty() && !only_writes(value)) return {};
      } else if (value.opcode == Opcode::operation) {
        const Operation& operation = p.operations[value.number];
        for (const Argument& argument : operation.arguments) {
          const auto written = writes(operation, argument.role);
          if (!written && made_from(argument.value).derived) return {};
          if (written.value_or(false)) addresses.push_back(argument.value);
        }
      }
      for (const ValueId one : addresses) {
        const Offset at = made_from(one);
        if (!at.derived) continue;
        if (at.offset && value.opcode == Opcode::store && (*at.offset + size <= wanted || *at.offset >= wanted + bytes))
          continue;
        writers.push_back({id, at.offset && *at.offset == wanted});
      }
    }
  return writers;
}

// Whether a procedure computes from its numbers alone what it writes behind its pointers, and keeps none of them.
bool Walk::only_writes(const Value& call) const {
  if (call.number < 0 || uint32_t(call.number) == kNone) return false;
  const Procedure& p = program.procedures[call.number];
  const auto is_memory = [&](ValueId id) {
    const Value& base = p.values[id];
    return base.opcode == Opcode::stack_slot || (base.opcode == Opcode::argument && base.bits == 64);
  };
  const auto holds_pointer = [&](ValueId id) {
    for (ValueId base = 0; base < p.values.size(); ++base) {
      std::set<ValueId> seen;
      if (is_memory(base) && offset_from(p, id, base, seen).derived) return true;
    }
    return false;
  };
  for (const Block& block : p.blocks)
    for (const ValueId id : block.values) {
      const Value& value = p.values[id];
      switch (value.opcode) {
      case Opcode::load:
        if (!is_memory(value.operands[0])) return false;
        break;
      case Opcode::store:
        if (!is_memory(value.operands[1]) || holds_pointer(value.operands[0])) return false;
        break;
      case Opcode::unknown:
        if (value.bits != 0) return false;
        break;
      case Opcode::heap_block:
      case Opcode::global:
      case Opcode::copy:
      case Opcode::fill:
      case Opcode::forget:
      case Opcode::parse_int:
      case Opcode::parse_real:
      case Opcode::parameter:
      case Opcode::compare_strings:
      case Opcode::string_length:
      case Opcode::call:
      case Opcode::operation:
        return false;
      default:
        break;
      }
    }
  return std::ranges::none_of(p.values, [](const Value& value) { return value.opcode == Opcode::global; });
}

// Whether an instruction may run before another one.
bool Walk::precedes(const Frame& frame, ValueId a, ValueId b) const {
  if (frame.position[a] < frame.position[b]) return true;
  const Procedure& p = *frame.procedure;
  for (uint32_t loop = p.blocks[frame.block_of[a]].loop; loop != kNone; loop = p.loops[loop].parent)
    if (inside(frame, p.blocks[frame.block_of[b]].loop, loop)) return true;
  return false;
}

// The value of a load whose memory one instruction of the same procedure writes last, in every run.
Symbolic Walk::stored(Frame& frame, ValueId load, const Symbolic& address) {
  const Procedure& p = *frame.procedure;
  const std::string own = frame.key + ":";
  if (!address.object.starts_with(own)) return {};
  const auto wanted = constant_of({.value = address.value});
  if (!wanted) return {};
  const ValueId slot = ValueId(std::stoul(address.object.substr(own.size())));
  auto writers = writers_of(p, slot, *wanted, p.values[load].bits / 8);
  if (!writers) return {};
  std::erase_if(*writers, [&](const Writer& one) { return !precedes(frame, one.id, load); });
  for (const Writer& writer : *writers) {
    const BlockId at = frame.block_of[writer.id];
    if (!writer.exact || !dominates(frame, at, frame.block_of[load]) ||
        frame.position[writer.id] > frame.position[load])
      continue;
    const bool last = std::ranges::all_of(*writers, [&](const Writer& other) {
      return other.id == writer.id ||
             (frame.position[other.id] < frame.position[writer.id] && p.blocks[at].loop == kNone);
    });
    if (last) return written_by(frame, {load, slot, writer.id}, *writers, *wanted);
  }
  return {};
}

Symbolic Walk::written_by(Frame& frame, const Access& access, const std::vector<Writer>& writers, int64_t offset) {
  const Procedure& p = *frame.procedure;
  const Value& value = p.values[access.writer];
  const BlockId at = frame.block_of[access.writer];
  if (value.opcode == Opcode::store) {
    if (p.values[value.operands[0]].bits != p.values[access.load].bits) return {};
    const Symbolic what = evaluate_at(frame, value.operands[0], at);
    return closed(frame, what, p.blocks[at].loop, p.blocks[frame.block_of[access.load]].loop);
  }
  if (p.blocks[at].loop != kNone || !frame.outer_loops.empty()) return {};
  std::string how;
  if (value.opcode == Opcode::operation) {
    if (Symbolic made = made_communicator(frame, access.writer); !made.text.empty()) return made;
    if (Symbolic result = cartesian_result(frame, access.writer, access.slot, offset); !result.text.empty())
      return result;
    if (!broadcasts_scalar(frame, access)) return {};
    if (Symbolic known = value_at_root(frame, access, writers); !known.text.empty()) return known;
    how = fmt::format("broadcast at {}", line(value.place));
  } else if (value.opcode == Opcode::call) {
    if (!same_everywhere(frame, access)) return {};
    how = fmt::format("which {} computes at {}", program.procedures[value.number].name, line(value.place));
  } else {
    return {};
  }
  const std::string wanted = name_of_slot(frame, access, writers);
  const std::string name = shared_name(frame, access, wanted, how);
  if (value.opcode == Opcode::call) find_grid(frame, access, how);
  return affine(parameter(ctx, name), wanted);
}

// One value for all: a parameter, the same for every load of this place.
std::string Walk::shared_name(const Frame& frame, const Access& access, const std::string& wanted,
                              const std::string& how) {
  const int bits = access.load == kNone ? 32 : frame.procedure->values[access.load].bits;
  auto [name, is_new] =
      found.named_texts.try_emplace(fmt::format("shared {} {} {} {}", frame.key, access.writer, access.slot, bits));
  if (is_new) {
    name->second = new_name(wanted);
    symbols[name->second] = {.text = fmt::format("{}, {}", wanted, how), .tier = Tier::exact, .uniform = true};
  }
  if (access.load != kNone) found.probes.values.try_emplace(name->second, Probe{frame.index, access.load});
  return name->second;
}

// A procedure that splits P into two factors makes the columns and the rows of a grid.
void Walk::find_grid(Frame& frame, const Access& access, const std::string& how) {
  const Procedure& p = *frame.procedure;
  const Value& call = p.values[access.writer];
  std::vector<bool> is_address;
  std::vector<std::string> names;
  for (const ValueId actual : call.operands) {
    const Value& given = p.values[actual];
    is_address.push_back(given.opcode == Opcode::stack_slot);
    if (is_address.back()) {
      if (given.number != 4) return;
      const Access one{.load = actual == access.slot ? access.load : kNone, .slot = actual, .writer = access.writer};
      names.push_back(shared_name(frame, one, given.name.empty() ? "factor" : given.name, how));
    } else {
      const Symbolic size = evaluate_at(frame, actual, frame.block_of[access.writer]);
      if (size.value.is_null() || !size.value.sub(parameter(ctx, "P")).eq_set(number(0)).complement().is_empty())
        return;
    }
  }
  if (names.size() != 2 || !found.grid.size.empty()) return;
  if (!factors_size(program, uint32_t(call.number), is_address)) return;
  learn_size({names[0], names[1]}, "as for 1 to 64 processes");
}

std::string Walk::name_of_slot(const Frame& frame, const Access& access, const std::vector<Writer>& writers) const {
  const Procedure& p = *frame.procedure;
  std::string name = p.values[access.slot].name;
  if (name.empty()) name = p.values[access.load].name;
  for (const Writer& one : writers)
    if (name.empty() && p.values[one.id].opcode == Opcode::store) name = p.values[p.values[one.id].operands[0]].name;
  return name.empty() ? fmt::format("b_{}", p.values[access.writer].place.line) : name;
}

// A broadcast to all processes of exactly the bytes that are loaded.
bool Walk::broadcasts_scalar(Frame& frame, const Access& access) {
  const Procedure& p = *frame.procedure;
  const Operation& operation = p.operations[p.values[access.writer].number];
  if (operation.call != Call::bcast) return false;
  bool world = false;
  int64_t count = 0, bytes = 0;
  const auto& handles = predefined_handles();
  for (const Argument& argument : operation.arguments) {
    if (argument.role != Role::comm && argument.role != Role::count && argument.role != Role::datatype) continue;
    const auto number = constant_of(evaluate(frame, argument.value));
    if (!number) return false;
    if (argument.role == Role::count) {
      count = *number;
    } else {
      const int64_t at = *number - kPredefined;
      if (at < 0 || size_t(at) >= handles.size()) return false;
      if (argument.role == Role::comm)
        world = std::string_view(handles[size_t(at)].name) == "MPI_COMM_WORLD";
      else
        bytes = handles[size_t(at)].bytes;
    }
  }
  return world && count >= 1 && bytes == p.values[access.load].bits / 8;
}

// The value of the root's stores before a broadcast, if they all store the same function of the inputs.
Symbolic Walk::value_at_root(Frame& frame, const Access& access, const std::vector<Writer>& writers) {
  const Procedure& p = *frame.procedure;
  Symbolic result;
  Maybe<isl::set> set_in = nothing(ctx);
  for (const Writer& one : writers) {
    if (one.id == access.writer) continue;
    const Value& store = p.values[one.id];
    const BlockId at = frame.block_of[one.id];
    if (!one.exact || store.opcode != Opcode::store || p.blocks[at].loop != kNone) return {};
    if (p.values[store.operands[0]].bits != p.values[access.load].bits) return {};
    const Symbolic value = evaluate_at(frame, store.operands[0], at);
    if (value.value.is_null() || !value.object.empty() || !is_shared(value)) return {};
    if (!result.text.empty() && !value.value.sub(result.value).eq_set(number(0)).complement().is_empty()) return {};
    result = value;
    set_in = set_in.unite(frame.domains[at]);
  }
  if (result.text.empty()) return {};
  const Operation& operation = p.operations[p.values[access.writer].number];
  for (const Argument& argument : operation.arguments)
    if (argument.role == Role::root) {
      const Symbolic root = evaluate(frame, argument.value);
      if (root.value.is_null()) return {};
      const isl::set at_root =
          frame.domains[frame.block_of[access.writer]].intersect(root.value.eq_set(parameter(ctx, "rank")));
      if (!at_root.is_subset(set_in))
        assumptions.insert(
            fmt::format("{} is set before it is broadcast at {}", result.text, line(p.values[access.writer].place)));
    }
  return result;
}

// A value that is the same on all processes and in all iterations.
bool Walk::is_shared(const Symbolic& value) const {
  if (value.value.is_null() && value.tier == Tier::observed) return false;
  for (const std::string& name : depends_of(value)) {
    if (name == "P") continue;
    const auto found = symbols.find(name);
    if (found == symbols.end() || !found->second.uniform) return false;
  }
  return true;
}

// All that a procedure sees is shared, so that what it writes is: its numbers, and no memory that was written before.
bool Walk::same_everywhere(Frame& frame, const Access& access) {
  const Procedure& p = *frame.procedure;
  const Value& call = p.values[access.writer];
  for (const ValueId actual : call.operands) {
    const Value& given = p.values[actual];
    if (given.opcode == Opcode::stack_slot) {
      const auto writers = writers_of(p, actual, 0, given.number);
      if (!writers) return false;
      for (const Writer& one : *writers)
        if (one.id != access.writer && precedes(frame, one.id, access.writer)) return false;
      continue;
    }
    const Symbolic value = evaluate_at(frame, actual, frame.block_of[access.writer]);
    if (!value.object.empty() || !is_shared(value)) return false;
  }
  return true;
}

} // namespace unply::sets
