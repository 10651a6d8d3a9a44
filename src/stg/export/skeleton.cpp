// See skeleton.h. Each procedure becomes a function, each block a label; phis are moves on the edges between blocks.
#include "stg/export/skeleton.h"
#include "stg/export/c_values.h"
#include "stg/export/skeleton_prologue.h"
#include "stg/program/place_text.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace unply::stg {

namespace {

class ProcedureWriter {
public:
  ProcedureWriter(const Program& whole, uint32_t number, const PredictionCosts& with, size_t first)
      : program(whole), procedure(whole.procedures[number]), costs(with), first_computation(first),
        values(whole, procedure), own_number(number) {}

  static std::string head(const Program& program, uint32_t number) {
    const Procedure& procedure = program.procedures[number];
    std::vector<bool> is_real(procedure.formals.size(), false);
    bool returns_real = false;
    for (const Value& value : procedure.values)
      if (value.opcode == Opcode::argument && size_t(value.number) < is_real.size())
        is_real[size_t(value.number)] = value.is_real;
    for (const Block& block : procedure.blocks)
      if (block.result != kNone) returns_real = procedure.values[block.result].is_real;
    std::string formals;
    for (uint32_t i = 0; i < is_real.size(); ++i)
      formals += fmt::format("{}{} {}", i == 0 ? "" : ", ", is_real[i] ? "double" : "i64", formal_name(i));
    return fmt::format("static {} p{}({})", returns_real ? "double" : "i64", number,
                       formals.empty() ? "void" : formals);
  }

  Result<std::string> write() {
    text = fmt::format("\n/* {} */\n{} {{\n", c_text(procedure.name), head(program, own_number));
    for (const Block& block : procedure.blocks)
      for (const ValueId id : block.values)
        if (is_variable(id)) text += fmt::format("  {} {} = 0;\n", values.type(id), values.name(id));
    for (BlockId id = 0; id < procedure.blocks.size(); ++id)
      if (counts_trips(id)) text += fmt::format("  i64 trips_{} = 0;\n", id);
    for (BlockId id = 0; id < procedure.blocks.size(); ++id) {
      text += fmt::format("b{}:;\n", id);
      for (const ValueId value : procedure.blocks[id].values) TRY(add_value(value));
      end_block(id);
    }
    text += "}\n";
    return std::move(text);
  }

  std::set<std::string> asked; // names of the environment

private:
  std::string place(const Place& at) const { return at.file == kNone ? "" : c_text(place_text(program, at)); }

  bool is_variable(ValueId id) const {
    const Value& value = procedure.values[id];
    return value.bits != 0 || value.opcode == Opcode::phi || value.opcode == Opcode::operation;
  }

  std::string given(const std::string& name) {
    asked.insert(c_text(name));
    return fmt::format("given(\"{}\")", c_text(name));
  }

  std::unexpected<Error> refuse(const Place& at, const std::string& what) const {
    return fail(fmt::format("{}: {} has no place in a skeleton", place(at), what));
  }

  Result<void> add_value(ValueId id) {
    const Value& value = procedure.values[id];
    const auto operand = [&](size_t i) { return i < value.operands.size() ? values.use(value.operands[i]) : "0"; };
    const auto by_data = [&](size_t i) {
      return i < value.operands.size() && values.depends_on_data(value.operands[i]);
    };
    switch (value.opcode) {
    case Opcode::phi:
    case Opcode::index:
    case Opcode::forget:
    case Opcode::constant:
      return {};
    case Opcode::call:
      return add_call(id, value);
    case Opcode::operation:
      return add_operation(id, procedure.operations[size_t(value.number)]);
    case Opcode::computation:
      add_computation(uint32_t(value.number));
      return {};
    case Opcode::store: {
      const Value& stored = procedure.values[value.operands[0]];
      if (!by_data(1))
        text += fmt::format("  {}({}, {}, {});\n", stored.is_real ? "store_real" : "store", operand(0), operand(1),
                            stored.bits);
      return {};
    }
    case Opcode::copy:
      if (!by_data(0) && !by_data(1) && !by_data(2))
        text += fmt::format("  memmove(POINTER({}), POINTER({}), (size_t){});\n", operand(0), operand(1), operand(2));
      return {};
    case Opcode::fill:
      if (!by_data(0) && !by_data(2))
        text += fmt::format("  memset(POINTER({}), (int){}, (size_t){});\n", operand(0), operand(1), operand(2));
      return {};
    case Opcode::heap_block:
      if (by_data(0)) return refuse(value.place, "memory whose size depends on data");
      break;
    case Opcode::load:
      if (by_data(0)) return {};
      break;
    default:
      break;
    }
    if (const std::string made = values.expression(id); !made.empty() && is_variable(id))
      text += fmt::format("  {} = {};\n", values.name(id), made);
    return {};
  }

