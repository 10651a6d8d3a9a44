// See carried_scalar.h.
#include "carried_scalar.h"

#include "languages.h"
#include "same_value.h"
#include "truth_values.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

namespace unply {

using namespace llvm;

static StringRef operator_of(const Instruction& step, const Use& use) {
  switch (step.getOpcode()) {
  case Instruction::Add:
  case Instruction::FAdd:
    return "+";
  case Instruction::Sub:
  case Instruction::FSub:
    return use.getOperandNo() == 0 ? "+" : "";
  case Instruction::Mul:
  case Instruction::FMul:
    return "*";
  case Instruction::And:
    return "&";
  case Instruction::Or:
    return "|";
  case Instruction::Xor:
    return "^";
  default:
    break;
  }
  const auto* call = dyn_cast<IntrinsicInst>(&step);
  if (!call) return "";
  switch (call->getIntrinsicID()) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return use.getOperandNo() == 2 ? "+" : "";
  case Intrinsic::minnum:
  case Intrinsic::minimum:
  case Intrinsic::smin:
  case Intrinsic::umin:
    return "min";
  case Intrinsic::maxnum:
  case Intrinsic::maximum:
  case Intrinsic::smax:
  case Intrinsic::umax:
    return "max";
  default:
    return "";
  }
}

CarriedScalar::CarriedScalar(PHINode& phi, const Loop& loop, const LoopAnalyses& all, Ends ends)
    : phi_(phi), loop_(loop), analyses_(all) {
  follow();
  classify(ends);
}

bool CarriedScalar::is_replaced() const {
  return kind == "carried" && !replacements_.empty() && !other_uses_ && steps_.empty() && chain_.compares.empty();
}

SmallVector<const Value*, 4> CarriedScalar::values_behind() const {
  SmallVector<const Value*, 4> values;
  if (is_read_behind(phi_)) values.push_back(&phi_);
  copy_if(chain_.values, std::back_inserter(values), [&](const Value* value) { return is_read_behind(*value); });
  return values;
}

SmallVector<const DILocalVariable*, 4> CarriedScalar::all_variables() const {
  SmallVector<const DILocalVariable*, 4> all;
  for (const Value* value : named_values()) {
    all.append(variables_of_value(*value, loop_));
    if (const DILocalVariable* object = part_of_value(*value).first) all.push_back(object);
  }
  return all;
}

bool CarriedScalar::live_out() const {
  const auto behind = values_behind();
  const bool next = isa<Instruction>(next_) && is_read_behind(*next_);
  // What is computed from an index is no index.
  return next || (kind == "induction" ? is_contained(behind, &phi_) : !behind.empty());
}

const DILocalVariable* CarriedScalar::variable() const {
  const DILocalVariable* any = nullptr;
  for (const Value* value : named_values()) {
    const DILocalVariable* found = variable_of_value(*value, procedure_);
    if (found && is_of(procedure_, *found)) return found; // the statement knows it by this name
    if (!any) any = found;
  }
  return any;
}

bool CarriedScalar::has_name_of_its_own() const {
  return any_of(named_values(), [&](const Value* value) {
    const auto* at = dyn_cast<Instruction>(value);
    return at && loop_.contains(at) && variable_of_value(*value, procedure_) != nullptr;
  });
}

std::pair<const DILocalVariable*, int64_t> CarriedScalar::part() const {
  for (const Value* value : named_values())
    if (const auto found = part_of_value(*value); found.first) return found;
  return {};
}

const DILocalVariable* CarriedScalar::variable_or_object() const {
  const DILocalVariable* whole = variable();
  return whole ? whole : part().first;
}

const Value* CarriedScalar::memory() const {
  SmallVector<const Value*, 8> values(chain_.values.begin(), chain_.values.end());
  values.push_back(next_);
  for (unsigned at = 0; at < values.size(); ++at)
    for (const User* user : values[at]->users()) {
      const auto* behind = dyn_cast<Instruction>(user);
      if (!behind || loop_.contains(behind)) continue;
      if (isa<PHINode>(behind) && cast<PHINode>(behind)->getNumIncomingValues() == 1) values.push_back(behind);
      if (const auto* store = dyn_cast<StoreInst>(behind); store && store->getValueOperand() == values[at])
        return store->getPointerOperand();
    }
  return nullptr;
}

const DILocation* CarriedScalar::place() const {
  for (const Instruction* step : steps_)
    if (step->getDebugLoc()) return step->getDebugLoc().get();
  for (const CmpInst* compare : chain_.compares)
    if (compare->getDebugLoc()) return compare->getDebugLoc().get();
  for (const Value* value : chain_.values)
    if (const auto* at = dyn_cast<Instruction>(value); at && at->getDebugLoc()) return at->getDebugLoc().get();
  if (const auto* at = dyn_cast<Instruction>(next_); at && at->getDebugLoc()) return at->getDebugLoc().get();
  return phi_.getDebugLoc().get();
}

