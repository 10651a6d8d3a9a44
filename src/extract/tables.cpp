// Procedures, globals with their initial values, predefined handles: what all procedures share.
#include "extract/dependence.h"
#include "extract/emit.h"
#include "extract/timers.h"
#include <cctype>
#include <fmt/format.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace unply::extract {
using namespace llvm;

static int handle_named(std::string_view name) {
  const auto& handles = stg::predefined_handles();
  for (size_t i = 0; i < handles.size(); ++i)
    if (handles[i].name == name) return int(i);
  return -1;
}

// Open MPI: the address of an object, "ompi_mpi_comm_world". Its names of types that differ from MPI's are below.
int predefined_handle(const Constant& constant) {
  static const std::map<std::string, std::string> kOthers = {
      {"integer", "MPI_INTEGER"},   {"dblprec", "MPI_DOUBLE_PRECISION"},
      {"cplex", "MPI_COMPLEX"},     {"dblcplex", "MPI_DOUBLE_COMPLEX"},
      {"logic", "MPI_LOGICAL"},     {"character", "MPI_CHARACTER"},
      {"cxx_bool", "MPI_CXX_BOOL"}, {"long_long_int", "MPI_LONG_LONG"},
      {"2integer", "MPI_2INTEGER"}, {"2dblprec", "MPI_2DOUBLE_PRECISION"},
      {"2real", "MPI_2REAL"}};
  if (!isa<GlobalVariable>(constant)) return -1;
  StringRef name = constant.getName();
  if (!name.consume_front("ompi_")) return -1;
  if (name == "request_null") return handle_named("MPI_REQUEST_NULL");
  name.consume_front("mpi_op_") ? void() : void(name.consume_front("mpi_"));
  if (const auto found = kOthers.find(name.str()); found != kOthers.end()) return handle_named(found->second);
  return handle_named("MPI_" + name.upper());
}

uint32_t Tables::global(const GlobalVariable& variable) {
  const auto [at, added] = globals.try_emplace(&variable, uint32_t(program.globals.size()));
  if (added) {
    const int64_t bytes =
        variable.getValueType()->isSized()
            ? int64_t(module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue())
            : 0;
    program.globals.push_back({.name = name_of_global(variable), .bytes = bytes});
    open_globals.push_back(&variable);
  }
  return at->second;
}

const std::set<const Function*>& Tables::reachable(const Function& from) {
  const auto [at, added] = reached_from.try_emplace(&from);
  std::vector<const Function*> open;
  if (added) open.push_back(&from), at->second.insert(&from);
  while (!open.empty()) {
    const Function* function = open.back();
    open.pop_back();
    for (const BasicBlock& block : *function)
      for (const Instruction& instruction : block)
        if (const auto* call = dyn_cast<CallBase>(&instruction))
          for (const Function* callee : points_to.callees(*call))
            if (at->second.insert(callee).second) open.push_back(callee);
  }
  return at->second;
}

uint32_t Tables::procedure(const Function& function) { return procedures.at(&function); }

static void write_initial(Tables& tables, uint32_t index, const Constant& value, int64_t offset) {
  const DataLayout& layout = tables.module.getDataLayout();
  Type* type = value.getType();
  const auto add = [&](stg::Initial initial) {
    auto& initials = tables.program.globals[index].initials;
    const bool joins = !initials.empty() && !initial.bytes.empty() && !initials.back().bytes.empty() &&
                       initials.back().offset + int64_t(initials.back().bytes.size()) == offset;
    if (joins)
      initials.back().bytes += initial.bytes;
    else
      initials.push_back(std::move(initial));
  };
  if (value.isNullValue() || isa<UndefValue>(value)) return;
  if (const auto* data = dyn_cast<ConstantDataSequential>(&value))
    return add({.offset = offset, .bytes = data->getRawDataValues().str()});
  if (isa<ConstantInt, ConstantFP>(value)) {
    const APInt bits = isa<ConstantInt>(value) ? cast<ConstantInt>(value).getValue()
                                               : cast<ConstantFP>(value).getValueAPF().bitcastToAPInt();
    std::string bytes(layout.getTypeStoreSize(type).getFixedValue(), '\0');
    for (size_t i = 0; i < bytes.size() && i * 8 < bits.getBitWidth(); ++i)
      bytes[i] = char(
          bits.extractBitsAsZExtValue(std::min<unsigned>(8, bits.getBitWidth() - unsigned(i) * 8), unsigned(i) * 8));
    return add({.offset = offset, .bytes = bytes});
  }
  if (type->isPointerTy()) {
    APInt addend(64, 0);
    const Value* base = value.stripAndAccumulateConstantOffsets(layout, addend, true);
    if (const auto* global = dyn_cast<GlobalVariable>(base)) {
      const uint32_t to = tables.global(*global);
      add({.offset = offset, .global = to, .addend = addend.getSExtValue()});
    } else if (const auto* function = dyn_cast<Function>(base); function && tables.procedures.contains(function)) {
      add({.offset = offset, .procedure = tables.procedure(*function)});
    }
    return;
  }
  for (unsigned i = 0; i < value.getNumOperands(); ++i) {
    const auto* part = dyn_cast<Constant>(value.getOperand(i));
    if (!part) continue;
    const int64_t at =
        type->isStructTy()
            ? int64_t(layout.getStructLayout(cast<StructType>(type))->getElementOffset(i).getFixedValue())
            : int64_t(i * layout.getTypeAllocSize(part->getType()).getFixedValue());
    write_initial(tables, index, *part, offset + at);
  }
}

