// A procedure's blocks and loops. Each needed instruction has its value before the first block is written, so that phis
// and branches may name values of later blocks.
#include "extract/emit.h"
#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace unply::extract {
using namespace llvm;
using stg::kNone, stg::Opcode;

ProcedureWriter::ProcedureWriter(Tables& tables, Function& function)
    : tables_(tables), function_(function), contraction_(tables.slice, function), names_(names_in(function)) {}

stg::ValueId ProcedureWriter::add(stg::Value value) {
  procedure_.values.push_back(std::move(value));
  return stg::ValueId(procedure_.values.size()) - 1;
}

stg::ValueId ProcedureWriter::place(stg::Value value) {
  const stg::ValueId id = add(std::move(value));
  if (!planning_) procedure_.blocks[current_].values.push_back(id);
  return id;
}

std::string ProcedureWriter::unique_name(const std::string& name) {
  const int count = ++used_names_[name];
  return count == 1 ? name : fmt::format("{}_{}", name, count);
}

void ProcedureWriter::find_loops() {
  for (Loop* loop : tables_.slice.shape(function_).loops.getLoopsInPreorder()) {
    const BasicBlock *header = loop->getHeader(), *latch = loop->getLoopLatch(), *before = loop->getLoopPreheader();
    if (!latch || !before || !contraction_.has(header) || !contraction_.has(latch) || !contraction_.has(before))
      continue;
    stg::Loop made{.header = contraction_.position(header),
                   .preheader = contraction_.position(before),
                   .latch = contraction_.position(latch)};
    if (const Loop* parent = loop->getParentLoop(); parent && loops_.contains(parent)) made.parent = loops_.at(parent);
    made.place = tables_.places.of(loop->getStartLoc());
    for (const PHINode& phi : header->phis()) {
      const auto id = ids_.find(&phi);
      const auto* step = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
      if (id == ids_.end() || !step || !phi.getType()->isIntegerTy()) continue;
      const bool counts = (step->getOpcode() == Instruction::Add || step->getOpcode() == Instruction::Sub) &&
                          step->getOperand(0) == &phi && isa<ConstantInt>(step->getOperand(1));
      const bool better = made.variable == kNone || (made.name.empty() && names_.contains(&phi));
      if (!counts || !better) continue;
      made.variable = id->second;
      if (names_.contains(&phi)) made.name = names_.at(&phi);
    }
    for (const PHINode& phi : header->phis()) // doubled, shifted, ...: no variable, but a name
      if (made.name.empty() && made.variable == kNone && ids_.contains(&phi) && names_.contains(&phi))
        made.name = names_.at(&phi);
    made.name = unique_name(made.name.empty() ? "it" : made.name);
    loops_[loop] = uint32_t(procedure_.loops.size());
    procedure_.loops.push_back(std::move(made));
  }
}

// An unknown number may be needed behind the loop that computed it and is gone: it stands in the nearest block left.
void ProcedureWriter::reserve() {
  for (const Argument& formal : function_.args()) {
    const auto name = names_.find(&formal);
    procedure_.formals.push_back(name == names_.end() ? fmt::format("argument_{}", formal.getArgNo()) : name->second);
    procedure_.formal_bits.push_back(
        formal.getType()->isIntegerTy() ? uint8_t(std::min(64U, formal.getType()->getIntegerBitWidth())) : 64);
    ids_[&formal] = add({.opcode = Opcode::argument,
                         .bits = procedure_.formal_bits.back(),
                         .is_real = formal.getType()->isFloatingPointTy(),
                         .number = int64_t(formal.getArgNo()),
                         .name = procedure_.formals.back()});
  }
  for (BasicBlock& block : function_)
    for (Instruction& instruction : block)
      if (tables_.slice.needs(instruction) && !instruction.isTerminator() &&
          (contraction_.has(&block) || tables_.slice.is_tainted(&instruction)))
        ids_[&instruction] = add({});
}

void ProcedureWriter::plan() {
  planning_ = true;
  reserve();
  procedure_.blocks.resize(1);
  for (BasicBlock* block : contraction_.blocks()) {
    for (const Instruction& instruction : *block)
      if (is_computed_call(instruction)) compute_call(cast<CallBase>(instruction));
    compute_region(*block);
  }
}

stg::Procedure ProcedureWriter::write() {
  procedure_.name = name_of_function(function_);
  procedure_.communicates = tables_.slice.communicates(function_);
  procedure_.place = tables_.places.of(function_);
  reserve();
  procedure_.blocks.resize(contraction_.blocks().size());
  find_loops();
  for (BasicBlock* block : contraction_.blocks()) write_block(*block);
  write_phis();
  return std::move(procedure_);
}