  Result<void> add_call(ValueId id, const Value& value) {
    if (uint32_t(value.number) == kNone) return refuse(value.place, "a call by address");
    const Procedure& called = program.procedures[size_t(value.number)];
    std::string actuals;
    for (size_t i = 0; i < called.formals.size(); ++i)
      actuals += (i ? ", " : "") + (i < value.operands.size() ? values.use(value.operands[i]) : std::string("0"));
    text += fmt::format("  {}p{}({});\n", is_variable(id) ? values.name(id) + " = " : "", value.number, actuals);
    return {};
  }

  ValueId argument(const Operation& operation, Role role) const {
    for (const Argument& one : operation.arguments)
      if (one.role == role) return one.value;
    return kNone;
  }

  std::string buffer(const Operation& operation, const Argument& one) const {
    if (!values.depends_on_data(one.value)) return fmt::format("buffer({})", values.use(one.value));
    const bool received = one.role == Role::recv_buffer && argument(operation, Role::recv_count) != kNone;
    return fmt::format("scratch({}, (MPI_Datatype)(intptr_t){}, (MPI_Comm)(intptr_t){})",
                       values.use(argument(operation, received ? Role::recv_count : Role::count)),
                       values.use(argument(operation, received ? Role::recv_datatype : Role::datatype)),
                       values.use(argument(operation, Role::comm)));
  }

  std::string actual(const Operation& operation, const Argument& one) {
    std::string value = values.use(one.value);
    const auto number = [&] {
      if (!values.depends_on_data(one.value)) return value;
      const std::string line = std::to_string(operation.place.line);
      return given(fmt::format("{}_{}", name_of(one.role), operation.symbol.empty() ? line : operation.symbol));
    };
    switch (one.role) {
    case Role::buffer:
    case Role::recv_buffer:
      return buffer(operation, one);
    case Role::datatype:
    case Role::recv_datatype:
      return "(MPI_Datatype)(intptr_t)" + value;
    case Role::comm:
      return "(MPI_Comm)(intptr_t)" + value;
    case Role::op:
      return "(MPI_Op)(intptr_t)" + value;
    case Role::group:
      return "(MPI_Group)(intptr_t)" + value;
    case Role::peer:
    case Role::source:
      return fmt::format("peer({})", number());
    case Role::tag:
    case Role::recv_tag:
      return fmt::format("tag({})", number());
    case Role::color:
      return fmt::format("color({})", number());
    case Role::status:
      return fmt::format("status({})", value);
    case Role::count:
    case Role::recv_count:
    case Role::root:
    case Role::request_count:
    case Role::key:
    case Role::reorder:
    case Role::ndims:
    case Role::direction:
    case Role::displacement:
    case Role::nnodes:
    case Role::block_length:
    case Role::order:
      return "(int)" + number();
    case Role::stride:
    case Role::lower_bound:
    case Role::extent:
      return number();
    default:
      return fmt::format("POINTER({})", value);
    }
  }

  Result<void> add_operation(ValueId id, const Operation& operation) {
    const Call call = operation.call;
    if (operation.fortran) return refuse(operation.place, operation.name + ", with Fortran's handles,");
    if (call == Call::other || call == Call::bsend || call == Call::ibsend)
      return refuse(operation.place, operation.name);
    if (call == Call::wtime) return {};
    const std::string line = place(operation.place);
    if (call == Call::rank || call == Call::size) {
      text += fmt::format("  {{ int number; {}((MPI_Comm)(intptr_t){}, &number); {} = number; }} /* {} */\n",
                          operation.name, values.use(argument(operation, Role::comm)), values.name(id), line);
      return {};
    }
    std::string actuals;
    for (const Argument& one : operation.arguments) actuals += (actuals.empty() ? "" : ", ") + actual(operation, one);
    if (call == Call::abort) actuals += ", 1";
    if (call == Call::init)
      text += fmt::format("  MPI_Init(NULL, NULL); /* {} */\n", line);
    else
      text += fmt::format("  {}({}); /* {} */\n", operation.name, actuals, line);
    if (call == Call::cart_shift)
      for (const Role role : {Role::source_out, Role::dest_out})
        text += fmt::format("  own_peer({});\n", values.use(argument(operation, role)));
    return {};
  }

