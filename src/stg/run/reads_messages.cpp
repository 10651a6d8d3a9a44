// Whether anything that the program reads can have come with a message. Where it cannot, no data needs to be moved.
// Objects are told apart by where their addresses come from; an address that was itself loaded or passed may be any.
#include "stg/program/handle_numbers.h"
#include "stg/run/code.h"
#include "stg/run/machine.h"
#include <algorithm>
#include <set>

namespace unply::stg {

namespace {

using Object = std::pair<uint64_t, int64_t>; // what gives the address: procedure and value, or a global
constexpr uint64_t kGlobal = UINT64_MAX - 1;
const Object kAny = {UINT64_MAX, 0}, kArguments = {UINT64_MAX, 1}; // kArguments: argv and its strings

struct Roots {
  const Program& program;
  const Procedure& procedure;
  std::set<ValueId>& loads; // that were followed: the address of `p = p->next` may come from itself
  std::set<ValueId> seen = {};
  std::set<Object> objects = {};

  void of(ValueId id) {
    if (id == kNone || !seen.insert(id).second) return;
    const Value& value = procedure.values[id];
    const bool is_main = &procedure == &program.procedures[program.main];
    switch (value.opcode) {
    case Opcode::constant:
      return;
    case Opcode::global:
      objects.insert({kGlobal, value.number});
      return;
    case Opcode::stack_slot:
    case Opcode::heap_block:
      objects.insert({uint64_t(&procedure - program.procedures.data()), id});
      return;
    case Opcode::argument:
      objects.insert(is_main && value.number == 1 ? kArguments : kAny);
      return;
    case Opcode::phi:
    case Opcode::select:
    case Opcode::add:
    case Opcode::sub:
      for (const ValueId operand : value.operands) of(operand);
      return;
    case Opcode::load: {
      if (!loads.insert(id).second) return void(objects.insert(kAny));
      Roots from{program, procedure, loads};
      from.of(value.operands[0]);
      objects.insert(from.objects == std::set{kArguments} ? kArguments : kAny);
      return;
    }
    case Opcode::mul: // offsets
    case Opcode::shl:
    case Opcode::sext:
    case Opcode::zext:
    case Opcode::operation:
    case Opcode::parse_int:
    case Opcode::parameter:
      return;
    default:
      objects.insert(kAny);
    }
  }
};

bool receives_into(const Operation& operation, Role role) {
  if (role == Role::recv_buffer) return true;
  return role == Role::buffer && !(operation.call >= Call::send && operation.call <= Call::rsend) &&
         !(operation.call >= Call::isend && operation.call <= Call::irsend);
}

} // namespace

bool reads_messages(const Program& program) {
  std::set<Object> read, received;
  for (const Procedure& procedure : program.procedures) {
    const auto add = [&](ValueId id, std::set<Object>& to) {
      std::set<ValueId> loads;
      Roots roots{program, procedure, loads};
      roots.of(id);
      to.insert(roots.objects.begin(), roots.objects.end());
    };
    for (const Value& value : procedure.values) {
      if (value.opcode == Opcode::load || value.opcode == Opcode::parse_int || value.opcode == Opcode::parse_real ||
          value.opcode == Opcode::string_length)
        add(value.operands[0], read);
      if (value.opcode == Opcode::copy) add(value.operands[1], read);
      if (value.opcode == Opcode::compare_strings) add(value.operands[0], read), add(value.operands[1], read);
    }
    for (const Operation& operation : procedure.operations)
      for (const Argument& argument : operation.arguments)
        if (receives_into(operation, argument.role)) add(argument.value, received);
  }
  if (received.empty()) return false;
  read.erase(kArguments);
  if (read.empty()) return false;
  if (read.contains(kAny) || received.contains(kAny)) return true;
  for (const Object& object : read)
    if (received.contains(object)) return true;
  return false;
}

bool messages_tell(const Program& program) {
  const auto tells = [&](const Procedure& procedure, const Operation& operation) {
    const Role role = operation.call == Call::sendrecv ? Role::recv_datatype : Role::datatype;
    for (const Argument& argument : operation.arguments) {
      if (argument.role != role || argument.value == kNone) continue;
      const Value& value = procedure.values[argument.value];
      if (value.opcode != Opcode::constant) return true;
      const uint32_t low = uint32_t(value.number);
      const int known = predefined_of_number(program.mpi == "MPICH", operation.fortran, role, low);
      return !carries_reals(known >= 0 ? uint32_t(known) : low);
    }
    return true;
  };
  return std::ranges::any_of(program.procedures, [&](const Procedure& procedure) {
    return std::ranges::any_of(procedure.operations, [&](const Operation& operation) {
      return (is_receive(operation.call) || operation.call == Call::recv_init) && tells(procedure, operation);
    });
  });
}

} // namespace unply::stg
