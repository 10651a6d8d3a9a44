// See truth_values.h.
#include "truth_values.h"

#include "languages.h"
#include "register_variables.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"

namespace unply {

using namespace llvm;

bool is_zero(const Value& value) {
  const auto* constant = dyn_cast<Constant>(&value);
  return constant && constant->isNullValue();
}

bool is_truth(const Value& value, const Instruction& at) {
  return computeKnownBits(&value, SimplifyQuery(at.getModule()->getDataLayout())).countMaxActiveBits() <= 1;
}

namespace {

bool is_one(const Value& value) {
  const auto* constant = dyn_cast<ConstantInt>(&value);
  return constant && (constant->isOne() || constant->isAllOnesValue());
}

bool makes_truth(const Instruction& at) {
  if (const auto* compare = dyn_cast<CmpInst>(&at))
    return compare->getPredicate() == CmpInst::ICMP_NE && is_zero(*compare->getOperand(1));
  return isa<TruncInst>(at) && at.getType()->isIntegerTy(1);
}

class TruthUpdate {
public:
  TruthUpdate(const ValueChain& chain, const Loop& loop) : phi_(chain.phi), loop_(loop), chain_(chain) {}
  StringRef short_circuit() const;
  StringRef equivalence() const;

private:
  const Instruction* only_user(const Value& value) const;
  SmallVector<const Value*, 2> tests() const;
  StringRef short_circuit(const Value& test, const Value& last) const;
  bool changes_nothing(const BasicBlock& from, const BasicBlock& to) const;
  const PHINode& phi_;
  const Loop& loop_;
  const ValueChain& chain_;
  const Value* next_ = phi_.getIncomingValueForBlock(loop_.getLoopLatch());
};

// x = x && e, x = x || e: where e is not evaluated, x stays. Evaluating it all the same must change nothing else.
StringRef TruthUpdate::short_circuit() const {
  if (!chain_.values.empty() && !all_of(chain_.values, [](const Value* value) { return isa<CastInst>(value); }))
    return "";
  const Value* last = next_;
  while (isa<ZExtInst, SExtInst, TruncInst>(last)) last = cast<Instruction>(last)->getOperand(0);
  for (const Value* test : tests()) return test->hasOneUse() ? short_circuit(*test, *last) : "";
  return "";
}

// x = x .eqv. e, x = x .neqv. e, x = x != e of truth values.
StringRef TruthUpdate::equivalence() const {
  const bool fortran = is_fortran(procedure_of(loop_));
  const Instruction* test = nullptr; // that x holds
  for (const Instruction* at = only_user(phi_); at && !test; at = only_user(*at))
    if (makes_truth(*at))
      test = at;
    else if (!isa<CastInst>(at))
      return "";
  const Instruction* compare = test ? only_user(*test) : nullptr;
  const Value* before = test;
  while (isa_and_nonnull<ZExtInst>(compare)) before = compare, compare = only_user(*compare);
  if (!compare || compare->getNumOperands() != 2) return "";
  const Value& other = *compare->getOperand(compare->getOperand(0) == before ? 1 : 0);
  const auto* equality = dyn_cast<ICmpInst>(compare);
  const bool differs =
      compare->getOpcode() == Instruction::Xor || (equality && equality->getPredicate() == CmpInst::ICMP_NE);
  const bool equals = equality && equality->getPredicate() == CmpInst::ICMP_EQ;
  if (!(differs || equals) || &other == before || !is_truth(other, phi_)) return "";
  const Instruction* last = compare;
  while (last != next_) {
    last = only_user(*last);
    if (!isa_and_nonnull<ZExtInst, SExtInst, TruncInst>(last)) return "";
  }
  if (only_user(*last) != &phi_ || (equals && !fortran)) return "";
  return !fortran ? "^" : equals ? ".eqv." : ".neqv.";
}

// In the loop, and where it is not the value that the loop leaves, anywhere.
const Instruction* TruthUpdate::only_user(const Value& value) const {
  const Instruction* found = nullptr;
  for (const User* user : value.users()) {
    const auto* at = dyn_cast<Instruction>(user);
    const bool inside = at && loop_.contains(at);
    if (!inside && (&value == &phi_ || &value == next_)) continue;
    if (!inside || found) return nullptr;
    found = at;
  }
  return found;
}

// Boolean values that say whether x is set; none if there is any other use of it.
SmallVector<const Value*, 2> TruthUpdate::tests() const {
  SmallVector<const Value*, 2> found;
  SmallVector<const Value*, 4> work{&phi_};
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    for (const User* user : value->users()) {
      const auto* at = dyn_cast<Instruction>(user);
      if (!at || !loop_.contains(at)) continue;
      if (makes_truth(*at))
        found.push_back(at);
      else if (isa<CastInst>(at))
        work.push_back(at);
      else if (value == &phi_ && phi_.getType()->isIntegerTy(1) && isa<BranchInst, SelectInst>(at))
        found.push_back(&phi_);
      else
        return {};
    }
  }
  if (found.size() > 1) found.clear();
  return found;
}

StringRef TruthUpdate::short_circuit(const Value& test, const Value& last) const {
  const User* user = *test.user_begin();
  if (user == &last && user->getType()->isIntegerTy(1)) {
    const unsigned operation = cast<Instruction>(user)->getOpcode();
    if (operation == Instruction::And || operation == Instruction::Or)
      return operation == Instruction::And ? "&&" : "||";
  }
  if (const auto* select = dyn_cast<SelectInst>(user); select && select == &last && select->getCondition() == &test)
    return is_zero(*select->getFalseValue()) ? "&&" : is_one(*select->getTrueValue()) ? "||" : "";
  const auto* branch = dyn_cast<BranchInst>(user);
  const auto* merge = dyn_cast<PHINode>(&last);
  if (!branch || !merge || !branch->isConditional() || merge->getBasicBlockIndex(branch->getParent()) < 0) return "";
  const Value& kept = *merge->getIncomingValueForBlock(branch->getParent());
  for (const PHINode& other : merge->getParent()->phis()) // `if (!x) x = e, n++`
    if (&other != merge && !other.hasConstantValue()) return "";
  const bool when_set = branch->getSuccessor(0) == merge->getParent();
  const BasicBlock* evaluates = branch->getSuccessor(when_set ? 1 : 0);
  if (evaluates == merge->getParent() || !changes_nothing(*evaluates, *merge->getParent())) return "";
  return !when_set && is_zero(kept) ? "&&" : when_set && is_one(kept) ? "||" : "";
}

// The blocks from here to there.
bool TruthUpdate::changes_nothing(const BasicBlock& from, const BasicBlock& to) const {
  SmallSetVector<const BasicBlock*, 8> blocks;
  blocks.insert(&from);
  for (unsigned next = 0; next < blocks.size(); ++next) {
    const BasicBlock& block = *blocks[next];
    if (!loop_.contains(&block) || blocks.size() > 8) return false;
    if (any_of(block, [](const Instruction& at) { return at.mayHaveSideEffects(); })) return false;
    for (const BasicBlock* after : successors(&block))
      if (after != &to) blocks.insert(after);
  }
  return true;
}

} // namespace

StringRef operation_on_truth(const ValueChain& chain, const Loop& loop) {
  const TruthUpdate update(chain, loop);
  const StringRef found = update.short_circuit();
  return found.empty() ? update.equivalence() : found;
}

} // namespace unply
