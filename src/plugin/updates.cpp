// An update is a load whose value flows through one chain of the same operation into a store to the same address, with
// no other use of any value of the chain. Addresses are compared as expressions, since the code is not simplified yet:
// q[i] = q[i] + e computes &q[i] twice.
//
// That tasks do nothing else with x can be known of variables only, whose address stays in this module: of a local one
// that nobody captures, or a static one. All their reads in tasks must be updates by one operation.
#include "updates.h"

#include "carried_markers.h"
#include "contexts.h"
#include "extremes.h"
#include "hooks.h"
#include "languages.h"
#include "local_objects.h"
#include "plain_copies.h"
#include "unply/runtime_abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace unply {

using namespace llvm;

namespace {

enum Operation : uint32_t { kNone, kSum, kProduct, kAnd, kOr, kXor, kLeast, kMost }; // as UnplySiteFlag says

constexpr unsigned kMostSteps = 8; // of a chain, and depth of an address

Operation operation_of(const Instruction& step, const Use& use) {
  switch (step.getOpcode()) {
  case Instruction::Add:
  case Instruction::FAdd:
    return kSum;
  case Instruction::Sub:
  case Instruction::FSub:
    return use.getOperandNo() == 0 ? kSum : kNone;
  case Instruction::Mul:
  case Instruction::FMul:
    return kProduct;
  case Instruction::And:
    return kAnd;
  case Instruction::Or:
    return kOr;
  case Instruction::Xor:
    return kXor;
  default:
    break;
  }
  const auto* call = dyn_cast<IntrinsicInst>(&step);
  if (!call) return kNone;
  switch (call->getIntrinsicID()) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd: // x + a * b
    return use.getOperandNo() == 2 ? kSum : kNone;
  case Intrinsic::minnum:
  case Intrinsic::minimum:
  case Intrinsic::smin:
  case Intrinsic::umin:
    return kLeast;
  case Intrinsic::maxnum:
  case Intrinsic::maximum:
  case Intrinsic::smax:
  case Intrinsic::umax:
    return kMost;
  default:
    return kNone;
  }
}

Operation operation_of(const AtomicRMWInst& atomic) {
  switch (atomic.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub:
    return kSum;
  case AtomicRMWInst::And:
    return kAnd;
  case AtomicRMWInst::Or:
    return kOr;
  case AtomicRMWInst::Xor:
    return kXor;
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::FMin:
    return kLeast;
  case AtomicRMWInst::Max:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::FMax:
    return kMost;
  default:
    return kNone;
  }
}

// No instruction between them, in one block, can change the loaded value.
bool same_memory(const LoadInst& first, const LoadInst& second) {
  if (first.getParent() != second.getParent() || first.isVolatile() || second.isVolatile()) return false;
  const bool ordered = first.comesBefore(&second);
  const Instruction *from = ordered ? &first : &second, *to = ordered ? &second : &first;
  for (const Instruction* at = from; at != to; at = at->getNextNode())
    if (at->mayWriteToMemory()) return false;
  return true;
}

bool same_address(const Value* a, const Value* b, unsigned depth = 0) {
  if (a == b) return true;
  const auto *x = dyn_cast<Instruction>(a), *y = dyn_cast<Instruction>(b);
  if (!x || !y || depth == kMostSteps || x->getOpcode() != y->getOpcode() || x->getType() != y->getType()) return false;
  if (!isa<GetElementPtrInst, CastInst, BinaryOperator, LoadInst>(x) || !x->isSameOperationAs(y)) return false;
  if (const auto* load = dyn_cast<LoadInst>(x); load && !same_memory(*load, *cast<LoadInst>(y))) return false;
  for (unsigned i = 0; i < x->getNumOperands(); ++i)
    if (!same_address(x->getOperand(i), y->getOperand(i), depth + 1)) return false;
  return true;
}

bool is_conversion(const Instruction& step) { return isa<SExtInst, ZExtInst, FPExtInst, TruncInst, FPTruncInst>(step); }

// x += x + e reads x once more for the same store, and doubles it.
bool reads_again(const Value& value, const LoadInst& read, unsigned depth = 0) {
  const auto* at = dyn_cast<Instruction>(&value);
  if (!at || at == &read || depth == kMostSteps) return false;
  if (const auto* load = dyn_cast<LoadInst>(at))
    return same_address(load->getPointerOperand(), read.getPointerOperand());
  return any_of(at->operands(), [&](const Use& use) { return reads_again(*use, read, depth + 1); });
}

// `min(x, e)` of numbers as a comparison and a choice. Of integers only in Fortran, where all have a sign, as the
// clause's comparison has.
std::pair<SelectInst*, Operation> extreme_behind(Instruction& x) {
  if (!x.hasNUses(2) || (!x.getType()->isFloatingPointTy() && !is_fortran(*x.getFunction()))) return {nullptr, kNone};
  CmpInst* compare = nullptr;
  SelectInst* select = nullptr;
  for (User* user : x.users()) {
    if (auto* found = dyn_cast<CmpInst>(user)) compare = found;
    if (auto* found = dyn_cast<SelectInst>(user)) select = found;
  }
  if (!compare || !select || select->getCondition() != compare || !compare->hasOneUse()) return {nullptr, kNone};
  const bool x_is_left = compare->getOperand(0) == &x;
  const Value* other = compare->getOperand(x_is_left ? 1 : 0);
  const bool taken = select->getTrueValue() == other && select->getFalseValue() == &x;
  const bool kept = select->getTrueValue() == &x && select->getFalseValue() == other;
  const std::optional<bool> less = other_is_less(*compare, x_is_left);
  if (other == &x || !(taken || kept) || !less) return {nullptr, kNone};
  return {select, *less == taken ? kLeast : kMost};
}

