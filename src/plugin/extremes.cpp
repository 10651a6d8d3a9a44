// See extremes.h. A merge that takes e in place of x is reached only where the test of both holds, and where it is not
// reached x stays as it was tested. Each test decides over code that has no other effect, and no test of x over another
// one; so the last value is the largest of those that the other conditions let through, in any order.
#include "extremes.h"

#include "hooks.h"
#include "same_value.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace unply {

using namespace llvm;

namespace {

// A value of the chain before it was converted.
const Value* plain(const Value* value) {
  while (isa<CastInst, FreezeInst>(value)) value = cast<Instruction>(value)->getOperand(0);
  return value;
}

// The loads of an expression, those in front of the loop left out.
void add_loads(const Value& value, const Loop& loop, SmallPtrSetImpl<const Instruction*>& loads) {
  const auto* at = dyn_cast<Instruction>(&value);
  if (!at || !loop.contains(at) || isa<PHINode>(at)) return;
  if (isa<LoadInst>(at)) loads.insert(at);
  for (const Use& use : at->operands()) add_loads(*use, loop, loads);
}

// What is loaded for a test is still there at a later place, so that it can be loaded once more.
bool is_still_there(const Value& value, const Instruction& place, const Loop& loop) {
  SmallPtrSet<const Instruction*, 4> loads;
  add_loads(value, loop, loads);
  for (const Instruction* at = &place; at && !loads.empty();) {
    const BasicBlock* before = at == &at->getParent()->front() ? at->getParent()->getSinglePredecessor() : nullptr;
    at = before ? before->getTerminator() : at->getPrevNode();
    if (at && at->mayWriteToMemory() && !at->isLifetimeStartOrEnd()) return false;
    loads.erase(at);
  }
  return loads.empty();
}

} // namespace

std::optional<bool> other_is_less(const CmpInst& compare, bool x_is_left) {
  switch (x_is_left ? compare.getSwappedPredicate() : compare.getPredicate()) {
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_ULE:
  case CmpInst::FCMP_OLT:
  case CmpInst::FCMP_OLE:
  case CmpInst::FCMP_ULT:
  case CmpInst::FCMP_ULE:
    return true;
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_UGE:
  case CmpInst::FCMP_OGT:
  case CmpInst::FCMP_OGE:
  case CmpInst::FCMP_UGT:
  case CmpInst::FCMP_UGE:
    return false;
  default:
    return std::nullopt;
  }
}

// With another order than that of the type the name goes on.
StringRef extreme_of_list(const Function& function) {
  const StringRef name = function.getName().split('.').first;
  if (!name.ends_with("ET_St16initializer_listIS0_E")) return "";
  return name.starts_with("_ZSt3minI") ? "min" : name.starts_with("_ZSt3maxI") ? "max" : "";
}

const CallBase* call_with_list(const StoreInst& store) {
  const auto* list = dyn_cast<AllocaInst>(getUnderlyingObject(store.getPointerOperand()));
  if (!list) return nullptr;
  const CallBase* found = nullptr;
  SmallVector<const Value*, 4> work{list};
  while (!work.empty()) {
    const Value* part = work.pop_back_val();
    for (const User* user : part->users()) {
      const auto* other = dyn_cast<StoreInst>(user);
      const auto* call = dyn_cast<CallBase>(user);
      if (isa<GEPOperator, CastInst>(user)) {
        work.push_back(user);
      } else if (call && call->getCalledFunction() && !extreme_of_list(*call->getCalledFunction()).empty()) {
        if (found && found != call) return nullptr;
        found = call;
      } else if (!(other && other->getPointerOperand() == part) &&
                 !(call && (call->isLifetimeStartOrEnd() || isa<AnyMemIntrinsic>(call) || is_hook(*call)))) {
        return nullptr;
      }
    }
  }
  return found;
}

void keep_extremes_of_lists(Function& function) {
  for (Instruction& at : instructions(function)) {
    const auto* store = dyn_cast<StoreInst>(&at);
    const auto* before = store ? dyn_cast<PHINode>(store->getValueOperand()) : nullptr;
    const CallBase* call = before ? call_with_list(*store) : nullptr;
    if (call && is_contained(before->incoming_values(), call)) const_cast<CallBase*>(call)->setIsNoInline();
  }
}

Replacements replacements_in(const ValueChain& chain) {
  Replacements found;
  for (const Value* value : chain.values) {
    if (const auto* phi = dyn_cast<PHINode>(value)) {
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        if (!chain.contains(phi->getIncomingValue(i))) found.insert({phi->getIncomingBlock(i), phi->getParent()});
    } else if (const auto* select = dyn_cast<SelectInst>(value)) {
      const Value *condition = select->getCondition(), *holds = ConstantInt::getTrue(condition->getContext());
      if (!chain.contains(select->getTrueValue())) found.insert({condition, holds});
      if (!chain.contains(select->getFalseValue())) found.insert({condition, nullptr});
    }
  }
  return found;
}

