#include "stg/program/testing/program_builder.h"

namespace unply::stg {

ProgramBuilder::ProgramBuilder() {
  program.mpi = "Open MPI", program.main = 0, program.files = {"test.c"};
  program.procedures.emplace_back().name = "main";
  procedure().communicates = true;
  procedure().blocks.emplace_back();
}

ValueId ProgramBuilder::add(Value value, bool placed) {
  const ValueId id = ValueId(procedure().values.size());
  procedure().values.push_back(std::move(value));
  if (placed) procedure().blocks[current].values.push_back(id);
  return id;
}

ValueId ProgramBuilder::constant(int64_t number, uint8_t bits) {
  return add({.opcode = Opcode::constant, .bits = bits, .number = number}, false);
}

ValueId ProgramBuilder::predefined(std::string_view name) {
  const auto& handles = predefined_handles();
  for (size_t i = 0; i < handles.size(); ++i)
    if (handles[i].name == name) return constant(kPredefined + int64_t(i), 64);
  return constant(0, 64);
}

ValueId ProgramBuilder::parameter(const std::string& name) {
  program.parameters.push_back({.name = name});
  return add({.opcode = Opcode::parameter, .bits = 32, .number = int64_t(program.parameters.size()) - 1, .name = name},
             true);
}

ValueId ProgramBuilder::emit(Opcode opcode, std::vector<ValueId> operands, uint8_t bits, int64_t number) {
  return add({.opcode = opcode, .bits = bits, .number = number, .operands = std::move(operands)}, true);
}

ValueId ProgramBuilder::operation(Call call, std::vector<Argument> arguments, uint32_t line) {
  auto& operations = procedure().operations;
  const Place place = {.file = 0, .line = line, .column = 0};
  operations.push_back({.call = call, .name = name_of(call), .arguments = std::move(arguments), .place = place});
  return add({.opcode = Opcode::operation, .bits = 32, .number = int64_t(operations.size()) - 1, .place = place}, true);
}

void ProgramBuilder::message(Call call, ValueId peer, ValueId count, std::string_view type, ValueId tag,
                             uint32_t line) {
  operation(call,
            {{Role::count, count},
             {Role::datatype, predefined(type)},
             {Role::peer, peer},
             {Role::tag, tag},
             {Role::comm, predefined("MPI_COMM_WORLD")}},
            line);
}

void ProgramBuilder::computation(Computation computation) {
  procedure().computations.push_back(std::move(computation));
  add({.opcode = Opcode::computation, .number = int64_t(procedure().computations.size()) - 1}, true);
}

BlockId ProgramBuilder::new_block() {
  procedure().blocks.emplace_back().loop = open.empty() ? kNone : open.back().loop;
  return BlockId(procedure().blocks.size()) - 1;
}
void ProgramBuilder::go_on_in(BlockId block) { current = block; }
void ProgramBuilder::jump(BlockId to) { procedure().blocks[current].then = to; }
void ProgramBuilder::branch(ValueId condition, BlockId then, BlockId otherwise) {
  Block& block = procedure().blocks[current];
  block.condition = condition, block.then = then, block.otherwise = otherwise;
}
void ProgramBuilder::finish() { procedure().blocks[current].then = kNone; }

ValueId ProgramBuilder::begin_loop(const std::string& name, ValueId first, ValueId limit, ValueId step) {
  const BlockId preheader = new_block(), after = new_block();
  jump(preheader), go_on_in(preheader);
  const uint32_t id = uint32_t(procedure().loops.size()), parent = open.empty() ? kNone : open.back().loop;
  open.push_back({.loop = id, .header = kNone, .after = after, .variable = kNone, .step = step});
  const BlockId header = new_block(), body = new_block();
  open.back().header = header;
  jump(header), go_on_in(header);
  const ValueId variable =
      add({.opcode = Opcode::phi, .bits = 32, .operands = {first}, .from = {preheader}, .name = name}, true);
  open.back().variable = variable;
  procedure().loops.push_back({.header = header,
                               .preheader = preheader,
                               .parent = parent,
                               .variable = step == kNone ? variable : kNone,
                               .name = name});
  branch(emit(Opcode::slt, {variable, limit}, 1), body, after);
  go_on_in(body);
  return variable;
}

void ProgramBuilder::end_loop() {
  const Open ended = open.back();
  Loop& loop = procedure().loops[ended.loop];
  const ValueId next = emit(Opcode::add, {ended.variable, ended.step == kNone ? constant(1) : ended.step});
  procedure().values[ended.variable].operands.push_back(next);
  procedure().values[ended.variable].from.push_back(current);
  loop.latch = current;
  jump(ended.header);
  open.pop_back();
  go_on_in(ended.after);
}

Program stream_of_messages(const std::function<ValueId(ProgramBuilder&)>& how_many) {
  ProgramBuilder b;
  const ValueId rank = b.rank(), zero = b.constant(0), one = b.constant(1), four = b.constant(4), tag = b.constant(7);
  b.begin_loop("k", zero, how_many(b));
  const BlockId sends = b.new_block(), receives = b.new_block(), behind = b.new_block();
  b.branch(b.emit(Opcode::eq, {rank, zero}, 1), sends, receives);
  b.go_on_in(sends);
  b.send(one, four, "MPI_DOUBLE", tag, 5);
  b.jump(behind), b.go_on_in(receives);
  b.receive(zero, four, "MPI_DOUBLE", tag, 6);
  b.jump(behind), b.go_on_in(behind);
  b.end_loop();
  b.finish();
  return b.program;
}

} // namespace unply::stg
