// See loop_scalars.h. Each phi of a loop's header is one such variable. Its chain are the values computed from it that
// lead to its next value. If nothing else uses the chain, and all its steps are of one associative operation, the
// variable is a reduction; a step may be an operation, or a merge of paths with and without one.
#include "loop_scalars.h"

#include "access_names.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IntrinsicInst.h"

#include <deque>
#include <set>

namespace unply {

using namespace llvm;

namespace {

const DILocalVariable* variable_of_value(const Value& value) {
  SmallVector<DbgVariableRecord*> records;
  findDbgValues(const_cast<Value*>(&value), records);
  for (const DbgVariableRecord* record : records)
    if (record->getExpression()->getNumElements() == 0) return record->getVariable();
  return nullptr;
}

// Of an object that is in several registers: s.n, a[].
std::string part_of_value(const Value& value, const Function& function) {
  SmallVector<DbgVariableRecord*> records;
  findDbgValues(const_cast<Value*>(&value), records);
  for (const DbgVariableRecord* record : records)
    if (const auto part = record->getExpression()->getFragmentInfo();
        part && record->getExpression()->getNumElements() == 3) // nothing but the fragment
      return part_name(*record->getVariable(), static_cast<int64_t>(part->OffsetInBits / 8), function);
  return "";
}

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

// Also two loads of one address: nothing between a test and the assignment that it guards stores there, or the variable
// would not be a minimum of what the reader sees either.
bool same_value(const Value* left, const Value* right) {
  if (left == right) return true;
  const auto *a = dyn_cast<LoadInst>(left), *b = dyn_cast<LoadInst>(right);
  if (a && b)
    return a->getType() == b->getType() && !a->isVolatile() && !b->isVolatile() &&
           same_value(a->getPointerOperand(), b->getPointerOperand());
  const auto *c = dyn_cast<CastInst>(left), *d = dyn_cast<CastInst>(right);
  if (c && d) return c->getOpcode() == d->getOpcode() && same_value(c->getOperand(0), d->getOperand(0));
  const auto *i = dyn_cast<Instruction>(left), *j = dyn_cast<Instruction>(right);
  if (!i || !j || !i->isSameOperationAs(j) || i->mayReadOrWriteMemory() || isa<PHINode>(i)) return false;
  for (unsigned k = 0; k < i->getNumOperands(); ++k)
    if (!same_value(i->getOperand(k), j->getOperand(k))) return false;
  return true;
}

class Scalar {
public:
  Scalar(PHINode& phi, const Loop& loop, ScalarEvolution& evolution)
      : phi_(phi), loop_(loop), evolution_(evolution), next_(phi.getIncomingValueForBlock(loop.getLoopLatch())) {
    follow();
    classify();
  }

  StringRef kind, op;
  const PHINode& phi() const { return phi_; }
  const BasicBlock* merge_block() const { return merge_; }
  // A minimum that is looked for only where another variable's test says so depends on that variable.
  bool is_guarded_by(const Scalar& other) const {
    return any_of(compares_, [&](const CmpInst* compare) {
      const BasicBlock* before = compare->getParent()->getSinglePredecessor();
      const auto* branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
      const auto* test = branch && branch->isConditional() ? dyn_cast<CmpInst>(branch->getCondition()) : nullptr;
      return test && other.compares_.contains(const_cast<CmpInst*>(test));
    });
  }
  void depends_on_others() { kind = "carried", op = ""; }
  bool is_replaced() const {
    return kind == "carried" && !replacements_.empty() && !other_uses_ && steps_.empty() && compares_.empty();
  }

  bool live_out() const {
    auto used_behind = [&](const Value* value) {
      return any_of(value->users(), [&](const User* user) {
        const auto* at = dyn_cast<Instruction>(user);
        return at && !loop_.contains(at);
      });
    };
    if (used_behind(&phi_) || (isa<Instruction>(next_) && used_behind(next_))) return true;
    return kind != "induction" && any_of(chain_, used_behind); // what is computed from an index is no index
  }

