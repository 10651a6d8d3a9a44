// Turns procedures into instructions, and lays out the globals.
#include "stg/run/code.h"
#include <algorithm>
#include <bit>

namespace unply::stg {

namespace {

class Coder {
public:
  Coder(const Program& whole, Image& layout, uint32_t number) : image(layout) {
    code.procedure = &whole.procedures[number], code.number = number;
  }
  Code make();

private:
  void lay_constants();
  void lay_sites();
  void add_block(BlockId block);
  void add_value(ValueId id);
  uint32_t add_edge(BlockId from, BlockId to); // moves, then a jump; the position of the first
  uint32_t new_register() {
    code.initial.push_back(0), code.initial_known.push_back(0);
    return uint32_t(code.initial.size()) - 1;
  }
  void emit(Instruction instruction) { code.instructions.push_back(instruction); }
  void find_inputs(ValueId id, ComputationSite& site);
  bool uses(ValueId id, ValueId variable) const;

  Image& image;
  Code code;
  std::vector<bool> placed;
  std::vector<uint32_t> starts; // of blocks
  struct Patch {
    size_t instruction;
    BlockId block;
  };
  std::vector<Patch> jumps; // whose target is a block
};

void Coder::lay_constants() {
  const auto& values = code.procedure->values;
  code.initial.assign(values.size(), 0), code.initial_known.assign(values.size(), 0);
  for (size_t i = 0; i < values.size(); ++i) {
    const Value& value = values[i];
    const bool known = value.opcode == Opcode::constant || value.opcode == Opcode::real ||
                       value.opcode == Opcode::global || value.opcode == Opcode::procedure;
    code.initial_known[i] = known;
    if (value.opcode == Opcode::argument) code.formals.emplace_back(uint32_t(value.number), uint32_t(i));
    if (value.opcode == Opcode::constant) code.initial[i] = as_signed(value.number, value.bits);
    if (value.opcode == Opcode::real) code.initial[i] = std::bit_cast<int64_t>(value.real_number);
    if (value.opcode == Opcode::global) code.initial[i] = int64_t(image.globals[size_t(value.number)]);
    if (value.opcode == Opcode::procedure) code.initial[i] = int64_t(kProcedures + uint64_t(value.number) * 16);
  }
}

// Registers in blocks (or formals) that a pure expression stands on.
void Coder::find_inputs(ValueId id, ComputationSite& site) {
  const Value& value = code.procedure->values[id];
  if (value.opcode == Opcode::index || code.initial_known[id]) return;
  if (!placed[id] && value.opcode != Opcode::argument) {
    for (const ValueId operand : value.operands)
      if (operand != kNone) find_inputs(operand, site);
    return;
  }
  if (std::find(site.inputs.begin(), site.inputs.end(), id) == site.inputs.end()) site.inputs.push_back(id);
}

bool Coder::uses(ValueId id, ValueId variable) const {
  const auto& values = code.procedure->values;
  return id == variable || std::ranges::any_of(values[id].operands, [&](ValueId operand) {
           return operand != kNone && values[operand].opcode != Opcode::phi && uses(operand, variable);
         });
}

void Coder::lay_sites() {
  for (uint32_t i = 0; i < code.procedure->operations.size(); ++i) {
    OperationSite& site = code.operations.emplace_back();
    site.operation = &code.procedure->operations[i], site.index = i;
    for (const Argument& argument : site.operation->arguments)
      site.argument[size_t(argument.role)] = argument.value + 1;
  }
  for (const Computation& computation : code.procedure->computations) {
    ComputationSite& site = code.computations.emplace_back();
    site.computation = &computation, site.number = image.computations++;
    for (const Work& work : computation.work) {
      std::vector<bool>& bounds_inner = site.bounds_inner.emplace_back();
      for (const LoopRange& range : work.ranges) {
        find_inputs(range.first, site);
        if (range.limit != kNone) find_inputs(range.limit, site);
        bounds_inner.push_back(
            std::any_of(&range + 1, work.ranges.data() + work.ranges.size(), [&](const LoopRange& inner) {
              return uses(inner.first, range.variable) || (inner.limit != kNone && uses(inner.limit, range.variable));
            }));
      }
    }
  }
}

void Coder::add_value(ValueId id) {
  const Value& value = code.procedure->values[id];
  const auto operand = [&](size_t i) {
    return i < value.operands.size() && value.operands[i] != kNone ? value.operands[i] : 0;
  };
  Instruction made = {.op = uint8_t(value.opcode),
                      .bits = value.bits,
                      .real = value.is_real,
                      .to = id,
                      .a = operand(0),
                      .b = operand(1),
                      .c = operand(2),
                      .number = value.number};
  switch (value.opcode) {
  case Opcode::constant:
  case Opcode::real:
  case Opcode::argument:
  case Opcode::index:
  case Opcode::global:
  case Opcode::procedure:
  case Opcode::phi:
    return;
  case Opcode::store:
    made.bits = code.procedure->values[value.operands[0]].bits;
    made.real = code.procedure->values[value.operands[0]].is_real;
    break;
  case Opcode::forget:
  case Opcode::compare_strings: { // the last operand may lack
    const size_t last = value.opcode == Opcode::forget ? 1 : 2;
    made.number = value.operands[last] != kNone;
    break;
  }
  case Opcode::call:
    made.a = uint32_t(code.actuals.size()), made.b = uint32_t(value.operands.size());
    if (value.number == kNone) made.number = -1;
    code.actuals.insert(code.actuals.end(), value.operands.begin(), value.operands.end());
    break;
  default:
    made.plain = is_plain(value.opcode);
    if (made.plain && code.initial_known[made.b]) made.constant = true, made.number = code.initial[made.b];
    if (value.opcode >= Opcode::trunc && value.opcode <= Opcode::sext) made.b = made.a;
    if (value.opcode >= Opcode::eq && value.opcode <= Opcode::ule)
      made.bits = code.procedure->values[value.operands[0]].bits;
    if (value.opcode == Opcode::zext || value.opcode == Opcode::to_real)
      made.c = code.procedure->values[value.operands[0]].bits;
  }
  emit(made);
}

uint32_t Coder::add_edge(BlockId from, BlockId to) {
  const uint32_t start = uint32_t(code.instructions.size());
  std::vector<std::pair<uint32_t, uint32_t>> moves; // from, to
  for (const ValueId id : code.procedure->blocks[to].values) {
    const Value& phi = code.procedure->values[id];
    if (phi.opcode != Opcode::phi) break;
    for (size_t i = 0; i < phi.from.size(); ++i)
      if (phi.from[i] == from && phi.operands[i] != id) moves.emplace_back(phi.operands[i], id);
  }
  const auto written_before = [&](size_t at) { // a move reads what an earlier one has written
    for (size_t i = 0; i < at; ++i)
      if (moves[i].second == moves[at].first) return true;
    return false;
  };
  for (size_t i = 0; i < moves.size(); ++i) {
    if (!written_before(i)) continue;
    const uint32_t kept = new_register();
    emit({.op = uint8_t(Control::move), .to = kept, .a = moves[i].first});
    moves[i].first = kept;
  }
  for (const auto& [source, target] : moves) emit({.op = uint8_t(Control::move), .to = target, .a = source});
  for (const Loop& loop : code.procedure->loops) // trips of an unknown loop are counted from 0 again
    if (loop.preheader == from && loop.header == to)
      for (BlockId block = 0; block < code.procedure->blocks.size(); ++block)
        if (code.trip_counters[block] &&
            code.procedure->blocks[block].loop == uint32_t(&loop - code.procedure->loops.data())) {
          const uint32_t zero = new_register();
          code.initial_known[zero] = 1;
          emit({.op = uint8_t(Control::move), .to = code.trip_counters[block], .a = zero});
        }
  jumps.push_back({code.instructions.size(), to});
  emit({.op = uint8_t(Control::jump)});
  return start;
}

void Coder::add_block(BlockId block) {
  const Block& ends = code.procedure->blocks[block];
  starts[block] = uint32_t(code.instructions.size());
  for (const ValueId id : ends.values) add_value(id);
  if (ends.stops) return emit({.op = uint8_t(Control::stops)});
  if (ends.then == kNone)
    return emit(
        {.op = uint8_t(Control::returns), .a = ends.result == kNone ? 0 : ends.result, .number = ends.result != kNone});
  if (ends.condition == kNone) {
    add_edge(block, ends.then);
    return;
  }
  const size_t branch = code.instructions.size();
  emit({.op = uint8_t(Control::branch), .a = ends.condition, .number = block});
  const uint32_t then = add_edge(block, ends.then);
  const uint32_t otherwise = add_edge(block, ends.otherwise);
  code.instructions[branch].b = then, code.instructions[branch].c = otherwise;
}

Code Coder::make() {
  const auto& blocks = code.procedure->blocks;
  placed.assign(code.procedure->values.size(), false);
  for (const Block& block : blocks)
    for (const ValueId id : block.values) placed[id] = true;
  lay_constants(), lay_sites();
  code.trip_counters.assign(blocks.size(), 0);
  for (BlockId block = 0; block < blocks.size(); ++block)
    if (blocks[block].symbol.starts_with("T_") && blocks[block].loop != kNone)
      code.trip_counters[block] = new_register();
  starts.assign(blocks.size(), 0);
  for (BlockId block = 0; block < blocks.size(); ++block) add_block(block);
  for (const Patch& jump : jumps) code.instructions[jump.instruction].a = starts[jump.block];
  return std::move(code);
}

void lay_globals(const Program& program, Image& image) {
  uint64_t next = kGlobals, next_zero = kZeroGlobals;
  for (const Global& global : program.globals) {
    uint64_t& place = global.zeroed ? next_zero : next;
    image.globals.push_back(place);
    place += (uint64_t(global.bytes) + 63) / 64 * 64 + 64;
  }
  Memory memory;
  for (size_t i = 0; i < program.globals.size(); ++i)
    for (const Initial& initial : program.globals[i].initials) {
      const uint64_t at = image.globals[i] + uint64_t(initial.offset);
      int64_t address = initial.addend;
      if (initial.global != kNone) address += int64_t(image.globals[initial.global]);
      if (initial.procedure != kNone) address += int64_t(kProcedures + uint64_t(initial.procedure) * 16);
      if (initial.bytes.empty())
        memory.write(at, &address, 8);
      else
        memory.write(at, initial.bytes.data(), initial.bytes.size());
    }
  image.pages = memory.take_pages();
}

} // namespace

Image make_image(const Program& program) {
  Image image;
  lay_globals(program, image);
  for (uint32_t i = 0; i < program.procedures.size(); ++i) image.codes.push_back(Coder(program, image, i).make());
  return image;
}

} // namespace unply::stg
