// Calls as values: operations, what the user gives, the C library's functions that the interpreter knows, procedures.
#include "extract/emit.h"
#include "extract/known_functions.h"
#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace unply::extract {
using namespace llvm;
using stg::kNone, stg::Opcode, stg::Role;

void ProcedureWriter::convert_operation(const CallBase& call, const PreparedOperation& prepared, stg::Value& value) {
  stg::Operation operation{.call = prepared.function ? prepared.function->call : stg::Call::other,
                           .fortran = prepared.fortran,
                           .name = prepared.name};
  for (unsigned i = 0; i < prepared.arguments.size(); ++i) {
    const Role role = prepared.arguments[i].role;
    const Value* given = call.getArgOperand(i + 1);
    const bool handle = role == Role::comm || role == Role::datatype || role == Role::recv_datatype ||
                        role == Role::op || role == Role::group;
    operation.arguments.push_back(
        {.role = role, .value = handle ? handle_operand(given, role, prepared.fortran) : operand(given)});
  }
  operation.place = tables_.places.of(call);
  operation.symbol = fmt::format("{}", operation.place.line);
  operation.variable = prepared.variable;
  value.opcode = Opcode::operation, value.bits = 32, value.number = int64_t(procedure_.operations.size());
  tables_.operations[&call] = {tables_.procedure(function_), uint32_t(procedure_.operations.size())};
  procedure_.operations.push_back(std::move(operation));
}

// argv[k] of main: GEPs with constant offsets from its second formal.
static int argument_position(const Value* text) {
  const auto* load = dyn_cast<LoadInst>(text);
  if (!load) return -1;
  APInt offset(64, 0);
  const Value* base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(load->getDataLayout(), offset, true);
  const auto* formal = dyn_cast<Argument>(base);
  const bool of_main = formal && formal->getParent()->getName() == "main" && formal->getArgNo() == 1;
  return of_main && offset.getSExtValue() % 8 == 0 ? int(offset.getSExtValue() / 8) : -1;
}

bool ProcedureWriter::convert_intrinsic(const CallBase& call, StringRef name, stg::Value& value) {
  const auto at = [&](unsigned i) { return operand(call.getArgOperand(i)); };
  const unsigned bits = value.bits;
  const auto choose = [&](Opcode compare, stg::ValueId left, stg::ValueId right) {
    const stg::ValueId less = emit(compare, {left, right}, 1);
    value.opcode = Opcode::select;
    return less;
  };
  for (const auto& [word, compare, larger] : {std::tuple{"llvm.smax", Opcode::slt, true},
                                              {"llvm.smin", Opcode::slt, false},
                                              {"llvm.umax", Opcode::ult, true},
                                              {"llvm.umin", Opcode::ult, false},
                                              {"llvm.maxnum", Opcode::flt, true},
                                              {"llvm.minnum", Opcode::flt, false},
                                              {"fmax", Opcode::flt, true},
                                              {"fmin", Opcode::flt, false}})
    if (name.starts_with(word)) {
      const stg::ValueId left = at(0), right = at(1), less = choose(compare, left, right);
      value.operands = larger ? std::vector{less, right, left} : std::vector{less, left, right};
      return true;
    }
  if (name.starts_with("llvm.abs") || name == "abs" || name == "labs") {
    const stg::ValueId number = at(0), zero = constant(0, bits), less = choose(Opcode::slt, number, zero);
    value.operands = {less, emit(Opcode::sub, {zero, number}, bits), number};
    return true;
  }
  if (name.starts_with("llvm.fabs") || name == "fabs") {
    const stg::ValueId number = at(0), zero = place({.opcode = Opcode::real, .bits = 64, .is_real = true}),
                       less = choose(Opcode::flt, number, zero);
    value.operands = {less, emit(Opcode::fneg, {number}, 64, true), number};
    return true;
  }
  if (name.starts_with("llvm.fmuladd")) {
    value.opcode = Opcode::fadd, value.operands = {emit(Opcode::fmul, {at(0), at(1)}, 64, true), at(2)};
    return true;
  }
  if (name.starts_with("llvm.fptosi.sat") && bits > 1 && bits < 64) { // Fortran's int(): no more than fits
    const stg::ValueId number = emit(Opcode::to_integer, {at(0)}, 64);
    const stg::ValueId most = constant((int64_t(1) << (bits - 1)) - 1, 64),
                       least = constant(-1 - ((int64_t(1) << (bits - 1)) - 1), 64);
    const stg::ValueId below = emit(Opcode::slt, {number, most}, 1);
    const stg::ValueId upper = emit(Opcode::select, {below, number, most}, 64);
    const stg::ValueId above = emit(Opcode::slt, {least, upper}, 1);
    value.opcode = Opcode::trunc, value.operands = {emit(Opcode::select, {above, upper, least}, 64)};
    return true;
  }
  static const std::map<StringRef, Opcode> kReal = {
      {"sqrt", Opcode::sqrt},   {"cbrt", Opcode::cbrt}, {"floor", Opcode::floor}, {"ceil", Opcode::ceil},
      {"round", Opcode::round}, {"pow", Opcode::pow},   {"sqrtf", Opcode::sqrt},  {"floorf", Opcode::floor},
      {"ceilf", Opcode::ceil},  {"powf", Opcode::pow},  {"cbrtf", Opcode::cbrt},  {"log", Opcode::log},
      {"logf", Opcode::log}};
  StringRef plain = name;
  if (plain.consume_front("llvm.")) plain = plain.split('.').first;
  const auto found = kReal.find(plain);
  if (found == kReal.end() || (found->second == Opcode::pow && !call.getArgOperand(1)->getType()->isFloatingPointTy()))
    return false;
  value.opcode = found->second;
  for (const Use& argument : call.args()) value.operands.push_back(operand(argument));
  return true;
}