  const DILocalVariable* variable() const {
    for (const Value* value : named_values())
      if (const DILocalVariable* found = variable_of_value(*value)) return found;
    return nullptr;
  }

  // What it begins with may be another variable's value.
  bool has_name_of_its_own() const {
    return any_of(named_values(), [&](const Value* value) {
      const auto* at = dyn_cast<Instruction>(value);
      return at && loop_.contains(at) && variable_of_value(*value) != nullptr;
    });
  }

  std::string part() const {
    for (const Value* value : named_values())
      if (std::string found = part_of_value(*value, *phi_.getFunction()); !found.empty()) return found;
    return "";
  }

  // Of memory that a register stands for in the loop, and that is written behind it.
  std::string name_of_memory() const {
    SmallVector<const Value*, 8> values(chain_.begin(), chain_.end());
    values.push_back(next_);
    for (unsigned at = 0; at < values.size(); ++at)
      for (const User* user : values[at]->users()) {
        const auto* behind = dyn_cast<Instruction>(user);
        if (!behind || loop_.contains(behind)) continue;
        if (isa<PHINode>(behind) && cast<PHINode>(behind)->getNumIncomingValues() == 1) values.push_back(behind);
        if (const auto* store = dyn_cast<StoreInst>(behind); store && store->getValueOperand() == values[at])
          return access_name(*store->getPointerOperand(), *phi_.getFunction());
      }
    return "";
  }

  // The place that the reader looks at: of a step, or of whatever makes the next value.
  const DILocation* place() const {
    for (const Instruction* step : steps_)
      if (step->getDebugLoc()) return step->getDebugLoc().get();
    for (const CmpInst* compare : compares_)
      if (compare->getDebugLoc()) return compare->getDebugLoc().get();
    for (const Value* value : chain_)
      if (const auto* at = dyn_cast<Instruction>(value); at && at->getDebugLoc()) return at->getDebugLoc().get();
    if (const auto* at = dyn_cast<Instruction>(next_); at && at->getDebugLoc()) return at->getDebugLoc().get();
    return phi_.getDebugLoc().get();
  }

  bool carried() const { return !kind.empty(); }

private:
  // Those that may have a name, the best first.
  SmallVector<const Value*, 8> named_values() const {
    SmallVector<const Value*, 8> values{&phi_};
    values.append(chain_.begin(), chain_.end());
    values.push_back(next_);
    for (const Value* value : phi_.incoming_values())
      if (!isa<Constant>(value)) values.push_back(value);
    return values;
  }

  bool in_chain(const Value* value) const { return value == &phi_ || chain_.contains(value); }

  void follow() {
    SmallVector<const Value*, 8> work{&phi_};
    while (!work.empty()) {
      const Value* value = work.pop_back_val();
      for (const Use& use : value->uses()) {
        const auto* user = dyn_cast<Instruction>(use.getUser());
        if (!user || !loop_.contains(user) || user == &phi_) continue;
        if (!is_step(*user, use)) {
          if (const auto* compare = dyn_cast<CmpInst>(user))
            compares_.insert(compare);
          else
            other_uses_ = true;
          continue;
        }
        if (chain_.insert(user)) work.push_back(user);
      }
    }
  }

  bool is_step(const Instruction& user, const Use& use) {
    if (isa<PHINode>(user)) return true;
    if (isa<SelectInst>(user)) return use.getOperandNo() != 0;
    if (isa<FPTruncInst, FPExtInst, SExtInst, ZExtInst, TruncInst, FreezeInst>(user)) return true;
    const StringRef found = operator_of(user, use);
    if (found.empty()) return false;
    if (!op_.empty() && op_ != found) mixed_ = true;
    op_ = found;
    steps_.insert(&user);
    return true;
  }

  // Values from outside of the chain that a merge takes in its place.
  void find_replacements() {
    for (const Value* value : chain_) {
      auto note = [&](const Value* incoming, const Instruction* merge) {
        if (in_chain(incoming)) return;
        replacements_.insert(incoming);
        merge_ = merge->getParent();
      };
      if (const auto* phi = dyn_cast<PHINode>(value))
        for (const Value* incoming : phi->incoming_values()) note(incoming, phi);
      else if (const auto* select = dyn_cast<SelectInst>(value))
        for (const Value* incoming : {select->getTrueValue(), select->getFalseValue()}) note(incoming, select);
    }
  }

