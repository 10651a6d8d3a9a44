// Instructions of LLVM as values of the program. What has no counterpart is `unknown`, never something near it.
#include "extract/emit.h"
#include "stg/program/handle_numbers.h"
#include <fmt/format.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace unply::extract {
using namespace llvm;
using stg::kNone, stg::Opcode;

stg::ValueId ProcedureWriter::constant(int64_t number, unsigned bits) {
  const unsigned size = bits <= 1 ? 0 : bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 3 : 4;
  const auto [at, added] = constants_[size].try_emplace(number, 0);
  if (added) at->second = add({.opcode = Opcode::constant, .bits = uint8_t(std::min(bits, 64U)), .number = number});
  return at->second;
}

stg::ValueId ProcedureWriter::unknown(Type& type) {
  const unsigned bits = type.isIntegerTy() ? std::min(64U, type.getIntegerBitWidth()) : 64;
  return place({.opcode = Opcode::unknown, .bits = uint8_t(bits), .is_real = type.isFloatingPointTy()});
}

stg::ValueId ProcedureWriter::emit(Opcode opcode, std::vector<stg::ValueId> operands, unsigned bits, bool is_real) {
  return place({.opcode = opcode, .bits = uint8_t(bits), .is_real = is_real, .operands = std::move(operands)});
}

stg::ValueId ProcedureWriter::constant_operand(const Constant* value) {
  if (const int handle = predefined_handle(*value); handle >= 0) return constant(stg::kPredefined + handle, 64);
  if (const auto* number = dyn_cast<ConstantInt>(value)) {
    const unsigned bits = number->getBitWidth();
    return constant(bits > 64 ? 0 : bits == 1 ? int64_t(number->getZExtValue()) : number->getSExtValue(), bits);
  }
  if (const auto* real = dyn_cast<ConstantFP>(value)) {
    APFloat number = real->getValueAPF();
    bool loses = false;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
    return place({.opcode = Opcode::real, .bits = 64, .is_real = true, .real_number = number.convertToDouble()});
  }
  if (isa<ConstantPointerNull>(value)) return constant(0, 64);
  if (const auto* global = dyn_cast<GlobalVariable>(value))
    return place({.opcode = Opcode::global, .bits = 64, .number = tables_.global(*global)});
  if (const auto* function = dyn_cast<Function>(value)) {
    if (tables_.procedures.contains(function))
      return place({.opcode = Opcode::procedure, .bits = 64, .number = tables_.procedure(*function)});
  }
  if (const auto* step = dyn_cast<GEPOperator>(value)) {
    stg::Value made{.bits = 64};
    convert_address(*step, made);
    return place(made);
  }
  if (const auto* expression = dyn_cast<ConstantExpr>(value))
    if (expression->isCast()) return operand(expression->getOperand(0));
  return unknown(*value->getType());
}

stg::ValueId ProcedureWriter::operand(const Value* value) {
  if (const auto found = ids_.find(value); found != ids_.end()) return found->second;
  if (const auto* fixed = dyn_cast<Constant>(value)) return constant_operand(fixed);
  return unknown(*value->getType());
}

stg::ValueId ProcedureWriter::handle_operand(const Value* value, stg::Role role, bool fortran) {
  const auto* number = dyn_cast<ConstantInt>(value);
  if (!number || number->getBitWidth() != 32) return operand(value);
  const uint32_t given = uint32_t(number->getZExtValue());
  const int handle = stg::predefined_of_number(tables_.prepared.mpich, fortran, role, given);
  return handle >= 0 ? constant(stg::kPredefined + handle, 64) : operand(value);
}

bool ProcedureWriter::convert_binary(const Instruction& instruction, stg::Value& value) {
  static const std::map<unsigned, Opcode> kOpcodes = {
      {Instruction::Add, Opcode::add},   {Instruction::Sub, Opcode::sub},   {Instruction::Mul, Opcode::mul},
      {Instruction::SDiv, Opcode::sdiv}, {Instruction::UDiv, Opcode::udiv}, {Instruction::SRem, Opcode::srem},
      {Instruction::URem, Opcode::urem}, {Instruction::Shl, Opcode::shl},   {Instruction::LShr, Opcode::lshr},
      {Instruction::AShr, Opcode::ashr}, {Instruction::And, Opcode::and_},  {Instruction::Or, Opcode::or_},
      {Instruction::Xor, Opcode::xor_},  {Instruction::FAdd, Opcode::fadd}, {Instruction::FSub, Opcode::fsub},
      {Instruction::FMul, Opcode::fmul}, {Instruction::FDiv, Opcode::fdiv}, {Instruction::FNeg, Opcode::fneg}};
  const auto found = kOpcodes.find(instruction.getOpcode());
  if (found == kOpcodes.end() || instruction.getType()->isVectorTy() ||
      (instruction.getType()->isIntegerTy() && instruction.getType()->getIntegerBitWidth() > 64))
    return false;
  value.opcode = found->second;
  for (const Use& one : instruction.operands()) value.operands.push_back(operand(one));
  return true;
}

