// The invariant of program.h, checked once for each file that is read: indices in their tables, instructions in one
// block, phis in step with the predecessors. A file that passes cannot send the interpreter or the sets out of bounds.
#include "stg/program/program_file.h"
#include <fmt/format.h>
#include <map>

namespace unply::stg {

namespace {

struct Checker {
  const Program& program;
  const Procedure& procedure;
  std::string wrong; // the first violation

  template <class... Words> void expect(bool holds, fmt::format_string<Words...> text, Words&&... words) {
    if (!holds && wrong.empty()) wrong = fmt::format(text, std::forward<Words>(words)...);
  }
  void expect_value(ValueId id, const char* of, bool may_lack = false) {
    expect((may_lack && id == kNone) || id < procedure.values.size(), "{} names value {} of {}", of, id,
           procedure.values.size());
  }
  void check_place(const Place& place) {
    expect(place.file == kNone || place.file < program.files.size(), "a place names file {} of {}", place.file,
           program.files.size());
  }
  void check_values();
  void check_blocks();
  void check_predecessors();
  void check_loops();
  void check_computations();
};

size_t operands_of(Opcode opcode) { // SIZE_MAX: any number
  switch (opcode) {
  case Opcode::constant:
  case Opcode::real:
  case Opcode::argument:
  case Opcode::index:
  case Opcode::stack_slot:
  case Opcode::global:
  case Opcode::procedure:
  case Opcode::parameter:
    return 0;
  case Opcode::trunc:
  case Opcode::zext:
  case Opcode::sext:
  case Opcode::to_real:
  case Opcode::to_integer:
  case Opcode::fneg:
  case Opcode::sqrt:
  case Opcode::cbrt:
  case Opcode::log:
  case Opcode::floor:
  case Opcode::ceil:
  case Opcode::round:
  case Opcode::heap_block:
  case Opcode::load:
  case Opcode::parse_int:
  case Opcode::parse_real:
  case Opcode::string_length:
    return 1;
  case Opcode::select:
  case Opcode::copy:
  case Opcode::fill:
  case Opcode::compare_strings:
    return 3;
  case Opcode::unknown:
  case Opcode::phi:
  case Opcode::call:
  case Opcode::operation:
  case Opcode::computation:
    return SIZE_MAX;
  default:
    return 2;
  }
}

// The table that Value::number indexes; SIZE_MAX: it is a plain number.
size_t table_of(const Program& program, const Procedure& procedure, const Value& value) {
  switch (value.opcode) {
  case Opcode::argument:
    return procedure.formals.size();
  case Opcode::global:
    return program.globals.size();
  case Opcode::procedure:
    return program.procedures.size();
  case Opcode::parameter:
  case Opcode::parse_int:
  case Opcode::parse_real:
    return program.parameters.size();
  case Opcode::operation:
    return procedure.operations.size();
  case Opcode::computation:
    return procedure.computations.size();
  default:
    return SIZE_MAX;
  }
}

void Checker::check_values() {
  for (size_t id = 0; id < procedure.values.size(); ++id) {
    const Value& value = procedure.values[id];
    const size_t operands = operands_of(value.opcode), table = table_of(program, procedure, value);
    expect(operands == SIZE_MAX || value.operands.size() == operands, "value {} ({}) has {} operands, expected {}", id,
           name_of(value.opcode), value.operands.size(), operands);
    expect(table == SIZE_MAX || (value.number >= 0 && size_t(value.number) < table),
           "value {} ({}) names entry {} of {}", id, name_of(value.opcode), value.number, table);
    if (value.opcode == Opcode::call && value.number != kNone)
      expect(value.number >= 0 && size_t(value.number) < program.procedures.size(), "value {} calls procedure {} of {}",
             id, value.number, program.procedures.size());
    expect(value.opcode != Opcode::call || value.number != kNone || !value.operands.empty(),
           "value {} calls through no address", id);
    expect(value.opcode == Opcode::phi ? value.from.size() == value.operands.size() : value.from.empty(),
           "value {} has {} operands from {} blocks", id, value.operands.size(), value.from.size());
    expect(value.bits <= 64, "value {} has {} bits", id, value.bits);
    const bool optional = value.opcode == Opcode::forget || value.opcode == Opcode::compare_strings;
    for (const ValueId operand : value.operands) expect_value(operand, name_of(value.opcode), optional);
    check_place(value.place);
  }
}

void Checker::check_blocks() {
  expect(!procedure.blocks.empty(), "has no block");
  std::vector<bool> placed(procedure.values.size());
  for (const Block& block : procedure.blocks) {
    bool phis = true;
    for (const ValueId id : block.values) {
      expect_value(id, "a block");
      if (!wrong.empty()) return;
      expect(!placed[id], "value {} stands in two blocks", id);
      placed[id] = true;
      const bool phi = procedure.values[id].opcode == Opcode::phi;
      expect(phis || !phi, "value {} is a phi behind other values", id);
      phis = phi;
    }
    expect_value(block.condition, "a condition", true), expect_value(block.result, "a result", true);
    for (const BlockId next : {block.then, block.otherwise})
      expect(next == kNone || next < procedure.blocks.size(), "a block goes to block {} of {}", next,
             procedure.blocks.size());
    expect(block.condition == kNone ? block.otherwise == kNone : block.then != kNone && block.otherwise != kNone,
           "a block has a condition and no two targets, or targets and no condition");
    expect(block.loop == kNone || block.loop < procedure.loops.size(), "a block is in loop {} of {}", block.loop,
           procedure.loops.size());
    check_place(block.place);
  }
}

void Checker::check_predecessors() {
  if (!wrong.empty()) return;
  std::vector<std::vector<BlockId>> predecessors(procedure.blocks.size());
  for (BlockId from = 0; from < procedure.blocks.size(); ++from) {
    const Block& block = procedure.blocks[from];
    if (block.then != kNone) predecessors[block.then].push_back(from);
    if (block.otherwise != kNone && block.otherwise != block.then) predecessors[block.otherwise].push_back(from);
  }
  expect(predecessors[0].empty(), "the entry has a predecessor");
  for (BlockId at = 0; at < procedure.blocks.size(); ++at)
    for (const ValueId id : procedure.blocks[at].values) {
      std::vector<BlockId> from = procedure.values[id].from;
      if (procedure.values[id].opcode != Opcode::phi) break;
      std::sort(from.begin(), from.end());
      expect(from == predecessors[at], "phi {} has operands from other blocks than the predecessors of block {}", id,
             at);
    }
}

void Checker::check_loops() {
  for (uint32_t id = 0; id < procedure.loops.size(); ++id) {
    const Loop& loop = procedure.loops[id];
    for (const BlockId block : {loop.header, loop.preheader, loop.latch})
      expect(block < procedure.blocks.size(), "loop {} names block {} of {}", id, block, procedure.blocks.size());
    expect(loop.parent == kNone || loop.parent < id, "loop {} lies in loop {}", id, loop.parent);
    expect_value(loop.variable, "a loop", true);
    check_place(loop.place);
  }
}

void Checker::check_computations() {
  for (const Operation& operation : procedure.operations) {
    for (const Argument& argument : operation.arguments) expect_value(argument.value, "an operation");
    check_place(operation.place);
  }
  for (const Computation& computation : procedure.computations) {
    for (const ValueId actual : computation.actuals) expect_value(actual, "a computation");
    for (const Work& work : computation.work)
      for (const LoopRange& range : work.ranges) {
        expect_value(range.variable, "a loop range"), expect_value(range.first, "a loop range");
        expect_value(range.limit, "a loop range", true);
        expect(range.step != 0, "a loop range has step 0");
      }
    for (const uint32_t timer : computation.timers)
      expect(timer < program.timers.size(), "a computation names timer {} of {}", timer, program.timers.size());
    check_place(computation.place), check_place(computation.end);
  }
}

} // namespace

Result<void> check_program(const Program& program) {
  const auto damaged = [](const std::string& what) {
    return fail("damaged task graph, " + what, "build it again with unply stg build");
  };
  if (program.main >= program.procedures.size())
    return damaged(fmt::format("main is procedure {} of {}", program.main, program.procedures.size()));
  for (const Procedure& procedure : program.procedures) {
    Checker checker{program, procedure, {}};
    checker.check_values(), checker.check_blocks(), checker.check_predecessors(), checker.check_loops(),
        checker.check_computations();
    if (procedure.formals.size() != procedure.formal_bits.size()) checker.expect(false, "formals lack their bits");
    if (!checker.wrong.empty()) return damaged(fmt::format("procedure {}: {}", procedure.name, checker.wrong));
  }
  for (const Global& global : program.globals)
    for (const Initial& initial : global.initials)
      if ((initial.global != kNone && initial.global >= program.globals.size()) ||
          (initial.procedure != kNone && initial.procedure >= program.procedures.size()) || initial.offset < 0 ||
          initial.offset > global.bytes || global.bytes < 0)
        return damaged(fmt::format("global {}: an initial value lies outside", global.name));
  return {};
}

} // namespace unply::stg
