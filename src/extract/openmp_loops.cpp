#include "extract/openmp_loops.h"
#include "extract/names.h"
#include <fmt/format.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

namespace unply::extract {
using namespace llvm;

// kmp.h, enum sched_type: 33 to 38, ordered ones 32 above; bits 29 and 30 are modifiers.
static int64_t plain_schedule(int64_t schedule) {
  schedule &= ~(int64_t(3) << 29);
  return schedule > 64 && schedule < 96 ? schedule - 32 : schedule;
}

std::string schedule_name(int64_t schedule) {
  switch (plain_schedule(schedule)) {
  case 33:
  case 34:
    return "static";
  case 35:
    return "dynamic";
  case 36:
    return "guided";
  case 37:
    return "runtime";
  case 38:
    return "auto";
  default:
    return "unknown";
  }
}

bool has_chunk(int64_t schedule) {
  const int64_t plain = plain_schedule(schedule);
  return plain == 33 || plain == 35 || plain == 36;
}

bool is_sections(const CallInst& init) {
  const auto* place = dyn_cast<GlobalVariable>(init.getArgOperand(0)->stripPointerCasts());
  if (!place || !place->hasInitializer()) return false;
  const auto* flags = dyn_cast_or_null<ConstantInt>(place->getInitializer()->getAggregateElement(1U));
  return flags && flags->getZExtValue() & 0x400; // KMP_IDENT_WORK_SECTIONS
}

bool is_outlined(const Function& function) {
  const StringRef name = function.getName();
  return function.hasLocalLinkage() &&
         (name.contains(".omp_outlined") || name.starts_with(".omp_task") || name.contains("..omp_par"));
}

std::string reduction_name(const Value& list, const Function* combine, const Function& function) {
  std::string operation = "?", variables;
  if (combine)
    for (const Instruction& instruction : instructions(*combine)) {
      const auto* binary = dyn_cast<BinaryOperator>(&instruction);
      if (!binary) continue;
      switch (binary->getOpcode()) {
      case Instruction::Add:
      case Instruction::FAdd:
        operation = "+";
        break;
      case Instruction::Mul:
      case Instruction::FMul:
        operation = "*";
        break;
      case Instruction::And:
        operation = "&";
        break;
      case Instruction::Or:
        operation = "|";
        break;
      case Instruction::Xor:
        operation = "^";
        break;
      default:
        break;
      }
    }
  if (combine && operation == "?")
    for (const Instruction& instruction : instructions(*combine))
      if (const auto* compare = dyn_cast<CmpInst>(&instruction)) {
        const CmpInst::Predicate how = compare->getPredicate();
        if (CmpInst::isIntPredicate(how) ? ICmpInst::isLT(how) : how == CmpInst::FCMP_OLT) operation = "min";
        if (CmpInst::isIntPredicate(how) ? ICmpInst::isGT(how) : how == CmpInst::FCMP_OGT) operation = "max";
      }
  const Names names = names_in(function);
  const auto note = [&](const Value& address) {
    for (const User* user : address.users())
      if (const auto* store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == &address)
        if (const auto name = names.find(store->getValueOperand()); name != names.end())
          variables += (variables.empty() ? "" : ", ") + name->second;
  };
  note(list);
  for (const User* user : list.users())
    if (isa<GetElementPtrInst>(user)) note(*user);
  return fmt::format("reduction({}{}{})", operation, variables.empty() ? "" : ": ", variables);
}

namespace {

struct Found {            // start + step * iteration
  Value* start = nullptr; // null: 0
  int64_t step = 1;
  const Value* variable = nullptr; // where the source's variable is stored
};

std::optional<Found> follow(const Instruction& iteration, Found found, const Names& names, int depth) {
  for (const User* user : iteration.users()) {
    if (const auto* store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() != &iteration || !names.contains(store->getPointerOperand())) continue;
      found.variable = store->getPointerOperand();
      return found;
    }
    const auto* next = dyn_cast<Instruction>(user);
    if (!next || depth == 0) continue;
    Found changed = found;
    if (const auto* binary = dyn_cast<BinaryOperator>(next)) {
      const bool second = binary->getOperand(1) == &iteration;
      Value* other = binary->getOperand(second ? 0 : 1);
      const auto* factor = dyn_cast<ConstantInt>(other);
      if (binary->getOpcode() == Instruction::Mul && factor && !found.start)
        changed.step *= factor->getSExtValue();
      else if (binary->getOpcode() == Instruction::Add && !found.start)
        changed.start = other;
      else if (binary->getOpcode() == Instruction::Sub && second && !found.start)
        changed.start = other, changed.step = -changed.step;
      else
        continue;
    } else if (!isa<SExtInst, ZExtInst, TruncInst>(next)) {
      continue;
    }
    if (auto done = follow(*next, changed, names, depth - 1)) return done;
  }
  return {};
}

// A value that stands in the loop, once more before it; null: it is not a variable that is read.
Value* again(IRBuilder<>& builder, Value* value) {
  if (isa<Constant>(value)) return value;
  if (auto* load = dyn_cast<LoadInst>(value); load && isa<AllocaInst, GlobalVariable>(load->getPointerOperand()))
    return builder.CreateLoad(load->getType(), load->getPointerOperand());
  if (auto* cast = dyn_cast<CastInst>(value))
    if (Value* from = again(builder, cast->getOperand(0)))
      return builder.CreateCast(cast->getOpcode(), from, cast->getType());
  return nullptr;
}

std::optional<Found> find_variable(const Value& lower, const Names& names) {
  for (const User* user : lower.users()) {
    const auto* load = dyn_cast<LoadInst>(user);
    if (!load) continue;
    for (const User* of_load : load->users()) {
      const auto* store = dyn_cast<StoreInst>(of_load);
      if (!store || store->getValueOperand() != load) continue;
      for (const User* read : store->getPointerOperand()->users())
        if (const auto* iteration = dyn_cast<LoadInst>(read))
          if (auto found = follow(*iteration, {}, names, 4)) return found;
    }
  }
  return {};
}

} // namespace