bool ProcedureWriter::convert_compare(const CmpInst& compare, stg::Value& value) {
  struct Form {
    Opcode opcode;
    bool swapped = false, negated = false;
  };
  static const std::map<unsigned, Form> kForms = {
      {CmpInst::ICMP_EQ, {Opcode::eq}},         {CmpInst::ICMP_NE, {Opcode::ne}},
      {CmpInst::ICMP_SLT, {Opcode::slt}},       {CmpInst::ICMP_SLE, {Opcode::sle}},
      {CmpInst::ICMP_SGT, {Opcode::slt, true}}, {CmpInst::ICMP_SGE, {Opcode::sle, true}},
      {CmpInst::ICMP_ULT, {Opcode::ult}},       {CmpInst::ICMP_ULE, {Opcode::ule}},
      {CmpInst::ICMP_UGT, {Opcode::ult, true}}, {CmpInst::ICMP_UGE, {Opcode::ule, true}},
      {CmpInst::FCMP_OEQ, {Opcode::feq}},       {CmpInst::FCMP_UNE, {Opcode::feq, false, true}},
      {CmpInst::FCMP_OLT, {Opcode::flt}},       {CmpInst::FCMP_OLE, {Opcode::fle}},
      {CmpInst::FCMP_OGT, {Opcode::flt, true}}, {CmpInst::FCMP_OGE, {Opcode::fle, true}}};
  const auto found = kForms.find(compare.getPredicate());
  if (found == kForms.end()) return false;
  const auto [opcode, swapped, negated] = found->second;
  stg::ValueId left = operand(compare.getOperand(0)), right = operand(compare.getOperand(1));
  if (swapped) std::swap(left, right);
  value.opcode = opcode, value.operands = {left, right};
  if (negated) {
    const stg::ValueId equal = emit(opcode, {left, right}, 1);
    value.opcode = Opcode::xor_, value.operands = {equal, constant(1, 1)};
  }
  return true;
}

bool ProcedureWriter::convert_cast(const CastInst& cast, stg::Value& value) {
  const stg::ValueId from = operand(cast.getOperand(0));
  value.operands = {from};
  switch (cast.getOpcode()) {
  case Instruction::Trunc:
    value.opcode = Opcode::trunc;
    return true;
  case Instruction::ZExt:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    value.opcode = Opcode::zext;
    return true;
  case Instruction::SExt:
    value.opcode = Opcode::sext;
    return true;
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    value.opcode = Opcode::to_real;
    return true;
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    value.opcode = Opcode::to_integer;
    return true;
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    value.opcode = Opcode::fadd; // values are kept as double
    value.operands.push_back(place({.opcode = Opcode::real, .bits = 64, .is_real = true}));
    return true;
  default:
    return false;
  }
}

void ProcedureWriter::convert_address(const GEPOperator& step, stg::Value& value) {
  const DataLayout& layout = tables_.module.getDataLayout();
  stg::ValueId sum = operand(step.getPointerOperand());
  int64_t fixed = 0;
  for (auto at = gep_type_begin(&step), end = gep_type_end(&step); at != end; ++at) {
    const Value* index = at.getOperand();
    if (StructType* type = at.getStructTypeOrNull()) {
      fixed += layout.getStructLayout(type)->getElementOffset(unsigned(cast<ConstantInt>(index)->getZExtValue()));
      continue;
    }
    const int64_t scale = int64_t(at.getSequentialElementStride(layout));
    if (const auto* number = dyn_cast<ConstantInt>(index)) {
      fixed += number->getSExtValue() * scale;
      continue;
    }
    stg::ValueId wide = operand(index);
    if (index->getType()->getIntegerBitWidth() < 64) wide = emit(Opcode::sext, {wide}, 64);
    if (scale != 1) wide = emit(Opcode::mul, {wide, constant(scale, 64)}, 64);
    sum = emit(Opcode::add, {sum, wide}, 64);
  }
  value.opcode = Opcode::add, value.operands = {sum, constant(fixed, 64)};
}

