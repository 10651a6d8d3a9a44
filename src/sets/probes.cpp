#include "sets/probes.h"
#include "stg/run/rank_machine.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace unply::sets {

using namespace stg;

namespace {

constexpr int kMostProcesses = 64; // for which a factorisation is tried
constexpr int kProbeSteps = 100;

ValueId add_constant(Procedure& p, int64_t number, uint8_t bits) {
  p.values.push_back({.opcode = Opcode::constant, .bits = bits, .number = number});
  return ValueId(p.values.size()) - 1;
}

int64_t handle_of(std::string_view name) {
  const auto& handles = predefined_handles();
  const auto found = std::ranges::find_if(handles, [&](const Predefined& one) { return one.name == name; });
  return kPredefined + (found - handles.begin());
}

// A send of `count` elements with `tag` to nobody; its index among the operations.
ValueId add_send(Procedure& p, int64_t proc_null, ValueId tag, ValueId count, const std::string& symbol) {
  Operation send{.call = Call::send, .name = "probe", .symbol = symbol};
  send.arguments = {{Role::count, count},
                    {Role::datatype, add_constant(p, handle_of("MPI_BYTE"), 64)},
                    {Role::peer, add_constant(p, proc_null, 32)},
                    {Role::tag, tag},
                    {Role::comm, add_constant(p, handle_of("MPI_COMM_WORLD"), 64)}};
  p.operations.push_back(std::move(send));
  p.values.push_back({.opcode = Opcode::operation, .bits = 32, .number = int64_t(p.operations.size()) - 1});
  return ValueId(p.values.size()) - 1;
}

bool stands_in(const Procedure& p, ValueId id, uint32_t loop) {
  for (const Block& block : p.blocks) {
    if (std::ranges::find(block.values, id) == block.values.end()) continue;
    uint32_t around = block.loop;
    while (around != kNone && around != loop) around = p.loops[around].parent;
    return around == loop;
  }
  return false;
}

// A value of a loop, computed once more in front of it; kNone where it is more than arithmetic and loads.
ValueId repeat(Procedure& p, uint32_t loop, ValueId id, std::map<ValueId, ValueId>& copies) {
  if (const auto known = copies.find(id); known != copies.end()) return known->second;
  if (!stands_in(p, id, loop)) return id;
  Value copy = p.values[id];
  switch (copy.opcode) {
  case Opcode::load:
  case Opcode::sext:
  case Opcode::zext:
  case Opcode::trunc:
  case Opcode::add:
  case Opcode::sub:
  case Opcode::mul:
    break;
  default:
    return kNone;
  }
  for (ValueId& operand : copy.operands)
    if (operand = repeat(p, loop, operand, copies); operand == kNone) return kNone;
  p.values.push_back(std::move(copy));
  std::vector<ValueId>& before = p.blocks[p.loops[loop].preheader].values;
  before.push_back(ValueId(p.values.size()) - 1);
  return copies[id] = before.back();
}

void add_trips(ProbedProgram& result, const std::string& name, const Probe& probe) {
  Procedure& p = result.program.procedures[probe.procedure];
  const TripCount& count = *probe.trips;
  std::vector<ValueId>& before = p.blocks[p.loops[count.loop].preheader].values;
  std::map<ValueId, ValueId> copies;
  const auto place = [&](Opcode opcode, ValueId a, ValueId b) {
    p.values.push_back({.opcode = opcode, .bits = 64, .operands = {a, b}});
    before.push_back(ValueId(p.values.size()) - 1);
    return before.back();
  };
  const ValueId first = repeat(p, count.loop, count.first, copies);
  const ValueId limit = repeat(p, count.loop, count.limit, copies);
  const ValueId step = repeat(p, count.loop, count.step, copies);
  ValueId length = place(Opcode::add, place(Opcode::sub, limit, first), step); // rounded up, from the first one on
  if (!count.with_limit) length = place(Opcode::sub, length, add_constant(p, 1, 64));
  const ValueId trips = place(Opcode::sdiv, length, step);
  before.push_back(add_send(p, result.program.proc_null, trips, add_constant(p, 0, 32), fmt::format("probe_{}", name)));
  result.names[{probe.procedure, uint32_t(p.values[before.back()].number)}] = name;
}

} // namespace

