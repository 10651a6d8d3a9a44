// Procedures, globals with their initial values, predefined handles: what all procedures share.
#include "extract/emit.h"
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

static const std::map<uint32_t, const char*> kMpichNames = {{0x04000000, "MPI_COMM_NULL"},
                                                            {0x44000000, "MPI_COMM_WORLD"},
                                                            {0x44000001, "MPI_COMM_SELF"},
                                                            {0x2c000000, "MPI_REQUEST_NULL"},
                                                            {0x08000000, "MPI_GROUP_NULL"},
                                                            {0x48000000, "MPI_GROUP_EMPTY"},
                                                            {0x18000000, "MPI_OP_NULL"},
                                                            {0x58000001, "MPI_MAX"},
                                                            {0x58000002, "MPI_MIN"},
                                                            {0x58000003, "MPI_SUM"},
                                                            {0x58000004, "MPI_PROD"},
                                                            {0x58000005, "MPI_LAND"},
                                                            {0x58000006, "MPI_BAND"},
                                                            {0x58000007, "MPI_LOR"},
                                                            {0x58000008, "MPI_BOR"},
                                                            {0x58000009, "MPI_LXOR"},
                                                            {0x5800000a, "MPI_BXOR"},
                                                            {0x5800000b, "MPI_MINLOC"},
                                                            {0x5800000c, "MPI_MAXLOC"},
                                                            {0x0c000000, "MPI_DATATYPE_NULL"},
                                                            {0x4c000101, "MPI_CHAR"},
                                                            {0x4c000118, "MPI_SIGNED_CHAR"},
                                                            {0x4c000102, "MPI_UNSIGNED_CHAR"},
                                                            {0x4c00010d, "MPI_BYTE"},
                                                            {0x4c00010f, "MPI_PACKED"},
                                                            {0x4c000203, "MPI_SHORT"},
                                                            {0x4c000204, "MPI_UNSIGNED_SHORT"},
                                                            {0x4c000405, "MPI_INT"},
                                                            {0x4c000406, "MPI_UNSIGNED"},
                                                            {0x4c000807, "MPI_LONG"},
                                                            {0x4c000808, "MPI_UNSIGNED_LONG"},
                                                            {0x4c000809, "MPI_LONG_LONG"},
                                                            {0x4c00040a, "MPI_FLOAT"},
                                                            {0x4c00080b, "MPI_DOUBLE"},
                                                            {0x4c00100c, "MPI_LONG_DOUBLE"},
                                                            {0x4c000137, "MPI_INT8_T"},
                                                            {0x4c000238, "MPI_INT16_T"},
                                                            {0x4c000439, "MPI_INT32_T"},
                                                            {0x4c00083a, "MPI_INT64_T"},
                                                            {0x4c00011a, "MPI_CHARACTER"},
                                                            {0x4c00041d, "MPI_LOGICAL"},
                                                            {0x4c00041b, "MPI_INTEGER"},
                                                            {0x4c00041c, "MPI_REAL"},
                                                            {0x4c00081f, "MPI_DOUBLE_PRECISION"},
                                                            {0x4c00081e, "MPI_COMPLEX"},
                                                            {0x4c000829, "MPI_REAL8"},
                                                            {0x4c000427, "MPI_REAL4"},
                                                            {0x4c000430, "MPI_INTEGER4"},
                                                            {0x4c000831, "MPI_INTEGER8"},
                                                            {0x4c00012d, "MPI_INTEGER1"},
                                                            {0x4c00022f, "MPI_INTEGER2"},
                                                            {0x4c000820, "MPI_2INTEGER"},
                                                            {0x4c000821, "MPI_2REAL"},
                                                            {0x4c001023, "MPI_2DOUBLE_PRECISION"},
                                                            {0x4c000816, "MPI_2INT"},
                                                            {0x8c000001, "MPI_DOUBLE_INT"},
                                                            {0x8c000000, "MPI_FLOAT_INT"},
                                                            {0x4c00013f, "MPI_C_BOOL"},
                                                            {0x4c00083e, "MPI_UINT64_T"},
                                                            {0x4c00043d, "MPI_UINT32_T"},
                                                            {0x4c000819, "MPI_UNSIGNED_LONG_LONG"},
                                                            {0x4c000843, "MPI_AINT"},
                                                            {0x4c001041, "MPI_C_DOUBLE_COMPLEX"},
                                                            {0x4c00040e, "MPI_WCHAR"},
                                                            {0x4c001022, "MPI_DOUBLE_COMPLEX"}};

int mpich_handle(uint32_t number) {
  const auto found = kMpichNames.find(number);
  return found == kMpichNames.end() ? -1 : handle_named(found->second);
}