// Pairs that functions return are put together and taken apart again.
bool ProcedureWriter::convert_extract(const Instruction& instruction, stg::Value& value) {
  const auto& extract = cast<ExtractValueInst>(instruction);
  const Value* from = extract.getAggregateOperand();
  while (const auto* insert = dyn_cast<InsertValueInst>(from)) {
    if (insert->getIndices() == extract.getIndices()) {
      value.opcode = value.is_real ? Opcode::fadd : Opcode::add;
      const stg::ValueId zero =
          value.is_real ? place({.opcode = Opcode::real, .bits = 64, .is_real = true}) : constant(0, value.bits);
      value.operands = {operand(insert->getInsertedValueOperand()), zero};
      return true;
    }
    from = insert->getAggregateOperand();
  }
  return false;
}

bool ProcedureWriter::convert(const Instruction& instruction, stg::Value& value) {
  const auto* own_call = dyn_cast<CallBase>(&instruction);
  if (tables_.slice.is_tainted(&instruction) && !(own_call && tables_.slice.has_effects(*own_call))) return false;
  if (isa<PHINode>(instruction)) {
    value.opcode = Opcode::phi;
    return true;
  }
  if (const auto* slot = dyn_cast<AllocaInst>(&instruction)) {
    const auto size = slot->getAllocationSize(tables_.module.getDataLayout());
    if (size) {
      value.opcode = Opcode::stack_slot, value.number = int64_t(size->getFixedValue());
      if (value.name.empty()) value.name = slot->getName().split('.').first.str();
      return true;
    }
    const int64_t element =
        int64_t(tables_.module.getDataLayout().getTypeAllocSize(slot->getAllocatedType()).getFixedValue());
    stg::ValueId count = operand(slot->getArraySize());
    if (slot->getArraySize()->getType()->getIntegerBitWidth() < 64) count = emit(Opcode::sext, {count}, 64);
    value.opcode = Opcode::heap_block;
    value.operands = {emit(Opcode::mul, {count, constant(element, 64)}, 64)};
    return true;
  }
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
    if (load->getType()->isAggregateType() || load->getType()->isVectorTy()) return false;
    if (load->getType()->isFloatTy()) value.bits = 32;
    value.opcode = Opcode::load, value.operands = {operand(load->getPointerOperand())};
    return true;
  }
  if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
    if (tables_.points_to.is_unseen(store->getPointerOperand())) return false; // not memory of the program
    value.opcode = Opcode::store,
    value.operands = {operand(store->getValueOperand()), operand(store->getPointerOperand())};
    Type* type = store->getValueOperand()->getType();
    const int64_t size = int64_t(tables_.module.getDataLayout().getTypeStoreSize(type).getFixedValue());
    if (type->isFloatTy() || type->isAggregateType() || type->isVectorTy() || size > 8) {
      value.opcode = Opcode::forget;
      value.operands = {operand(store->getPointerOperand()), constant(size, 64)};
    }
    return true;
  }
  if (const auto* compare = dyn_cast<CmpInst>(&instruction)) return convert_compare(*compare, value);
  if (const auto* converted = dyn_cast<CastInst>(&instruction)) return convert_cast(*converted, value);
  if (const auto* step = dyn_cast<GEPOperator>(&instruction)) {
    convert_address(*step, value);
    return true;
  }
  if (const auto* choice = dyn_cast<SelectInst>(&instruction)) {
    value.opcode = Opcode::select;
    for (const Use& one : choice->operands()) value.operands.push_back(operand(one));
    return true;
  }
  if (isa<FreezeInst>(instruction)) {
    value.opcode = Opcode::add, value.operands = {operand(instruction.getOperand(0)), constant(0, value.bits)};
    return !value.is_real;
  }
  if (isa<ExtractValueInst>(instruction)) return convert_extract(instruction, value);
  if (const auto* call = dyn_cast<CallBase>(&instruction)) return convert_call(*call, value);
  return convert_binary(instruction, value);
}

} // namespace unply::extract