void Extreme::find_all() {
  const bool known = all_of(chain_.compares, [&](const CmpInst* compare) { return find(*compare); });
  auto has_other_test = [&](const ConditionalCode& code) {
    auto is_in = [&](const User* at) { return is_contained(code.blocks(), cast<Instruction>(at)->getParent()); };
    return any_of(chain_.compares, [&](const CmpInst* test) { return is_in(test) || any_of(test->users(), is_in); });
  };
  if (!known || any_of(codes_, has_other_test) || found_ != replacements_in(chain_)) op_ = "";
}

bool Extreme::find(const CmpInst& compare) {
  if (!tested_against(compare)) return false;
  return all_of(compare.users(), [&](const User* user) {
    if (const auto* branch = dyn_cast<BranchInst>(user)) return find_behind(compare, *branch);
    const auto* select = dyn_cast<SelectInst>(user);
    if (!select || select->getCondition() != &compare) return false;
    if (chain_.contains(select)) return find_in(compare, *select);
    other_selects_.push_back(select);
    return true;
  });
}

// What stands on the other side of the comparison; null: both sides are of the chain.
const Value* Extreme::tested_against(const CmpInst& compare) const {
  const Value *left = compare.getOperand(0), *right = compare.getOperand(1);
  if (chain_.contains(left) == chain_.contains(right)) return nullptr;
  return chain_.contains(left) ? right : left;
}

bool Extreme::note(const CmpInst& compare, bool taken_if_true) {
  const std::optional<bool> less = other_is_less(compare, chain_.contains(compare.getOperand(0)));
  if (!less) return false;
  const StringRef found = *less == taken_if_true ? "min" : "max";
  if (!op_.empty() && op_ != found) return false;
  op_ = found;
  return true;
}

bool Extreme::find_in(const CmpInst& compare, const SelectInst& select) {
  const Value& other = *tested_against(compare);
  const Value* kept = compare.getOperand(&other == compare.getOperand(0) ? 1 : 0);
  const bool taken_if_true = !chain_.contains(select.getTrueValue());
  const Value* taken = taken_if_true ? select.getTrueValue() : select.getFalseValue();
  const Value* stays = taken_if_true ? select.getFalseValue() : select.getTrueValue();
  const bool same = taken == &other || (same_value(taken, &other) && is_still_there(other, select, loop_));
  if (!same || plain(stays) != plain(kept)) return false;
  found_.insert({&compare, taken_if_true ? ConstantInt::getTrue(compare.getContext()) : nullptr});
  return note(compare, taken_if_true);
}

bool Extreme::find_behind(const CmpInst& compare, const BranchInst& branch) {
  std::optional<ConditionalCode> code = ConditionalCode::behind(branch, loop_, analyses_, ends_);
  const Value& other = *tested_against(compare);
  const Value* kept = compare.getOperand(&other == compare.getOperand(0) ? 1 : 0);
  if (!code || branch.getSuccessor(0) == branch.getSuccessor(1) || !code->can_always_run(other)) return false;
  auto comes_by = [&](unsigned way, const BasicBlock* from, const BasicBlock* to) {
    const BasicBlockEdge edge(branch.getParent(), branch.getSuccessor(way));
    return from == branch.getParent() ? to == edge.getEnd() : analyses_.dominators.dominates(edge, from);
  };
  auto find_at = [&](const PHINode& merge) {
    for (unsigned i = 0; i < merge.getNumIncomingValues(); ++i) {
      const BasicBlock* from = merge.getIncomingBlock(i);
      const Value* value = merge.getIncomingValue(i);
      if (!code->leads_from(*from)) continue;
      if (chain_.contains(value)) {
        const auto* merged = dyn_cast<PHINode>(plain(value));
        const bool inside = merged && is_contained(code->blocks(), merged->getParent());
        if (!inside && plain(value) != plain(kept)) return false;
        continue;
      }
      const bool if_true = comes_by(0, from, merge.getParent()), if_false = comes_by(1, from, merge.getParent());
      const bool same = value == &other || (same_value(value, &other) && is_still_there(other, branch, loop_));
      if (!same || if_true == if_false || !note(compare, if_true)) return false;
      found_.insert({from, merge.getParent()});
    }
    return true;
  };
  for (const Value* value : chain_.values) {
    const auto* merge = dyn_cast<PHINode>(value);
    const bool concerned =
        merge && (merge->getParent() == &code->meeting() || is_contained(code->blocks(), merge->getParent()));
    if (concerned && !find_at(*merge)) return false;
  }
  codes_.push_back(std::move(*code));
  return true;
}

bool Extreme::decides_only(function_ref<bool(const Instruction&)> goes_along) const {
  auto known = [&](const Instruction& at) { return chain_.contains(&at) || goes_along(at); };
  return all_of(codes_, [&](const ConditionalCode& code) { return code.decides_only(known); }) &&
         all_of(other_selects_, [&](const SelectInst* select) { return goes_along(*select); });
}

} // namespace unply
