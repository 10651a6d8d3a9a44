// See loop_scalars.h. Each phi of a loop's header is one such variable. Its chain are the values computed from it that
// lead to its next value. If nothing else uses the chain, and all its steps are of one associative operation, the
// variable is a reduction; a step may be an operation, or a merge of paths with and without one.
#include "loop_scalars.h"

#include "access_names.h"
#include "extremes.h"
#include "languages.h"
#include "local_objects.h"
#include "register_variables.h"
#include "same_value.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

#include <deque>

namespace unply {

using namespace llvm;

namespace {

StringRef operator_of(const Instruction& step, const Use& use) {
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

using Ends = function_ref<const PostDominatorTree&()>;

class Scalar {
public:
  Scalar(PHINode& phi, const Loop& loop, const LoopAnalyses& all, Ends ends) : phi_(phi), loop_(loop), analyses_(all) {
    follow();
    classify(ends);
  }

  StringRef kind, op;
  const PHINode& phi() const { return phi_; }
  void depends_on_others() { kind = "carried", op = ""; }
  bool is_replaced() const {
    return kind == "carried" && !replacements_.empty() && !other_uses_ && steps_.empty() && chain_.compares.empty();
  }
  const ValueChain& chain() const { return chain_; }
  const Extreme* extreme() const { return extreme_ && kind == "reduction" ? &*extreme_ : nullptr; }

  // Those of its chain that are read behind the loop.
  SmallVector<const Value*, 4> values_behind() const {
    SmallVector<const Value*, 4> values;
    if (is_read_behind(phi_)) values.push_back(&phi_);
    copy_if(chain_.values, std::back_inserter(values), [&](const Value* value) { return is_read_behind(*value); });
    return values;
  }

  // And those of the objects that it is a part of.
  SmallVector<const DILocalVariable*, 4> all_variables() const {
    SmallVector<const DILocalVariable*, 4> all;
    for (const Value* value : named_values()) {
      all.append(variables_of_value(*value, loop_));
      if (const DILocalVariable* object = part_of_value(*value).first) all.push_back(object);
    }
    return all;
  }

  bool live_out() const {
    const auto behind = values_behind();
    const bool next = isa<Instruction>(next_) && is_read_behind(*next_);
    // What is computed from an index is no index.
    return next || (kind == "induction" ? is_contained(behind, &phi_) : !behind.empty());
  }

  const DILocalVariable* variable() const {
    const DILocalVariable* any = nullptr;
    for (const Value* value : named_values()) {
      const DILocalVariable* found = variable_of_value(*value, procedure_);
      if (found && is_of(procedure_, *found)) return found; // the statement knows it by this name
      if (!any) any = found;
    }
    return any;
  }

  // What it begins with may be another variable's value.
  bool has_name_of_its_own() const {
    return any_of(named_values(), [&](const Value* value) {
      const auto* at = dyn_cast<Instruction>(value);
      return at && loop_.contains(at) && variable_of_value(*value, procedure_) != nullptr;
    });
  }

  std::pair<const DILocalVariable*, int64_t> part() const {
    for (const Value* value : named_values())
      if (const auto found = part_of_value(*value); found.first) return found;
    return {};
  }

  const DILocalVariable* variable_or_object() const {
    const DILocalVariable* whole = variable();
    return whole ? whole : part().first;
  }

  // Memory that a register stands for in the loop, and that is written behind it.
  const Value* memory() const {
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

  // The place that the reader looks at: of a step, or of whatever makes the next value.
  const DILocation* place() const {
    for (const Instruction* step : steps_)
      if (step->getDebugLoc()) return step->getDebugLoc().get();
    for (const CmpInst* compare : chain_.compares)
      if (compare->getDebugLoc()) return compare->getDebugLoc().get();
    for (const Value* value : chain_.values)
      if (const auto* at = dyn_cast<Instruction>(value); at && at->getDebugLoc()) return at->getDebugLoc().get();
    if (const auto* at = dyn_cast<Instruction>(next_); at && at->getDebugLoc()) return at->getDebugLoc().get();
    return phi_.getDebugLoc().get();
  }

  bool carried() const { return !kind.empty(); }
  bool is_of_an_index() const { return kind == "recurrence" && is_known_beforehand(*next_); }
  bool is_place() const { return kind == "carried" && find_place(); }

private:
  bool is_read_behind(const Value& value) const {
    return any_of(value.users(), [&](const User* user) {
      const auto* at = dyn_cast<Instruction>(user);
      return at && !loop_.contains(at);
    });
  }

  // Those that may have a name, the best first.
  SmallVector<const Value*, 8> named_values() const {
    SmallVector<const Value*, 8> values{&phi_};
    values.append(chain_.values.begin(), chain_.values.end());
    values.push_back(next_);
    for (const Value* value : phi_.incoming_values())
      if (!isa<Constant>(value)) values.push_back(value);
    return values;
  }

  void follow() {
    SmallVector<const Value*, 8> work{&phi_};
    while (!work.empty()) {
      const Value* value = work.pop_back_val();
      for (const Use& use : value->uses()) {
        const auto* user = dyn_cast<Instruction>(use.getUser());
        if (!user || !loop_.contains(user) || user == &phi_) continue;
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

  bool is_step(const Instruction& user, const Use& use) {
    if (isa<PHINode>(user)) return true;
    if (isa<SelectInst>(user)) return use.getOperandNo() != 0;
    if (isa<FPTruncInst, FPExtInst, SExtInst, ZExtInst, TruncInst, FreezeInst>(user)) return true;
    if (makes_boolean(user)) return true;
    const StringRef found = operator_of(user, use);
    if (found.empty()) return false;
    if (!op_.empty() && op_ != found) mixed_ = true;
    op_ = found;
    steps_.insert(&user);
    return true;
  }

  // `b &= e` of a boolean b is computed as an integer and is then compared with 0. Of `^` that is associative only
  // where e is 0 or 1 as well.
  bool makes_boolean(const Instruction& user) const {
    const auto* compare = dyn_cast<CmpInst>(&user);
    const auto* operation = compare ? dyn_cast<BinaryOperator>(compare->getOperand(0)) : nullptr;
    if (!operation || compare->getPredicate() != CmpInst::ICMP_NE || !match_zero(*compare->getOperand(1))) return false;
    const SimplifyQuery query(loop_.getHeader()->getModule()->getDataLayout());
    auto is_boolean = [&](const Value* value) { return computeKnownBits(value, query).countMaxActiveBits() <= 1; };
    if (operation->getOpcode() == Instruction::Xor) return all_of(operation->operands(), is_boolean);
    return (operation->getOpcode() == Instruction::And || operation->getOpcode() == Instruction::Or) &&
           all_of(operation->operands(), [&](const Use& use) { return !chain_.contains(use) || is_boolean(use); });
  }

  // Values from outside of the chain that a merge takes in its place.
  void find_replacements() {
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
  void find_steps_on_itself() {
    for (const Instruction* step : steps_)
      mixed_ |= count_if(step->operands(), [&](const Use& use) { return chain_.contains(use); }) > 1;
  }

  // A value of an iteration other than the one that the last one leaves.
  bool passes_on_the_way() const {
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

  void classify(Ends ends) {
    find_kind(ends);
    if (kind.empty() && next_ != &phi_ && passes_on_the_way()) kind = "recurrence";
    if (kind == "reduction" && passes_on_the_way()) depends_on_others();
  }

  void find_kind(Ends ends) {
    find_replacements();
    find_steps_on_itself();
    if (phi_.getType()->isPointerTy() && is_stepped()) { // `*p++`: steps of pointers are no operators of a chain
      kind = "induction";
      return;
    }
    if (!chain_.contains(next_)) {
      if (find_short_circuit() || (!has_name_of_its_own() && is_known_beforehand(*next_))) return;
      if (!chain_.values.empty() || !chain_.compares.empty() || other_uses_) kind = "recurrence";
      return;
    }
    if (next_ == &phi_) return; // never changed
    if (!other_uses_ && !mixed_ && chain_.compares.empty() && replacements_.empty() && !op_.empty()) {
      kind = "reduction", op = op_;
    } else if (is_stepped()) {
      kind = "induction";
    } else if (!other_uses_ && op_.empty() && !chain_.compares.empty() && find_extreme(ends())) {
      kind = "reduction";
    } else if (!other_uses_ && op_.empty() && chain_.compares.empty() && find_flag()) {
      kind = "reduction";
    } else {
      kind = "carried";
    }
  }

  // Each iteration changes it by the same step.
  bool is_stepped() const {
    if (!analyses_.evolution.isSCEVable(phi_.getType())) return false;
    const auto* sum = dyn_cast<SCEVAddRecExpr>(analyses_.evolution.getSCEV(&phi_));
    return sum && sum->getLoop() == &loop_;
  }

  // Computed from nothing but inductions and what does not change: a loop whose test stands at its end keeps some of
  // the next iteration's values, such as a narrow index made wide.
  bool is_known_beforehand(const Value& value, unsigned depth = 0) const {
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

  bool find_extreme(const PostDominatorTree& ends) {
    extreme_.emplace(chain_, loop_, analyses_, ends);
    op = extreme_->op();
    return !op.empty() && all_of(chain_.compares, [&](const CmpInst* compare) { return orders_values(*compare); });
  }

  // A variable is the place of a minimum or maximum if a test compares what stands there with what stands at its next
  // value: `if (a[i] > a[m]) m = i`.
  bool find_place() const {
    if (!steps_.empty() || !chain_.compares.empty() || replacements_.size() != 1) return false;
    const Value& place = *replacements_.front();
    auto is_test = [&](const Instruction& at) {
      if (!isa<CmpInst>(at)) return false;
      const Value *left = at.getOperand(0), *right = at.getOperand(1);
      return left != right && (stands_there(*left, *right, place) || stands_there(*right, *left, place));
    };
    return any_of(loop_.blocks(), [&](const BasicBlock* block) { return any_of(*block, is_test); });
  }

  // `at` is computed from the variable as `other` is from the place.
  bool stands_there(const Value& at, const Value& other, const Value& place) const {
    if (same_value(&at, &other) || (chain_.contains(&at) && same_value(&other, &place))) return true;
    const auto *i = dyn_cast<Instruction>(&at), *j = dyn_cast<Instruction>(&other);
    if (!i || !j || !i->isSameOperationAs(j) || !isa<LoadInst, GetElementPtrInst, CastInst, BinaryOperator>(i))
      return false;
    return all_of(zip(i->operands(), j->operands()),
                  [&](const auto& both) { return stands_there(*std::get<0>(both), *std::get<1>(both), place); });
  }

  // As the variable's type does: a clause compares signed integers with sign.
  bool orders_values(const CmpInst& compare) const {
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

  // x = x && e, x = x || e: where e is not evaluated, x stays. Evaluating it all the same must change nothing else.
  bool find_short_circuit() {
    if (!chain_.values.empty() && !all_of(chain_.values, [](const Value* value) { return isa<CastInst>(value); }))
      return false;
    const Value* last = next_;
    while (isa<ZExtInst, SExtInst, TruncInst>(last)) last = cast<Instruction>(last)->getOperand(0);
    for (const Value* test : tests()) {
      if (!test->hasOneUse() || (op = short_circuit(*test, *last)).empty()) return op = "", false;
      kind = "reduction";
      return true;
    }
    return false;
  }

  // Boolean values that say whether x is set; none if there is any other use of it.
  SmallVector<const Value*, 2> tests() const {
    SmallVector<const Value*, 2> found;
    SmallVector<const Value*, 4> work{&phi_};
    while (!work.empty()) {
      const Value* value = work.pop_back_val();
      for (const User* user : value->users()) {
        const auto* at = dyn_cast<Instruction>(user);
        if (!at || !loop_.contains(at)) continue;
        const auto* compare = dyn_cast<CmpInst>(at);
        const bool is_set =
            compare && compare->getPredicate() == CmpInst::ICMP_NE && match_zero(*compare->getOperand(1));
        if (is_set || (isa<TruncInst>(at) && at->getType()->isIntegerTy(1)))
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

  static bool match_zero(const Value& value) {
    const auto* constant = dyn_cast<Constant>(&value);
    return constant && constant->isNullValue();
  }

  StringRef short_circuit(const Value& test, const Value& last) const {
    const User* user = *test.user_begin();
    if (user == &last && user->getType()->isIntegerTy(1)) {
      const unsigned operation = cast<Instruction>(user)->getOpcode();
      if (operation == Instruction::And || operation == Instruction::Or)
        return operation == Instruction::And ? "&&" : "||";
    }
    if (const auto* select = dyn_cast<SelectInst>(user); select && select == &last && select->getCondition() == &test)
      return match_zero(*select->getFalseValue()) ? "&&" : is_one(*select->getTrueValue()) ? "||" : "";
    const auto* branch = dyn_cast<BranchInst>(user);
    const auto* merge = dyn_cast<PHINode>(&last);
    if (!branch || !merge || !branch->isConditional() || merge->getBasicBlockIndex(branch->getParent()) < 0) return "";
    const Value& kept = *merge->getIncomingValueForBlock(branch->getParent());
    for (const PHINode& other : merge->getParent()->phis()) // `if (!x) x = e, n++`
      if (&other != merge && !other.hasConstantValue()) return "";
    const bool when_set = branch->getSuccessor(0) == merge->getParent();
    const BasicBlock* evaluates = branch->getSuccessor(when_set ? 1 : 0);
    if (evaluates == merge->getParent() || !changes_nothing(*evaluates, *merge->getParent())) return "";
    return !when_set && match_zero(kept) ? "&&" : when_set && is_one(kept) ? "||" : "";
  }

  static bool is_one(const Value& value) {
    const auto* constant = dyn_cast<ConstantInt>(&value);
    return constant && (constant->isOne() || constant->isAllOnesValue());
  }

  // The blocks from here to there.
  bool changes_nothing(const BasicBlock& from, const BasicBlock& to) const {
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

  // A flag that some iterations set to one constant: of truth values by logic, of two known numbers by their order.
  bool find_flag() {
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
    const bool truth = is_truth(*before) && (set->isZero() || set->isOne()) && !is_number_of_fortran();
    if (truth)
      op = set->isZero() ? "&&" : "||";
    else if (known && !known->isNegative() && !set->isNegative())
      op = set->getValue().ugt(known->getValue()) ? "max" : "min";
    return !op.empty();
  }

  bool is_truth(const Value& value) const {
    const SimplifyQuery query(loop_.getHeader()->getModule()->getDataLayout());
    return computeKnownBits(&value, query).countMaxActiveBits() <= 1;
  }

  // Fortran has other words for the logic of integers.
  bool is_number_of_fortran() const {
    const DILocalVariable* named = variable();
    const auto* type = dyn_cast_or_null<DIBasicType>(named ? named->getType() : nullptr);
    return type && type->getEncoding() != dwarf::DW_ATE_boolean && is_fortran(procedure_);
  }

  PHINode& phi_;
  const Loop& loop_;
  const DISubprogram* procedure_ = procedure_of(loop_);
  const LoopAnalyses& analyses_;
  ValueChain chain_{.phi = phi_, .values = {}, .compares = {}};
  const Value* next_ = phi_.getIncomingValueForBlock(loop_.getLoopLatch());
  SmallSetVector<const Value*, 8> replacements_;
  SmallSetVector<const Instruction*, 4> steps_;
  std::optional<Extreme> extreme_;
  StringRef op_;
  bool mixed_ = false, other_uses_ = false;
};

// A function knows a member by its own name, and not which object it is called on.
std::string name_in_statement(const std::string& part, const json::Object& facts) {
  const json::Array* variables = facts.getArray("variables");
  const size_t dot = part.rfind('.');
  if (!variables || dot == std::string::npos) return part;
  auto names = [&](StringRef name, bool member) {
    return any_of(*variables, [&](const json::Value& value) {
      const json::Object& variable = *value.getAsObject();
      return variable.getString("name") == name && (variable.getString("scope") == StringRef("member")) == member;
    });
  };
  const std::string member = part.substr(dot + 1);
  return !names(part.substr(0, part.find('.')), false) && names(member, true) ? member : part;
}

// Where the names stand that the loop's statement knows: its function and, of a lambda, the functions around it.
bool knows(const Loop& loop, const DILocalVariable& variable) {
  const DILocation* start = loop.getStartLoc().get();
  const DISubprogram* function = variable.getScope()->getSubprogram();
  for (const DIScope* scope = start ? start->getScope() : nullptr; scope; scope = scope->getScope())
    if (scope == function) return true;
  return !start;
}

// The name is one of a function further out, which hands on the address: the statement has another one for it, and may
// use the name for something else.
bool is_callers_name(const Scalar& scalar, const std::string& name, const Loop& loop) {
  if (const DILocalVariable* variable = scalar.variable_or_object()) return !knows(loop, *variable);
  const Value* memory = scalar.memory();
  const Value* object = memory ? getUnderlyingObject(memory) : nullptr;
  if (const auto* local = dyn_cast_or_null<AllocaInst>(object)) {
    const DILocalVariable* variable = variable_of(const_cast<AllocaInst&>(*local));
    return variable && !knows(loop, *variable);
  }
  const bool through = name.find_first_of("*[") != std::string::npos || name.find("->") != std::string::npos;
  return isa_and_nonnull<Argument>(object) && !through;
}

std::string name_of(const Scalar& scalar, const json::Object& facts) {
  if (const DILocalVariable* variable = scalar.variable()) {
    if (scalar.kind != "reduction") return variable->getName().str();
    return name_in_statement(part_name(*variable, 0, *scalar.phi().getFunction()), facts); // of an object's only member
  }
  if (const auto [object, byte] = scalar.part(); object)
    return name_in_statement(part_name(*object, byte, *scalar.phi().getFunction()), facts);
  const Value* memory = scalar.memory();
  return memory ? access_name(*memory, *scalar.phi().getFunction()) : "";
}

// Behind the loop another variable of the same function has a value that a private copy of this one passed through.
bool is_read_by_another_name(const Scalar& scalar, const json::Object& facts, const Loop& loop) {
  const DISubprogram* procedure = procedure_of(loop);
  const DILocalVariable* own = scalar.variable();
  auto reads = [&](const DILocalVariable* other) {
    return other != own && is_of(procedure, *other) && other->getName() != (own ? own->getName() : "") &&
           may_be_read_behind(facts, other->getName());
  };
  return any_of(scalar.values_behind(),
                [&](const Value* value) { return any_of(variables_of_value(*value, loop), reads); });
}

json::Object as_json(const Scalar& scalar, json::Array with, const json::Object& facts, const Loop& loop) {
  const std::string name = name_of(scalar, facts);
  // Behind the loop its value may be that of a variable to which the loop has copied it.
  const bool copied = scalar.kind == "induction" && scalar.variable() && !may_be_read_behind(facts, name);
  json::Object object{{"kind", scalar.kind}, {"live_out", scalar.live_out() && !copied}};
  object["name"] = name;
  if (const DILocalVariable* variable = scalar.variable()) object["declared"] = variable->getLine();
  if (is_callers_name(scalar, name, loop)) object["callers"] = true;
  if (!scalar.op.empty()) object["operator"] = scalar.op;
  if (const DILocation* place = scalar.place()) {
    object["line"] = place->getLine();
    object["column"] = place->getColumn();
  }
  if (scalar.is_replaced()) object["conditional"] = true;
  if (scalar.is_place()) object["place"] = true;
  if (!with.empty()) object["with"] = std::move(with);
  return object;
}

} // namespace

void add_scalars(json::Object& facts, const Loop& loop, const LoopAnalyses& analyses) {
  if (!loop.getLoopLatch()) return;
  std::optional<PostDominatorTree> made;
  auto ends = [&]() -> const PostDominatorTree& {
    if (!made) made.emplace(*loop.getHeader()->getParent());
    return *made;
  };
  std::deque<Scalar> scalars; // which stay where they are
  for (PHINode& phi : loop.getHeader()->phis()) {
    scalars.emplace_back(phi, loop, analyses, ends);
    if (!scalars.back().carried()) scalars.pop_back();
  }
  for (Scalar& scalar : scalars)
    if (scalar.kind == "reduction" && is_read_by_another_name(scalar, facts, loop)) scalar.depends_on_others();
  // What a minimum's place is goes along with it.
  auto goes_along = [&](const Scalar& scalar, const Scalar& with) {
    return with.extreme() && scalar.is_replaced() && replacements_in(scalar.chain()) == replacements_in(with.chain());
  };
  for (Scalar& scalar : scalars) {
    auto is_along = [&](const Instruction& at) {
      return any_of(scalars,
                    [&](const Scalar& other) { return other.chain().contains(&at) && goes_along(other, scalar); });
    };
    if (scalar.extreme() && !scalar.extreme()->decides_only(is_along)) scalar.depends_on_others();
  }
  // `r + 1` of a loop's test, which the next iteration takes over, may have the name of r.
  auto repeats_index = [&](const Scalar& scalar) {
    return scalar.is_of_an_index() && any_of(scalars, [&](const Scalar& other) {
             return other.kind == "induction" && other.variable() == scalar.variable();
           });
  };
  json::Array rows;
  SmallPtrSet<const DILocalVariable*, 8> carried, handed_on;
  for (const Scalar& scalar : scalars) {
    if (const DILocalVariable* variable = scalar.variable()) carried.insert(variable);
    for (const DILocalVariable* variable : scalar.all_variables()) handed_on.insert(variable);
    if (repeats_index(scalar)) continue;
    if (any_of(scalars, [&](const Scalar& other) { return goes_along(scalar, other); })) continue;
    json::Array with;
    for (const Scalar& other : scalars)
      if (const DILocalVariable* variable = goes_along(other, scalar) ? other.variable() : nullptr)
        with.push_back(variable->getName());
    rows.push_back(as_json(scalar, std::move(with), facts, loop));
  }
  facts["scalars"] = std::move(rows);
  if (json::Array last = last_values(loop, analyses.dominators, carried, facts); !last.empty())
    facts["last"] = std::move(last);
  if (facts.getArray("variables"))
    if (json::Array set = set_of_callers(loop, handed_on); !set.empty()) facts["callers_set"] = std::move(set);
  if (json::Array* variables = facts.getArray("variables")) mark_assigned(*variables, loop);
  if (facts.getString("language") == "fortran") facts["set"] = set_in_registers(loop);
}

} // namespace unply