  void classify() {
    find_replacements();
    if (!in_chain(next_)) {
      if (find_short_circuit() || (!has_name_of_its_own() && is_known_beforehand(*next_))) return;
      if (!chain_.empty() || !compares_.empty() || other_uses_) kind = "recurrence";
      return;
    }
    if (next_ == &phi_) return; // never changed
    if (!other_uses_ && !mixed_ && compares_.empty() && replacements_.empty() && !op_.empty()) {
      kind = "reduction", op = op_;
    } else if (const auto* sum = dyn_cast_or_null<SCEVAddRecExpr>(
                   evolution_.isSCEVable(phi_.getType()) ? evolution_.getSCEV(&phi_) : nullptr);
               sum && sum->getLoop() == &loop_) {
      kind = "induction";
    } else if (!other_uses_ && op_.empty() && !compares_.empty() && find_extreme()) {
      kind = "reduction";
    } else if (!other_uses_ && op_.empty() && compares_.empty() && find_flag()) {
      kind = "reduction";
    } else {
      kind = "carried";
    }
  }

  // Computed from nothing but inductions and what does not change: a loop whose test stands at its end keeps some of
  // the next iteration's values, such as a narrow index made wide.
  bool is_known_beforehand(const Value& value, unsigned depth = 0) const {
    constexpr unsigned kMost = 8;
    const auto* at = dyn_cast<Instruction>(&value);
    if (!at || !loop_.contains(at)) return true;
    if (evolution_.isSCEVable(at->getType())) {
      const auto* sum = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(const_cast<Instruction*>(at)));
      if (sum && sum->getLoop() == &loop_) return true;
    }
    if (depth == kMost || isa<PHINode>(at) || at->mayReadOrWriteMemory() || isa<CallBase>(at)) return false;
    return all_of(at->operands(), [&](const Use& use) { return is_known_beforehand(*use, depth + 1); });
  }

  // if (e < x) x = e, in all its forms.
  bool find_extreme() {
    for (const CmpInst* compare : compares_) {
      const bool left = in_chain(compare->getOperand(0));
      if (left == in_chain(compare->getOperand(1))) return false;
      const Value* other = compare->getOperand(left ? 1 : 0);
      const StringRef found = extreme_by(*compare, left, *other);
      if (found.empty() || (!op.empty() && op != found)) return op = "", false;
      op = found;
    }
    return all_of(replacements_, [&](const Value* value) {
      return any_of(compares_, [&](const CmpInst* compare) {
        return same_value(value, compare->getOperand(in_chain(compare->getOperand(0)) ? 1 : 0));
      });
    });
  }

  // Which of both stays where `compare` holds.
  StringRef extreme_by(const CmpInst& compare, bool left, const Value& other) const {
    CmpInst::Predicate is = left ? compare.getSwappedPredicate() : compare.getPredicate(); // other `is` x
    bool less;
    switch (is) {
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_SLE:
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_ULE:
    case CmpInst::FCMP_OLT:
    case CmpInst::FCMP_OLE:
    case CmpInst::FCMP_ULT:
    case CmpInst::FCMP_ULE:
      less = true;
      break;
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_SGE:
    case CmpInst::ICMP_UGT:
    case CmpInst::ICMP_UGE:
    case CmpInst::FCMP_OGT:
    case CmpInst::FCMP_OGE:
    case CmpInst::FCMP_UGT:
    case CmpInst::FCMP_UGE:
      less = false;
      break;
    default:
      return "";
    }
    std::optional<bool> taken; // the other value is taken where the comparison holds
    for (const User* user : compare.users()) {
      std::optional<bool> now;
      if (const auto* select = dyn_cast<SelectInst>(user); select && chain_.contains(select))
        now = !in_chain(select->getTrueValue());
      else if (const auto* branch = dyn_cast<BranchInst>(user); branch && branch->isConditional())
        now = taken_by(*branch, other);
      if (!now || (taken && *taken != *now)) return "";
      taken = now;
    }
    if (!taken) return "";
    return less == *taken ? "min" : "max";
  }