// The numbers in Open MPI's mpif-handles.h.
int open_mpi_fortran_handle(std::string_view kind, uint32_t number) {
  static const std::map<std::string_view, std::map<uint32_t, const char*>> kNames = {
      {"comm", {{0, "MPI_COMM_WORLD"}, {1, "MPI_COMM_SELF"}, {2, "MPI_COMM_NULL"}}},
      {"group", {{0, "MPI_GROUP_NULL"}, {1, "MPI_GROUP_EMPTY"}}},
      {"op",
       {{0, "MPI_OP_NULL"},
        {1, "MPI_MAX"},
        {2, "MPI_MIN"},
        {3, "MPI_SUM"},
        {4, "MPI_PROD"},
        {5, "MPI_LAND"},
        {6, "MPI_BAND"},
        {7, "MPI_LOR"},
        {8, "MPI_BOR"},
        {9, "MPI_LXOR"},
        {10, "MPI_BXOR"},
        {11, "MPI_MAXLOC"},
        {12, "MPI_MINLOC"},
        {13, "MPI_REPLACE"}}},
      {"type", {{0, "MPI_DATATYPE_NULL"}, {1, "MPI_BYTE"},
                {2, "MPI_PACKED"},        {5, "MPI_CHARACTER"},
                {6, "MPI_LOGICAL"},       {7, "MPI_INTEGER"},
                {8, "MPI_INTEGER1"},      {9, "MPI_INTEGER2"},
                {10, "MPI_INTEGER4"},     {11, "MPI_INTEGER8"},
                {13, "MPI_REAL"},         {14, "MPI_REAL4"},
                {15, "MPI_REAL8"},        {17, "MPI_DOUBLE_PRECISION"},
                {18, "MPI_COMPLEX"},      {22, "MPI_DOUBLE_COMPLEX"},
                {23, "MPI_2REAL"},        {24, "MPI_2DOUBLE_PRECISION"},
                {25, "MPI_2INTEGER"},     {34, "MPI_CHAR"},
                {39, "MPI_INT"},          {41, "MPI_LONG"},
                {45, "MPI_FLOAT"},        {46, "MPI_DOUBLE"}}}};
  const auto& names = kNames.at(kind);
  const auto found = names.find(number);
  return found == names.end() ? -1 : handle_named(found->second);
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

// Open MPI's handles in C are addresses of its objects; MPICH's are numbers, in Fortran too, that begin with the kind.
static bool names_world_of_mpich(const Tables& tables, const Instruction& instruction) {
  const PreparedOperation* operation = operation_of(tables.prepared, instruction);
  for (unsigned i = 0; operation && i < operation->arguments.size(); ++i) {
    const auto* number = dyn_cast<ConstantInt>(cast<CallBase>(instruction).getArgOperand(i + 1));
    if (operation->arguments[i].role == stg::Role::comm && number && (number->getZExtValue() | 1) == 0x44000001)
      return true;
  }
  return false;
}

static void detect_mpi(Tables& tables) {
  stg::Program& program = tables.program;
  for (const Function& function : tables.module)
    for (const BasicBlock& block : function)
      for (const Instruction& instruction : block) tables.mpich |= names_world_of_mpich(tables, instruction);
  program.mpi = tables.mpich ? "MPICH" : tables.prepared.operations.empty() ? "" : "Open MPI";
  if (tables.mpich) {
    program.proc_null = -1, program.any_source = -2, program.any_tag = -1, program.undefined = -32766;
    program.root_null = -3;
    program.request_bytes = program.comm_bytes = program.type_bytes = 4, program.status_bytes = 20;
  } else {
    program.root_null = -4;
  }
}

void write_program(Tables& tables) {
  detect_mpi(tables);
  for (Function* function : tables.slice.procedures())
    if (tables.slice.is_procedure(*function)) ProcedureWriter(tables, *function).plan();
  for (Function* function : tables.slice.procedures())
    if (tables.slice.is_procedure(*function)) tables.procedures.emplace(function, uint32_t(tables.procedures.size()));
  tables.program.procedures.resize(tables.procedures.size());
  for (const auto& [function, index] : tables.procedures)
    tables.program.procedures[index] = ProcedureWriter(tables, *const_cast<Function*>(function)).write();
  tables.write_globals();
  tables.program.main = 0;
  for (size_t i = 0; i < tables.program.parameters.size(); ++i)
    if (tables.program.parameters[i].name.empty()) tables.program.parameters[i].name = fmt::format("input_{}", i + 1);
}

} // namespace unply::extract