// What the user gives: an argument that is parsed, or a number that scanf reads.
bool ProcedureWriter::convert_parse(const CallBase& call, StringRef name, stg::Value& value) {
  if (!(name == kParseInt || name == kParseReal || name.starts_with(kParameter))) return false;
  const auto [at, added] = tables_.parameters.try_emplace(cast<ConstantInt>(call.getArgOperand(0))->getZExtValue(),
                                                          uint32_t(tables_.program.parameters.size()));
  if (added) tables_.program.parameters.emplace_back();
  const uint32_t number = at->second;
  stg::Parameter& parameter = tables_.program.parameters[number];
  parameter.is_real = call.getType()->isFloatingPointTy();
  parameter.place = value.place;
  if (parameter.name.empty()) parameter.name = name_of_target(call, names_);
  value.opcode = name == kParseInt ? Opcode::parse_int : name == kParseReal ? Opcode::parse_real : Opcode::parameter;
  value.number = int64_t(number);
  if (value.opcode == Opcode::parameter) return true;
  parameter.argument = argument_position(call.getArgOperand(1));
  value.operands = {operand(call.getArgOperand(1))};
  return true;
}

bool ProcedureWriter::convert_library(const CallBase& call, StringRef name, stg::Value& value) {
  if (is_allocation(call) && name != "realloc") {
    value.opcode = Opcode::heap_block, value.number = name == "calloc";
    const bool second = name == "aligned_alloc" || name == "memalign";
    stg::ValueId size = operand(call.getArgOperand(second ? 1 : 0));
    if (name == "calloc") size = emit(Opcode::mul, {size, operand(call.getArgOperand(1))}, 64);
    value.operands = {size};
    return true;
  }
  if (name == "strcmp" || name == "strncmp") {
    value.opcode = Opcode::compare_strings;
    for (const Use& argument : call.args()) value.operands.push_back(operand(argument));
    if (name == "strcmp") value.operands.push_back(kNone);
    return true;
  }
  if (name == "strlen") {
    value.opcode = Opcode::string_length, value.operands = {operand(call.getArgOperand(0))};
    return true;
  }
  return convert_intrinsic(call, name, value);
}

bool ProcedureWriter::convert_call(const CallBase& call, stg::Value& value) {
  if (const PreparedOperation* operation = operation_of(tables_.prepared, call)) {
    convert_operation(call, *operation, value);
    return true;
  }
  if (const auto* block = dyn_cast<MemIntrinsic>(&call)) {
    value.opcode = isa<MemSetInst>(block) ? Opcode::fill : Opcode::copy;
    for (unsigned i = 0; i < 3; ++i) value.operands.push_back(operand(call.getArgOperand(i)));
    return true;
  }
  const Function* callee = call.getCalledFunction();
  if (callee && callee->isDeclaration()) {
    const StringRef name = callee->getName();
    if (convert_parse(call, name, value) || convert_library(call, name, value)) return true;
    if (callee->isIntrinsic() || is_harmless(name)) return false;
    const std::string sentence =
        fmt::format("{} is not in the bitcode: its results and what it writes are unknown", name_of_function(*callee));
    auto& unseen = tables_.program.unseen;
    if (std::find(unseen.begin(), unseen.end(), sentence) == unseen.end()) unseen.push_back(sentence);
    for (const Use& argument : call.args()) {
      const bool written = !writes_text(name) || argument.getOperandNo() == 0;
      if (written && argument->getType()->isPointerTy() && !tables_.points_to.is_unseen(argument))
        place({.opcode = Opcode::forget, .operands = {operand(argument), kNone}, .place = value.place});
    }
    return false;
  }
  value.opcode = Opcode::call, value.number = kNone;
  if (callee)
    value.number = tables_.procedure(*callee);
  else
    value.operands.push_back(operand(call.getCalledOperand()));
  for (const Use& argument : call.args()) value.operands.push_back(operand(argument));
  return true;
}

} // namespace unply::extract