  // The merge takes the other value on the way through the branch's first successor (true) or its second.
  std::optional<bool> taken_by(const BranchInst& branch, const Value& other) const {
    for (const Value* value : chain_) {
      const auto* merge = dyn_cast<PHINode>(value);
      if (!merge) continue;
      for (unsigned i = 0; i < merge->getNumIncomingValues(); ++i) {
        if (!same_value(merge->getIncomingValue(i), &other)) continue;
        const BasicBlock* from = merge->getIncomingBlock(i);
        for (unsigned way = 0; way < 2; ++way) {
          const BasicBlock* next = branch.getSuccessor(way);
          if ((next == from && from->getSinglePredecessor() == branch.getParent()) ||
              (from == branch.getParent() && next == merge->getParent() && branch.getSuccessor(1 - way) != next))
            return way == 0;
        }
      }
    }
    return std::nullopt;
  }

  // x = x && e, x = x || e: where e is not evaluated, x stays. Evaluating it all the same must change nothing else.
  bool find_short_circuit() {
    if (!chain_.empty() && !all_of(chain_, [](const Value* value) { return isa<CastInst>(value); })) return false;
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
    if (const auto* select = dyn_cast<SelectInst>(user); select && select == &last && select->getCondition() == &test)
      return match_zero(*select->getFalseValue()) ? "&&" : is_one(*select->getTrueValue()) ? "||" : "";
    const auto* branch = dyn_cast<BranchInst>(user);
    const auto* merge = dyn_cast<PHINode>(&last);
    if (!branch || !merge || !branch->isConditional() || merge->getBasicBlockIndex(branch->getParent()) < 0) return "";
    const Value& kept = *merge->getIncomingValueForBlock(branch->getParent());
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

  // A flag that some iterations set to one constant.
  bool find_flag() {
    const Constant* set = nullptr;
    for (const Value* value : replacements_) {
      const auto* constant = dyn_cast<ConstantInt>(value);
      if (!constant || (set && set != constant)) return false;
      set = constant;
    }
    if (!set) return false;
    op = set->isNullValue() ? "&&" : "||";
    return true;
  }

  PHINode& phi_;
  const Loop& loop_;
  ScalarEvolution& evolution_;
  const Value* next_;
  SmallSetVector<const Value*, 8> chain_, replacements_;
  SmallSetVector<const Instruction*, 4> steps_;
  SmallSetVector<const CmpInst*, 2> compares_;
  const BasicBlock* merge_ = nullptr;
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

std::string name_of(const Scalar& scalar, const json::Object& facts) {
  if (const DILocalVariable* variable = scalar.variable()) {
    if (scalar.kind != "reduction") return variable->getName().str();
    return name_in_statement(part_name(*variable, 0, *scalar.phi().getFunction()), facts); // of an object's only member
  }
  if (const std::string part = scalar.part(); !part.empty()) return name_in_statement(part, facts);
  return scalar.name_of_memory();
}

json::Object as_json(const Scalar& scalar, json::Array with, const json::Object& facts) {
  json::Object object{{"kind", scalar.kind}, {"live_out", scalar.live_out()}};
  const DILocalVariable* variable = scalar.variable();
  object["name"] = name_of(scalar, facts);
  if (variable) object["declared"] = variable->getLine();
  if (!scalar.op.empty()) object["operator"] = scalar.op;
  if (const DILocation* place = scalar.place()) {
    object["line"] = place->getLine();
    object["column"] = place->getColumn();
  }
  if (scalar.is_replaced()) object["conditional"] = true;
  if (!with.empty()) object["with"] = std::move(with);
  return object;
}

// What an iteration computes anew and code behind the loop uses.
json::Array last_values(const Loop& loop, const SmallPtrSetImpl<const DILocalVariable*>& carried) {
  SmallSetVector<StringRef, 4> names;
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& instruction : *block) {
      const bool behind = any_of(instruction.users(), [&](const User* user) {
        const auto* at = dyn_cast<Instruction>(user);
        return at && !loop.contains(at);
      });
      const DILocalVariable* variable = behind ? variable_of_value(instruction) : nullptr;
      if (variable && !carried.contains(variable)) names.insert(variable->getName());
    }
  json::Array array;
  for (const StringRef name : names) array.push_back(name);
  return array;
}

bool is_set_by(const DbgVariableRecord& record) {
  return record.isDbgValue() && !record.isKillLocation() && !record.getVariable()->isArtificial();
}

// Variables whose address a call got that was inlined: if registers hold them now, only the debug information tells
// that the loop sets them.
void mark_assigned(json::Array& variables, const Loop& loop) {
  StringSet<> assigned;
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& at : *block)
      for (const DbgVariableRecord& record : filterDbgVars(at.getDbgRecordRange()))
        if (is_set_by(record) && !isa<Constant>(record.getVariableLocationOp(0)))
          assigned.insert(record.getVariable()->getName());
  for (json::Value& value : variables) {
    json::Object* variable = value.getAsObject();
    if (!variable || !variable->getBoolean("address").value_or(false)) continue;
    if (const auto name = variable->getString("name"); name && assigned.contains(*name)) (*variable)["assigned"] = true;
  }
}

// Without a syntax tree: of the procedure in which the loop stands, also where only a call sets it that was inlined.
json::Array set_in_registers(const Loop& loop) {
  std::set<StringRef> names;
  const DebugLoc begin = loop.getStartLoc();
  const DISubprogram* procedure = begin ? begin->getScope()->getSubprogram() : nullptr;
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& at : *block)
      for (const DbgVariableRecord& record : filterDbgVars(at.getDbgRecordRange()))
        if (is_set_by(record) && record.getVariable()->getScope()->getSubprogram() == procedure)
          names.insert(record.getVariable()->getName());
  json::Array array;
  for (const StringRef name : names) array.push_back(name);
  return array;
}

} // namespace