bool CarriedScalar::is_read_behind(const Value& value) const {
  return any_of(value.users(), [&](const User* user) {
    const auto* at = dyn_cast<Instruction>(user);
    return at && !loop_.contains(at);
  });
}

// Those that may have a name, the best first.
SmallVector<const Value*, 8> CarriedScalar::named_values() const {
  SmallVector<const Value*, 8> values{&phi_};
  values.append(chain_.values.begin(), chain_.values.end());
  values.push_back(next_);
  for (const Value* value : phi_.incoming_values())
    if (!isa<Constant>(value)) values.push_back(value);
  return values;
}

void CarriedScalar::follow() {
  SmallVector<const Value*, 8> work{&phi_};
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    for (const Use& use : value->uses()) {
      const auto* user = dyn_cast<Instruction>(use.getUser());
      if (!user || !loop_.contains(user) || user == &phi_) continue;
      if (const CallBase* taken = extreme_with(*user, use)) {
        if (chain_.values.insert(taken)) work.push_back(taken);
        continue;
      }
      if (!is_step(*user, use)) {
        if (const auto* compare = dyn_cast<CmpInst>(user))
          chain_.compares.insert(compare);
        else
          other_uses_ = true;
        continue;
      }
      if (chain_.values.insert(user)) work.push_back(user);
    }
  }
}

// r = std::min({r, a, b}): the value goes through memory.
const CallBase* CarriedScalar::extreme_with(const Instruction& user, const Use& use) {
  const auto* store = dyn_cast<StoreInst>(&user);
  const CallBase* call = store && store->getValueOperand() == use ? call_with_list(*store) : nullptr;
  if (!call || !analyses_.dominators.dominates(store, call)) return nullptr;
  for (const BasicBlock* block : {store->getParent(), call->getParent()}) // both once in each iteration
    if (analyses_.loops.getLoopFor(block) != &loop_) return nullptr;
  add_step(*call, extreme_of_list(*call->getCalledFunction()));
  return call;
}

void CarriedScalar::add_step(const Instruction& step, StringRef found) {
  if (!op_.empty() && op_ != found) mixed_ = true;
  op_ = found;
  steps_.insert(&step);
}

bool CarriedScalar::is_step(const Instruction& user, const Use& use) {
  if (isa<PHINode>(user)) return true;
  if (isa<SelectInst>(user)) return use.getOperandNo() != 0;
  if (isa<FPTruncInst, FPExtInst, SExtInst, ZExtInst, TruncInst, FreezeInst>(user)) return true;
  if (makes_boolean(user)) return true;
  const StringRef found = operator_of(user, use);
  if (found.empty()) return false;
  add_step(user, found);
  return true;
}

// `b &= e` of a boolean b is computed as an integer and is then compared with 0. Of `^` that is associative only
// where e is 0 or 1 as well.
bool CarriedScalar::makes_boolean(const Instruction& user) const {
  const auto* compare = dyn_cast<CmpInst>(&user);
  const auto* operation = compare ? dyn_cast<BinaryOperator>(compare->getOperand(0)) : nullptr;
  if (!operation || compare->getPredicate() != CmpInst::ICMP_NE || !is_zero(*compare->getOperand(1))) return false;
  const SimplifyQuery query(loop_.getHeader()->getModule()->getDataLayout());
  auto is_boolean = [&](const Value* value) { return computeKnownBits(value, query).countMaxActiveBits() <= 1; };
  if (operation->getOpcode() == Instruction::Xor) return all_of(operation->operands(), is_boolean);
  return (operation->getOpcode() == Instruction::And || operation->getOpcode() == Instruction::Or) &&
         all_of(operation->operands(), [&](const Use& use) { return !chain_.contains(use) || is_boolean(use); });
}

// Values from outside of the chain that a merge takes in its place.
void CarriedScalar::find_replacements() {
  for (const Value* value : chain_.values) {
    auto note = [&](const Value* incoming) {
      if (!chain_.contains(incoming)) replacements_.insert(incoming);
    };
    if (const auto* phi = dyn_cast<PHINode>(value))
      for (const Value* incoming : phi->incoming_values()) note(incoming);
    else if (const auto* select = dyn_cast<SelectInst>(value))
      for (const Value* incoming : {select->getTrueValue(), select->getFalseValue()}) note(incoming);
  }
}

// s += s + e doubles what is there: no sum.
void CarriedScalar::find_steps_on_itself() {
  for (const Instruction* step : steps_)
    mixed_ |= count_if(step->operands(), [&](const Use& use) { return chain_.contains(use); }) > 1;
}