// The store that ends the chain which begins at `read`, and by which operation.
std::pair<StoreInst*, Operation> end_of_chain(LoadInst& read) {
  Operation operation = kNone;
  Instruction* at = &read;
  for (unsigned steps = 0; steps < kMostSteps; ++steps) {
    if (const auto [select, next] = extreme_behind(*at); select) {
      if (operation != kNone && operation != next) break;
      operation = next, at = select;
      continue;
    }
    if (!at->hasOneUse()) break;
    const Use& use = *at->use_begin();
    auto* user = cast<Instruction>(use.getUser());
    if (auto* store = dyn_cast<StoreInst>(user)) {
      const bool back = store->getValueOperand() == at && store->isSimple() && operation != kNone &&
                        store->getValueOperand()->getType() == read.getType() &&
                        same_address(store->getPointerOperand(), read.getPointerOperand()) &&
                        !reads_again(*store->getValueOperand(), read);
      return {back ? store : nullptr, operation};
    }
    if (!is_conversion(*user)) {
      const Operation next = operation_of(*user, use);
      if (next == kNone || (operation != kNone && operation != next)) break;
      operation = next;
    }
    at = user;
  }
  return {nullptr, kNone};
}

// Of a read anywhere: the operation if it belongs to an update.
Operation update_of(Instruction& read) {
  if (auto* atomic = dyn_cast<AtomicRMWInst>(&read)) return atomic->use_empty() ? operation_of(*atomic) : kNone;
  auto* load = dyn_cast<LoadInst>(&read);
  if (!load || !load->isSimple()) return kNone;
  const auto [store, operation] = end_of_chain(*load);
  return store ? operation : kNone;
}

// The uses in tasks of variables that this function updates.
class Variables {
public:
  // Of the variable that the pointer leads to: whether tasks do nothing with it but update it by this operation.
  bool only_updated(Value& pointer, Operation operation) {
    auto* object = const_cast<Value*>(getUnderlyingObject(&pointer));
    const auto* global = dyn_cast<GlobalVariable>(object);
    if (!isa<AllocaInst>(object) && !(global && global->hasLocalLinkage())) return false;
    const auto [known, added] = answers_.try_emplace(object, kNone);
    if (added) known->second = operation_of_all(*object);
    return known->second == operation;
  }

  // In a function with tasks, but in none of these.
  bool outside_tasks(const Instruction& access) {
    std::unique_ptr<Contexts>& contexts = contexts_[access.getFunction()];
    if (!contexts) contexts = std::make_unique<Contexts>(*access.getFunction());
    return contexts->has_tasks() && !contexts->at(access)->task();
  }

private:
  // The one by which tasks update it; kNone if there are several, or if anything else is done with it.
  Operation operation_of_all(Value& object) {
    SmallVector<Value*, 8> work{&object};
    Operation found = kNone;
    while (!work.empty()) {
      Value* pointer = work.pop_back_val();
      for (User* user : pointer->users()) {
        if (isa<GEPOperator>(user)) {
          work.push_back(user);
          continue;
        }
        auto* use = dyn_cast<Instruction>(user);
        if (!use) return kNone;
        if (is_birth(*use) || is_pin(*use) || is_hook(*use) || is_plain_copy(*use->getFunction())) continue;
        if (const auto* end = dyn_cast<IntrinsicInst>(use); end && end->isAssumeLikeIntrinsic()) continue;
        if (const auto* store = dyn_cast<StoreInst>(use)) {
          if (store->getValueOperand() == pointer) return kNone;
          continue; // a write that is no update is in the trace, as the source of later reads
        }
        if (isa<LoadInst>(use) && outside_tasks(*use)) continue;
        const Operation operation = update_of(*use);
        if (operation == kNone || (found != kNone && found != operation)) return kNone;
        found = operation;
      }
    }
    return found;
  }

  DenseMap<const Value*, Operation> answers_;
  DenseMap<const Function*, std::unique_ptr<Contexts>> contexts_;
};

} // namespace

Updates::Updates(Function& function, const LoopInfo* loops) {
  struct Update {
    Instruction *read, *write;
    Value* pointer;
    Operation operation;
  };
  SmallVector<Update, 4> updates;
  SmallVector<LoadInst*, 8> others;
  for (Instruction& instruction : instructions(function)) {
    if (auto* atomic = dyn_cast<AtomicRMWInst>(&instruction)) {
      if (const Operation operation = update_of(*atomic); operation != kNone)
        updates.push_back(
            {.read = atomic, .write = atomic, .pointer = atomic->getPointerOperand(), .operation = operation});
    } else if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      const auto [store, operation] = load->isSimple() ? end_of_chain(*load) : std::pair<StoreInst*, Operation>();
      if (store)
        updates.push_back({.read = load, .write = store, .pointer = load->getPointerOperand(), .operation = operation});
      else
        others.push_back(load);
    }
  }
  if (updates.empty()) return;
  Variables variables;
  erase_if(others, [&](const LoadInst* load) { return variables.outside_tasks(*load); });
  for (const Update& update : updates) {
    // x += x * e, or x read again in the same task: the one hook for all reads must not pass for that of an update.
    if (any_of(others, [&](const LoadInst* load) {
          const bool together =
              !loops || loops->getLoopFor(load->getParent()) == loops->getLoopFor(update.read->getParent());
          return together && same_address(load->getPointerOperand(), update.pointer);
        }))
      continue;
    const uint32_t flags =
        static_cast<uint32_t>(update.operation) << kSiteUpdateShift |
        (variables.only_updated(*update.pointer, update.operation) ? uint32_t{kSiteOnlyUpdated} : 0u);
    flags_[update.read] = flags;
    flags_[update.write] = flags;
  }
}

} // namespace unply