void add_scalars(json::Object& facts, const Loop& loop, const LoopAnalyses& analyses) {
  if (!loop.getLoopLatch()) return;
  std::deque<Scalar> scalars;
  for (PHINode& phi : loop.getHeader()->phis()) {
    scalars.emplace_back(phi, loop, analyses.evolution);
    if (!scalars.back().carried()) scalars.pop_back();
  }
  // What a minimum's place is goes along with it.
  auto goes_along = [&](const Scalar& scalar, const Scalar& with) {
    return scalar.is_replaced() && with.kind == "reduction" && (with.op == "min" || with.op == "max") &&
           with.merge_block() == scalar.merge_block();
  };
  for (Scalar& scalar : scalars)
    if (scalar.kind == "reduction" &&
        any_of(scalars, [&](const Scalar& other) { return &other != &scalar && scalar.is_guarded_by(other); }))
      scalar.depends_on_others();
  json::Array rows;
  SmallPtrSet<const DILocalVariable*, 8> carried;
  for (const Scalar& scalar : scalars) {
    if (const DILocalVariable* variable = scalar.variable()) carried.insert(variable);
    if (any_of(scalars, [&](const Scalar& other) { return goes_along(scalar, other); })) continue;
    json::Array with;
    for (const Scalar& other : scalars)
      if (const DILocalVariable* variable = goes_along(other, scalar) ? other.variable() : nullptr)
        with.push_back(variable->getName());
    rows.push_back(as_json(scalar, std::move(with), facts));
  }
  facts["scalars"] = std::move(rows);
  if (json::Array last = last_values(loop, carried); !last.empty()) facts["last"] = std::move(last);
  if (json::Array* variables = facts.getArray("variables")) mark_assigned(*variables, loop);
  if (facts.getString("language") == "fortran") facts["set"] = set_in_registers(loop);
}

} // namespace unply