// A value of an iteration other than the one that the last one leaves.
bool CarriedScalar::passes_on_the_way() const {
  auto is_final = [&](const Value* value, const BasicBlock* from) {
    return value == next_ ? from == loop_.getLoopLatch()
                          : value == &phi_ && from == loop_.getHeader() && from != loop_.getLoopLatch();
  };
  auto passes = [&](const Value* value) {
    return any_of(value->uses(), [&](const Use& use) {
      const auto* at = dyn_cast<Instruction>(use.getUser());
      if (!at || loop_.contains(at)) return false;
      const auto* merge = dyn_cast<PHINode>(at);
      const BasicBlock* from = merge ? merge->getIncomingBlock(use) : nullptr;
      return !is_final(value, from && loop_.contains(from) ? from : loop_.getExitingBlock());
    });
  };
  return passes(&phi_) || any_of(chain_.values, passes);
}

void CarriedScalar::classify(Ends ends) {
  find_kind(ends);
  if (kind.empty() && next_ != &phi_ && passes_on_the_way()) kind = "recurrence";
  if (kind == "reduction" && passes_on_the_way()) depends_on_others();
}

void CarriedScalar::find_kind(Ends ends) {
  find_replacements();
  find_steps_on_itself();
  if (phi_.getType()->isPointerTy() && is_stepped()) { // `*p++`: steps of pointers are no operators of a chain
    kind = "induction";
    return;
  }
  if (!chain_.contains(next_)) {
    if (find_truth() || (!has_name_of_its_own() && is_known_beforehand(*next_))) return;
    if (!chain_.values.empty() || !chain_.compares.empty() || other_uses_) kind = "recurrence";
    return;
  }
  if (next_ == &phi_) return; // never changed
  if (!other_uses_ && !mixed_ && chain_.compares.empty() && replacements_.empty() && !op_.empty()) {
    kind = "reduction", op = op_;
  } else if (is_stepped()) {
    kind = "induction";
  } else if (!other_uses_ && op_.empty() && !chain_.compares.empty() &&
             (find_extreme_of_numbers() || find_extreme(ends()))) {
    kind = "reduction";
  } else if (!other_uses_ && op_.empty() && chain_.compares.empty() && find_flag()) {
    kind = "reduction";
  } else {
    kind = "carried";
  }
}

// Each iteration changes it by the same step.
bool CarriedScalar::is_stepped() const {
  if (!analyses_.evolution.isSCEVable(phi_.getType())) return false;
  const auto* sum = dyn_cast<SCEVAddRecExpr>(analyses_.evolution.getSCEV(&phi_));
  return sum && sum->getLoop() == &loop_;
}

// Computed from nothing but inductions and what does not change: a loop whose test stands at its end keeps some of
// the next iteration's values, such as a narrow index made wide.
bool CarriedScalar::is_known_beforehand(const Value& value, unsigned depth) const {
  constexpr unsigned kMost = 8;
  const auto* at = dyn_cast<Instruction>(&value);
  if (!at || !loop_.contains(at)) return true;
  if (analyses_.evolution.isSCEVable(at->getType())) {
    const auto* sum = dyn_cast<SCEVAddRecExpr>(analyses_.evolution.getSCEV(const_cast<Instruction*>(at)));
    if (sum && sum->getLoop() == &loop_) return true;
  }
  if (depth == kMost || isa<PHINode>(at) || at->mayReadOrWriteMemory() || isa<CallBase>(at)) return false;
  return all_of(at->operands(), [&](const Use& use) { return is_known_beforehand(*use, depth + 1); });
}

bool CarriedScalar::find_extreme(const PostDominatorTree& ends) {
  extreme_.emplace(chain_, loop_, analyses_, ends);
  op = extreme_->op();
  return !op.empty() && all_of(chain_.compares, [&](const CmpInst* compare) { return orders_values(*compare); });
}

// A variable is the place of a minimum or maximum if a test compares what stands there with what stands at its next
// value: `if (a[i] > a[m]) m = i`.
bool CarriedScalar::find_place() const {
  if (!steps_.empty() || !chain_.compares.empty() || replacements_.size() != 1) return false;
  const Value& place = *replacements_.front();
  auto is_test = [&](const Instruction& at) {
    if (!isa<CmpInst>(at)) return false;
    const Value *left = at.getOperand(0), *right = at.getOperand(1);
    return left != right && (stands_there(*left, *right, place) || stands_there(*right, *left, place));
  };
  return any_of(loop_.blocks(), [&](const BasicBlock* block) { return any_of(*block, is_test); });
}