void Tables::write_globals() {
  while (!open_globals.empty()) {
    const GlobalVariable* variable = open_globals.back();
    open_globals.pop_back();
    const uint32_t index = globals.at(variable);
    if (!variable->hasInitializer()) continue;
    program.globals[index].zeroed = true;
    write_initial(*this, index, *variable->getInitializer(), 0);
  }
}

static void detect_mpi(Tables& tables) {
  stg::Program& program = tables.program;
  const bool uses_mpi = any_of(tables.prepared.operations, [](const PreparedOperation& operation) {
    return !operation.function || !stg::is_openmp(operation.function->call);
  });
  program.mpi = tables.prepared.mpich ? "MPICH" : uses_mpi ? "Open MPI" : "";
  if (tables.prepared.mpich) {
    program.proc_null = -1, program.any_source = -2, program.any_tag = -1, program.undefined = -32766;
    program.root_null = -3;
    program.request_bytes = program.comm_bytes = program.type_bytes = 4, program.status_bytes = 20;
  } else {
    program.root_null = -4;
  }
}

// A symbol names the conditions of one line of one procedure, or the trips of one loop, in the whole program: where
// another procedure has it already, the line or the file tells the two apart, or else the procedure's number.
static void make_symbols_unique(stg::Program& program) {
  std::set<std::string> taken;
  for (size_t number = 0; number < program.procedures.size(); ++number) {
    stg::Procedure& procedure = program.procedures[number];
    std::map<std::string, std::string> names; // of this procedure
    for (stg::Block& block : procedure.blocks) {
      if (block.symbol.empty()) continue;
      std::string& name = names[block.symbol];
      if (name.empty()) {
        name = block.symbol;
        if (taken.contains(name) && name.starts_with("T_")) name += fmt::format("_{}", block.place.line);
        if (taken.contains(name) && block.place.file != stg::kNone) {
          const std::string& path = program.files[block.place.file];
          const std::string file = path.substr(path.rfind('/') + 1);
          name += '_';
          for (const char letter : file.substr(0, file.find('.'))) name += isalnum(letter) ? letter : '_';
        }
        if (taken.contains(name)) name += fmt::format("_{}", number);
      }
      block.symbol = name;
    }
    for (const auto& [written, name] : names) taken.insert(name);
  }
}

// Of the operations that verification counts.
static void write_deciding(Tables& tables) {
  Dependence dependence(tables.slice, tables.prepared, tables.points_to, tables.memory);
  for (const auto& [call, site] : tables.operations) {
    stg::Operation& operation = tables.program.procedures[site.procedure].operations[site.number];
    const bool posts = is_send(operation.call) || is_receive(operation.call) || is_collective(operation.call) ||
                       operation.call == stg::Call::start || operation.call == stg::Call::start_all;
    if (!posts) continue;
    std::set<std::string> symbols;
    for (const Instruction* branch : dependence.branches_behind(*cast<CallBase>(call)))
      if (const auto found = tables.branches.find(branch); found != tables.branches.end())
        symbols.insert(tables.program.procedures[found->second.procedure].blocks[found->second.number].symbol);
    operation.decided_by.assign(symbols.begin(), symbols.end());
  }
}

void write_program(Tables& tables) {
  detect_mpi(tables);
  for (Function* function : tables.slice.procedures())
    if (tables.slice.is_procedure(*function)) ProcedureWriter(tables, *function).plan();
  tables.look_at_timers();
  for (Function* function : tables.slice.procedures())
    if (tables.slice.is_procedure(*function)) tables.procedures.emplace(function, uint32_t(tables.procedures.size()));
  tables.program.procedures.resize(tables.procedures.size());
  for (const auto& [function, index] : tables.procedures)
    tables.program.procedures[index] = ProcedureWriter(tables, *const_cast<Function*>(function)).write();
  spread_timers(tables);
  make_symbols_unique(tables.program);
  write_deciding(tables);
  tables.write_globals();
  tables.program.main = 0;
  for (size_t i = 0; i < tables.program.parameters.size(); ++i)
    if (tables.program.parameters[i].name.empty()) tables.program.parameters[i].name = fmt::format("input_{}", i + 1);
}

} // namespace unply::extract