void ProcedureWriter::write_block(BasicBlock& block) {
  current_ = contraction_.position(&block);
  stg::Block& made = procedure_.blocks[current_];
  for (const Loop* loop = tables_.slice.shape(function_).loops.getLoopFor(&block); loop; loop = loop->getParentLoop())
    if (loops_.contains(loop)) {
      made.loop = loops_.at(loop);
      break;
    }
  straight_ = {}, straight_code_.clear();
  for (const Instruction& instruction : block) {
    if (&instruction == block.getTerminator()) break;
    write_instruction(instruction);
    if (procedure_.blocks[current_].stops) return;
  }
  // A phi of data is an unknown number, and may have come first.
  std::stable_partition(made.values.begin(), made.values.end(),
                        [&](stg::ValueId id) { return procedure_.values[id].opcode == Opcode::phi; });
  if (contraction_.region(&block).contains(&block))
    straight_ = {}, straight_code_.clear(); // counted as part of its loop
  flush();
  compute_region(block);
  // Unknown numbers of the computations behind this block.
  for (BasicBlock* gone : contraction_.region(&block))
    for (const Instruction& instruction : *gone)
      if (const auto id = ids_.find(&instruction); id != ids_.end() && !contraction_.has(gone)) {
        procedure_.values[id->second] = {
            .opcode = Opcode::unknown, .bits = 64, .is_real = true, .place = tables_.places.of(instruction)};
        procedure_.blocks[current_].values.push_back(id->second);
      }
  write_end(block);
}

void ProcedureWriter::write_instruction(const Instruction& instruction) {
  if (is_computed_call(instruction)) {
    flush();
    compute_call(cast<CallBase>(instruction));
  }
  const auto id = ids_.find(&instruction);
  if (id == ids_.end()) return count_straight(instruction);
  stg::Value value{.bits = uint8_t(instruction.getType()->isIntegerTy()
                                       ? std::min(64U, instruction.getType()->getIntegerBitWidth())
                                   : instruction.getType()->isVoidTy() ? 0U
                                                                       : 64U),
                   .is_real = instruction.getType()->isFloatingPointTy()};
  value.place = tables_.places.of(instruction);
  if (const auto name = names_.find(&instruction); name != names_.end()) value.name = name->second;
  if (isa<LoadInst, StoreInst>(instruction)) count_straight(instruction);
  if (!convert(instruction, value)) {
    value.opcode = Opcode::unknown, value.operands.clear();
  }
  const bool speaks = value.opcode == Opcode::operation || value.opcode == Opcode::call;
  if (speaks) flush();
  if (value.opcode == Opcode::call)
    tables_.kept_calls.push_back({.timers = tables_.all_timers_of(instruction),
                                  .timer = tables_.timer_of(instruction),
                                  .caller = &function_,
                                  .callees = tables_.points_to.callees(cast<CallBase>(instruction))});
  procedure_.values[id->second] = std::move(value);
  procedure_.blocks[current_].values.push_back(id->second);
  if (ends_program(instruction, tables_.prepared)) procedure_.blocks[current_].stops = true;
}

void ProcedureWriter::write_end(BasicBlock& block) {
  const Instruction* end = block.getTerminator();
  const auto next = contraction_.next(&block);
  stg::ValueId condition = kNone, result = kNone;
  if (contraction_.decides(&block)) {
    const auto* branch = dyn_cast<BranchInst>(end);
    condition = branch ? operand(branch->getCondition()) : unknown(*Type::getInt1Ty(end->getContext()));
  } else if (const auto* returned = dyn_cast<ReturnInst>(end)) {
    if (returned->getReturnValue() && tables_.slice.needs_result(function_))
      result = operand(returned->getReturnValue());
  }
  stg::Block& made = procedure_.blocks[current_];
  made.place = tables_.places.of(*end);
  made.condition = condition, made.result = result;
  if (next.empty()) made.stops = isa<UnreachableInst>(end);
  if (!next.empty()) made.then = contraction_.position(next[0]);
  if (condition == kNone) return;
  made.otherwise = contraction_.position(next[1]);
  tables_.branches[end] = {tables_.procedure(function_), current_};
  bool leaves = false;
  const Loop* loop = tables_.slice.shape(function_).loops.getLoopFor(&block);
  if (loop && loops_.contains(loop)) leaves = !loop->contains(next[0]) || !loop->contains(next[1]);
  made.symbol = leaves ? "T_" + procedure_.loops[loops_.at(loop)].name : fmt::format("c_{}", made.place.line);
}

void ProcedureWriter::write_phis() {
  for (BasicBlock* block : contraction_.blocks())
    for (const PHINode& phi : block->phis()) {
      const auto id = ids_.find(&phi);
      if (id == ids_.end() || procedure_.values[id->second].opcode != Opcode::phi) continue;
      for (BasicBlock* before : contraction_.blocks()) {
        const auto next = contraction_.next(before);
        if (procedure_.blocks[contraction_.position(before)].stops || find(next, block) == next.end()) continue;
        const int at = phi.getBasicBlockIndex(before);
        current_ = contraction_.position(before);
        const stg::ValueId from = at < 0 ? unknown(*phi.getType()) : operand(phi.getIncomingValue(unsigned(at)));
        procedure_.values[id->second].operands.push_back(from);
        procedure_.values[id->second].from.push_back(contraction_.position(before));
      }
    }
}

} // namespace unply::extract