// An index may be narrower than what it is compared by.
static const Value* without_conversion(const Value* value) {
  while (isa<CastInst>(value)) value = cast<CastInst>(value)->getOperand(0);
  return value;
}

// `at` is computed from the variable as `other` is from the place.
bool CarriedScalar::stands_there(const Value& at, const Value& other, const Value& place) const {
  if (same_value(&at, &other) ||
      (chain_.contains(&at) && same_value(without_conversion(&other), without_conversion(&place))))
    return true;
  const auto *i = dyn_cast<Instruction>(&at), *j = dyn_cast<Instruction>(&other);
  if (!i || !j || !i->isSameOperationAs(j) || !isa<LoadInst, GetElementPtrInst, CastInst, BinaryOperator>(i))
    return false;
  return all_of(zip(i->operands(), j->operands()),
                [&](const auto& both) { return stands_there(*std::get<0>(both), *std::get<1>(both), place); });
}

// Of flang's maxval and minval, which pass over what is no number: `e > x || (x != x && e == e) ? e : x`.
bool CarriedScalar::find_extreme_of_numbers() {
  const auto* taken = dyn_cast<SelectInst>(next_);
  if (!taken || taken->getFalseValue() != &phi_ || chain_.values.size() != 1 || chain_.compares.size() != 2)
    return false;
  const Value* other = taken->getTrueValue();
  const auto operation = [](const Value* value, unsigned opcode) {
    const auto* found = dyn_cast<BinaryOperator>(value);
    return found && found->getOpcode() == opcode && found->hasOneUse() ? found : nullptr;
  };
  const auto* either = operation(taken->getCondition(), Instruction::Or);
  const auto* both = either ? operation(either->getOperand(1), Instruction::And) : nullptr;
  if (!both) return false;
  const auto compares = [](const Value* value, CmpInst::Predicate how, const Value* left, const Value* right) {
    const auto* compare = dyn_cast<FCmpInst>(value);
    return compare && compare->hasOneUse() && compare->getPredicate() == how && compare->getOperand(0) == left &&
           compare->getOperand(1) == right;
  };
  if (!compares(both->getOperand(0), CmpInst::FCMP_UNE, &phi_, &phi_) ||
      !compares(both->getOperand(1), CmpInst::FCMP_OEQ, other, other))
    return false;
  const bool most = compares(either->getOperand(0), CmpInst::FCMP_OGT, other, &phi_);
  if (!most && !compares(either->getOperand(0), CmpInst::FCMP_OLT, other, &phi_)) return false;
  op = most ? "max" : "min";
  return true;
}

bool CarriedScalar::find_truth() {
  op = operation_on_truth(chain_, loop_);
  if (!op.empty()) kind = "reduction";
  return !op.empty();
}

// As the variable's type does: a clause compares signed integers with sign.
bool CarriedScalar::orders_values(const CmpInst& compare) const {
  const DILocalVariable* named = variable();
  const DIType* type = named ? named->getType() : nullptr;
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) type = derived->getBaseType();
  const auto* basic = dyn_cast_or_null<DIBasicType>(type);
  const auto sign = basic ? basic->getSignedness() : std::nullopt;
  const bool converted =
      none_of(compare.operands(), [&](const Use& use) { return chain_.contains(use) && !isa<CastInst>(use); });
  return !sign || !compare.isIntPredicate() || converted ||
         compare.isUnsigned() == (*sign == DIBasicType::Signedness::Unsigned);
}

// A flag that some iterations set to one constant: of truth values by logic, of two known numbers by their order.
bool CarriedScalar::find_flag() {
  const ConstantInt* set = nullptr;
  for (const Value* value : replacements_) {
    const auto* constant = dyn_cast<ConstantInt>(value);
    if (!constant || (set && set != constant)) return false;
    set = constant;
  }
  const BasicBlock* entry = loop_.getLoopPredecessor();
  if (!set || !entry) return false;
  const Value* before = phi_.getIncomingValueForBlock(entry);
  const auto* known = dyn_cast<ConstantInt>(before);
  const bool truth = is_truth(*before, phi_) && (set->isZero() || set->isOne()) && !is_number_of_fortran();
  if (truth)
    op = set->isZero() ? "&&" : "||";
  else if (known && !known->isNegative() && !set->isNegative())
    op = set->getValue().ugt(known->getValue()) ? "max" : "min";
  return !op.empty();
}

// Fortran has other words for the logic of integers.
bool CarriedScalar::is_number_of_fortran() const {
  const DILocalVariable* named = variable();
  const auto* type = dyn_cast_or_null<DIBasicType>(named ? named->getType() : nullptr);
  return type && type->getEncoding() != dwarf::DW_ATE_boolean && is_fortran(procedure_);
}

} // namespace unply