SourceLoop source_of(IRBuilder<>& builder, const CallInst& init, Value* lower, Value* upper) {
  Type* type = isa<AllocaInst>(lower) ? cast<AllocaInst>(lower)->getAllocatedType() : builder.getInt32Ty();
  const Names names = names_in(*init.getFunction());
  SourceLoop loop{.first = builder.CreateLoad(type, lower), .last = builder.CreateLoad(type, upper)};
  const auto found = find_variable(*lower, names);
  if (!found) return loop;
  Value* start = found->start ? again(builder, found->start) : ConstantInt::get(type, 0);
  if (!start || !start->getType()->isIntegerTy() || found->step == 0) return loop;
  Type* i64 = builder.getInt64Ty();
  const auto at = [&](Value* iteration) {
    Value* scaled = builder.CreateMul(builder.CreateSExt(iteration, i64), builder.getInt64(uint64_t(found->step)));
    return builder.CreateAdd(builder.CreateSExt(start, i64), scaled);
  };
  return {.first = at(loop.first), .last = at(loop.last), .step = found->step, .variable = names.at(found->variable)};
}

// The block that goes on to the next chunk adds the stride to the lower bound.
bool ask_once(Value* lower, Value* stride) {
  for (User* user : lower->users()) {
    auto* store = dyn_cast<StoreInst>(user);
    if (!store || store->getPointerOperand() != lower) continue;
    const auto* sum = dyn_cast<BinaryOperator>(store->getValueOperand());
    if (!sum || sum->getOpcode() != Instruction::Add) continue;
    const bool by_stride = any_of(sum->operands(), [&](const Use& operand) {
      const auto* load = dyn_cast<LoadInst>(operand);
      return load && load->getPointerOperand() == stride;
    });
    if (!by_stride) continue;
    Function& function = *store->getFunction();
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    Loop* loop = loops.getLoopFor(store->getParent());
    BasicBlock* behind = loop ? loop->getUniqueExitBlock() : nullptr;
    auto* back = dyn_cast<BranchInst>(store->getParent()->getTerminator());
    if (!behind || !back || back->isConditional() || back->getSuccessor(0) != loop->getHeader() ||
        isa<PHINode>(behind->front()))
      return false;
    loop->getHeader()->removePredecessor(store->getParent());
    back->setSuccessor(0, behind);
    return true;
  }
  return true;
}

CallInst* next_piece(CallInst& init) {
  // The nearest one in program order.
  bool behind = false;
  for (Instruction& instruction : instructions(*init.getFunction())) {
    if (&instruction == &init) behind = true;
    auto* call = dyn_cast<CallInst>(&instruction);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    if (behind && callee && callee->getName().starts_with("__kmpc_dispatch_next_")) return call;
  }
  return nullptr;
}

BasicBlock* ask_once(CallInst& next) {
  BasicBlock* asks = next.getParent();
  auto* branch = dyn_cast<BranchInst>(asks->getTerminator());
  const auto* compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!compare || compare->getOperand(0) != &next) return nullptr;
  BasicBlock* behind = branch->getSuccessor(compare->getPredicate() == CmpInst::ICMP_EQ ? 0 : 1);
  if (isa<PHINode>(behind->front()) || isa<PHINode>(asks->front())) return nullptr;
  DominatorTree dominators(*asks->getParent());
  std::vector<BasicBlock*> back;
  for (BasicBlock* before : predecessors(asks))
    if (dominators.dominates(asks, before)) back.push_back(before);
  for (BasicBlock* before : back) before->getTerminator()->replaceSuccessorWith(asks, behind);
  return behind;
}

} // namespace unply::extract