  // Loops only where the bounds of inner ranges need their variables.
  void add_ranges(const Work& work, size_t level, std::string indent) {
    if (level == work.ranges.size()) {
      text += indent + "++n;\n";
      return;
    }
    const LoopRange& range = work.ranges[level];
    const bool known =
        range.limit != kNone && !values.depends_on_data(range.limit) && !values.depends_on_data(range.first);
    const std::string count =
        known ? fmt::format("trips({}, {}, {})", values.use(range.first), values.use(range.limit), range.step)
        : range.symbol.empty() ? std::string("0")
                               : given(range.symbol);
    bool inner_depends = false;
    for (size_t i = level + 1; i < work.ranges.size(); ++i)
      inner_depends =
          inner_depends || uses(work.ranges[i].first, range.variable) || uses(work.ranges[i].limit, range.variable);
    const std::string variable =
        range.variable == kNone ? fmt::format("unused_{}", level) : values.name(range.variable);
    text += fmt::format("{}{{ i64 before_{} = n, left_{} = {};\n", indent, level, level, count);
    if (inner_depends) {
      text += fmt::format("{}  for (i64 {} = {}; left_{} > 0; {} += {}, --left_{}) {{\n", indent, variable,
                          known ? values.use(range.first) : "0", level, variable, range.step, level);
      add_ranges(work, level + 1, indent + "    ");
      text += indent + "  } (void)before_" + std::to_string(level) + "; }\n";
      return;
    }
    add_ranges(work, level + 1, indent + "  ");
    text += fmt::format("{}  n = before_{} + (n - before_{}) * left_{}; }}\n", indent, level, level, level);
  }

  bool uses(ValueId id, ValueId variable) const {
    if (id == kNone || variable == kNone) return false;
    if (id == variable) return true;
    if (values.is_placed(id)) return false;
    return std::ranges::any_of(procedure.values[id].operands, [&](ValueId operand) { return uses(operand, variable); });
  }

  void add_computation(uint32_t index) {
    const Computation& computation = procedure.computations[index];
    const size_t number = first_computation + index;
    const bool own = number < costs.computations.size() && costs.computations[number];
    const ComputationCost cost = own ? *costs.computations[number] : ComputationCost{.iteration_s = costs.iteration_s};
    text += fmt::format("  {{ i64 n = 0; /* {} {} */\n", place(computation.place), c_text(computation.name));
    for (const Work& work : computation.work) add_ranges(work, 0, "    ");
    text += fmt::format("    delay(n * {:g} + {:g}); }}\n", cost.iteration_s, cost.constant_s);
  }

  bool counts_trips(BlockId id) const {
    const Block& block = procedure.blocks[id];
    return block.condition != kNone && block.symbol.starts_with("T_") && block.loop != kNone &&
           values.depends_on_data(block.condition);
  }

  bool stays(BlockId id, uint32_t in_loop) const {
    for (uint32_t loop = procedure.blocks[id].loop; loop != kNone; loop = procedure.loops[loop].parent)
      if (loop == in_loop) return true;
    return false;
  }

  void add_edge(BlockId from, BlockId to, const char* indent) {
    std::string reads, writes;
    for (const ValueId id : procedure.blocks[to].values) {
      const Value& phi = procedure.values[id];
      if (phi.opcode != Opcode::phi) break;
      for (size_t i = 0; i < phi.from.size(); ++i)
        if (phi.from[i] == from && phi.operands[i] != id) {
          reads += fmt::format("{} new_{} = {}; ", values.type(id), id, values.use(phi.operands[i]));
          writes += fmt::format("{} = new_{}; ", values.name(id), id);
          break;
        }
    }
    for (size_t i = 0; i < procedure.loops.size(); ++i) // trips of an unknown loop are counted from 0 again
      if (procedure.loops[i].preheader == from && procedure.loops[i].header == to)
        for (BlockId block = 0; block < procedure.blocks.size(); ++block)
          if (counts_trips(block) && procedure.blocks[block].loop == i) writes += fmt::format("trips_{} = 0; ", block);
    text += fmt::format("{}{}{}goto b{};\n", indent, reads, writes, to);
  }