bool can_repeat(const Procedure& p, const TripCount& count) {
  Procedure tried = p;
  std::map<ValueId, ValueId> copies;
  return std::ranges::none_of(std::array{count.first, count.limit, count.step},
                              [&](ValueId id) { return repeat(tried, count.loop, id, copies) == kNone; });
}

ProbedProgram with_probes(const Program& program, const Probes& probes) {
  ProbedProgram result{.program = program};
  for (const auto& [name, probe] : probes.values) {
    if (probe.trips) {
      add_trips(result, name, probe);
      continue;
    }
    Procedure& p = result.program.procedures[probe.procedure];
    for (Block& block : p.blocks) {
      const auto at = std::ranges::find(block.values, probe.value);
      if (at == block.values.end()) continue;
      size_t behind = size_t(at - block.values.begin()) + 1;
      while (behind < block.values.size() && p.values[block.values[behind]].opcode == Opcode::phi) ++behind;
      const auto place = [&](ValueId value) {
        block.values.insert(block.values.begin() + long(behind++), value);
        return value;
      };
      ValueId probed = probe.value;
      if (probe.slot != kNone) {
        const ValueId offset = add_constant(p, probe.offset, 64);
        const ValueId address = ValueId(p.values.size());
        p.values.push_back({.opcode = Opcode::add, .bits = 64, .operands = {probe.slot, offset}});
        p.values.push_back({.opcode = Opcode::load, .bits = 32, .operands = {place(address)}});
        probed = place(address + 1);
      }
      const ValueId send =
          place(add_send(p, program.proc_null, probed, add_constant(p, 0, 32), fmt::format("probe_{}", name)));
      result.names[{probe.procedure, uint32_t(p.values[send].number)}] = name;
      break;
    }
  }
  return result;
}

bool factors_size(const Program& program, uint32_t procedure, const std::vector<bool>& is_address) {
  Program tried = program;
  tried.main = uint32_t(tried.procedures.size());
  Procedure& p = tried.procedures.emplace_back();
  p.name = "main", p.communicates = true;
  Block& block = p.blocks.emplace_back();
  const auto place = [&](Value value) {
    p.values.push_back(std::move(value));
    block.values.push_back(ValueId(p.values.size()) - 1);
    return block.values.back();
  };
  p.operations.push_back({.call = Call::size,
                          .name = "MPI_Comm_size",
                          .arguments = {{Role::comm, add_constant(p, handle_of("MPI_COMM_WORLD"), 64)}}});
  const ValueId size = place({.opcode = Opcode::operation, .bits = 32, .number = 0});
  std::vector<ValueId> actuals, slots, numbers;
  for (const bool address : is_address) {
    if (address) slots.push_back(place({.opcode = Opcode::stack_slot, .bits = 64, .number = 4}));
    actuals.push_back(address ? slots.back() : size);
  }
  place({.opcode = Opcode::call, .number = procedure, .operands = actuals});
  for (const ValueId slot : slots) numbers.push_back(place({.opcode = Opcode::load, .bits = 32, .operands = {slot}}));
  if (numbers.size() != 2) return false;
  block.values.push_back(add_send(p, program.proc_null, numbers[0], numbers[1], "probe"));
  for (int processes = 1; processes <= kMostProcesses; ++processes) {
    auto world = World::make(tried, {.ranks = processes}, 0);
    if (!world) return false;
    bool right = false;
    for (int i = 0; i < kProbeSteps && !right; ++i) {
      const auto step = (*world)->next(0);
      if (!step || (*step)->kind == Step::Kind::end) return false;
      for (const Message& message : (*step)->posts) {
        if (message.tag < 1 || message.count < 1 || message.tag * message.count != processes) return false;
        right = true;
      }
    }
    if (!right) return false;
  }
  return true;
}

} // namespace unply::sets