  void end_block(BlockId id) {
    const Block& block = procedure.blocks[id];
    if (block.stops) {
      text += "  exit(0);\n";
    } else if (block.then == kNone) {
      text += fmt::format("  return {};\n", block.result == kNone ? "0" : values.use(block.result));
    } else if (block.condition == kNone) {
      text += "  {\n", add_edge(id, block.then, "    "), text += "  }\n";
    } else {
      std::string condition = values.use(block.condition) + " & 1";
      if (counts_trips(id)) {
        condition = fmt::format("trips_{}++ < {}", id, given(block.symbol));
        if (!stays(block.then, block.loop)) condition = "!(" + condition + ")";
      } else if (values.depends_on_data(block.condition)) {
        condition = given(block.symbol.empty() ? fmt::format("c_{}", block.place.line) : block.symbol);
      }
      text += fmt::format("  if ({}) {{ /* {} */\n", condition, place(block.place));
      add_edge(id, block.then, "    "), text += "  } else {\n", add_edge(id, block.otherwise, "    ");
      text += "  }\n";
    }
  }

  const Program& program;
  const Procedure& procedure;
  const PredictionCosts& costs;
  const size_t first_computation; // in PredictionCosts::computations
  const CValues values;
  const uint32_t own_number;
  std::string text;
};

std::string globals_of(const Program& program) {
  std::string text, setup = "\nstatic void set_globals(void) {\n";
  for (size_t i = 0; i < program.globals.size(); ++i) {
    const Global& global = program.globals[i];
    text += fmt::format("static _Alignas(64) char g{}[{}]; /* {} */\n", i, std::max<int64_t>(global.bytes, 1),
                        c_text(global.name));
    for (const Initial& initial : global.initials) {
      if (initial.bytes.empty()) {
        const std::string to =
            initial.global == kNone ? "0" : fmt::format("ADDRESS(g{}) + {}", initial.global, initial.addend);
        setup += fmt::format("  store({}, ADDRESS(g{} + {}), 64);\n", to, i, initial.offset);
        continue;
      }
      std::string bytes;
      for (const char byte : initial.bytes) bytes += fmt::format("\\{:03o}", uint8_t(byte));
      setup += fmt::format("  memcpy(g{} + {}, \"{}\", {});\n", i, initial.offset, bytes, initial.bytes.size());
    }
  }
  return text + setup + "}\n";
}

std::string main_of(const Program& program) {
  static constexpr const char* kWords[] = {"argc", "ADDRESS(argv)", "0"};
  std::string actuals;
  for (size_t i = 0; i < program.procedures[program.main].formals.size(); ++i)
    actuals += fmt::format("{}{}", i ? ", " : "", kWords[std::min<size_t>(i, 2)]);
  return fmt::format("\nint main(int argc, char** argv) {{\n  (void)argc, (void)argv;\n  set_globals();\n"
                     "  return (int)p{}({});\n}}\n",
                     program.main, actuals);
}

} // namespace

Result<std::string> skeleton_of(const Program& program, const PredictionCosts& costs) {
  if (program.main == kNone) return fail("the program has no main procedure", "build an executable, not a library");
  std::string heads, bodies, asked;
  size_t first = 0;
  for (uint32_t i = 0; i < program.procedures.size(); ++i) {
    heads += ProcedureWriter::head(program, i) + ";\n";
    ProcedureWriter writer(program, i, costs, first);
    const auto body = writer.write();
    if (!body) return error_of(body);
    bodies += *body, first += program.procedures[i].computations.size();
    for (const std::string& name : writer.asked) asked += "\n   " + name;
  }
  std::string text =
      fmt::format("/* The skeleton of {}, by unply stg export: its calls of MPI, delays in place of its computations.\n"
                  "   Build it with mpicc, or with smpicc for SimGrid; it takes the program's arguments. */\n",
                  c_text(program.executable));
  if (!asked.empty())
    text += fmt::format("/* Decided by data of the program, given here by the environment:{} */\n", asked);
  for (const Parameter& parameter : program.parameters)
    if (parameter.argument < 0)
      text += fmt::format("/* Read by the program, given here by the environment: {} */\n", c_text(parameter.name));
  text += fmt::format(
      "#define COMM_BYTES {}\n#define REQUEST_BYTES {}\n#define TYPE_BYTES {}\n#define STATUS_BYTES {}\n"
      "#define OWN_PROC_NULL {}\n#define OWN_ANY_SOURCE {}\n#define OWN_ANY_TAG {}\n#define OWN_UNDEFINED {}\n",
      program.comm_bytes, program.request_bytes, program.type_bytes, program.status_bytes, program.proc_null,
      program.any_source, program.any_tag, program.undefined);
  return text + kSkeletonPrologue + "\n" + globals_of(program) + "\n" + heads + bodies + main_of(program);
}

} // namespace unply::stg
