// See loop_guards.h. The distance of two addresses is the same in all iterations if the difference of their scalar
// evolutions is an invariant. Differences that depend on a loop around this one are left out (a[i][j] against a[k][j]):
// the run has seen many of them.
#include "loop_guards.h"

#include "access_names.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"

#include <map>
#include <set>

namespace unply {

using namespace llvm;

namespace {

constexpr unsigned kMostAccesses = 64; // pairs are compared

struct Moving { // an access whose address changes from iteration to iteration
  const Value* pointer;
  const SCEV* address;
  uint64_t bytes;
  bool write;
};

using Unknowns = SmallPtrSet<const Value*, 4>;

// An address as the program's text has it: as if no sum wrapped around, whatever width it is computed in, and with one
// value for all loads of a place that the loop does not store to by that address. A distance that is found so makes a
// claim weaker, never stronger.
class AsWritten : public SCEVRewriteVisitor<AsWritten> {
public:
  AsWritten(const Loop& loop, ScalarEvolution& evolution) : SCEVRewriteVisitor(evolution), loop_(loop) {
    for (const BasicBlock* block : loop.blocks())
      for (const Instruction& at : *block)
        if (const auto* store = dyn_cast<StoreInst>(&at)) stored_.insert(of(*store->getPointerOperand()));
  }

  const SCEV* of(const Value& value) { return visit(SE.getSCEV(const_cast<Value*>(&value))); }
  bool is_kept(const Value& load) const { return kept_.contains(&load); }

  const SCEV* visitZeroExtendExpr(const SCEVZeroExtendExpr* value) { return widen(visit(value->getOperand()), value); }
  const SCEV* visitSignExtendExpr(const SCEVSignExtendExpr* value) { return widen(visit(value->getOperand()), value); }
  const SCEV* visitUnknown(const SCEVUnknown* value) {
    const auto* load = dyn_cast<LoadInst>(value->getValue());
    if (!load || !loop_.contains(load) || load->isVolatile()) return value;
    const SCEV* place = of(*load->getPointerOperand());
    if (stored_.contains(place) || !SE.isLoopInvariant(place, &loop_)) return value;
    const LoadInst*& first = loads_[{place, load->getType()}];
    if (!first) kept_.insert(first = load);
    return SE.getUnknown(const_cast<LoadInst*>(first));
  }

private:
  const SCEV* widen(const SCEV* value, const SCEVCastExpr* as) {
    const auto all = [&](const SCEV* of) {
      SmallVector<const SCEV*, 4> parts;
      for (const SCEV* part : of->operands()) parts.push_back(widen(part, as));
      return parts;
    };
    if (isa<SCEVAddExpr>(value)) {
      auto parts = all(value);
      return SE.getAddExpr(parts);
    }
    if (isa<SCEVMulExpr>(value)) {
      auto parts = all(value);
      return SE.getMulExpr(parts);
    }
    if (const auto* recurrence = dyn_cast<SCEVAddRecExpr>(value)) {
      auto parts = all(value);
      return SE.getAddRecExpr(parts, recurrence->getLoop(), SCEV::FlagAnyWrap);
    }
    return SE.getSignExtendExpr(value, as->getType());
  }

  const Loop& loop_;
  SmallPtrSet<const SCEV*, 16> stored_;
  std::map<std::pair<const SCEV*, Type*>, const LoadInst*> loads_;
  SmallPtrSet<const Value*, 4> kept_; // loads that are the value of a place
};

// An unknown value, however it is widened; null: something else.
const SCEVUnknown* unknown_in(const SCEV* value) {
  while (const auto* cast = dyn_cast<SCEVCastExpr>(value)) value = cast->getOperand();
  return dyn_cast<SCEVUnknown>(value);
}

struct Words {
  std::string text;
  bool is_unsigned = false;
  uint64_t bits = 0;
};

// Variables that have a value in front of the loop by which its text can name it.
class NamesAtLoop {
public:
  explicit NamesAtLoop(const Loop& loop) {
    const DILocation* place = loop.getStartLoc().get();
    if (!place) return;
    for (const Instruction& at : instructions(loop.getHeader()->getParent()))
      for (const DbgVariableRecord& record : filterDbgVars(at.getDbgRecordRange())) {
        const DILocalVariable* variable = record.getVariable();
        const DebugLoc where = record.getDebugLoc();
        if (where->getInlinedAt() != place->getInlinedAt() ||
            variable->getScope()->getSubprogram() != place->getScope()->getSubprogram())
          continue;
        const bool whole = record.isDbgValue() && record.getExpression()->getNumElements() == 0;
        Variable& known = variables_[variable->getName()];
        const Value* value =
            whole && record.getNumVariableLocationOps() == 1 ? record.getVariableLocationOp(0) : nullptr;
        if (!known.variable) known = {.variable = variable, .value = value};
        if (known.variable != variable || known.value != value) known.value = nullptr; // more than one, or it changes
      }
  }

  Words of(const SCEVUnknown* value) const {
    if (!value) return {};
    for (const auto& [name, variable] : variables_)
      if (variable.value == value->getValue())
        if (const std::optional<Words> found = integer(*variable.variable)) return *found;
    return {};
  }

private:
  struct Variable {
    const DILocalVariable* variable = nullptr;
    const Value* value = nullptr; // that it has everywhere
  };

  static std::optional<Words> integer(const DILocalVariable& variable) {
    const DIType* type = variable.getType();
    while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
      if (!is_contained({dwarf::DW_TAG_typedef, dwarf::DW_TAG_const_type}, derived->getTag())) return std::nullopt;
      type = derived->getBaseType();
    }
    const auto* basic = dyn_cast_or_null<DIBasicType>(type);
    if (!basic || !is_contained({dwarf::DW_ATE_signed, dwarf::DW_ATE_unsigned}, basic->getEncoding()))
      return std::nullopt;
    return Words{.text = variable.getName().str(),
                 .is_unsigned = basic->getEncoding() == dwarf::DW_ATE_unsigned,
                 .bits = basic->getSizeInBits()};
  }

  MapVector<StringRef, Variable> variables_;
};

uint64_t bytes_of(const Instruction& access) {
  return access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access));
}

class Guards {
public:
  Guards(const Loop& loop, const LoopAnalyses& analyses)
      : loop_(loop), analyses_(analyses), as_written_(loop, analyses.evolution) {
    trip_ = iterations_of(loop, analyses.evolution);
    if (trip_) find_unknowns(trip_, bounds_);
  }

  json::Array find() {
    collect();
    if (accesses_.size() > kMostAccesses) return {};
    std::map<std::string, std::set<std::string>> conditions; // by variable
    for (const Moving& one : accesses_)
      for (const Moving& other : accesses_)
        if (one.write && &one != &other && are_kept_apart(one, other))
          conditions[access_name(*one.pointer, *loop_.getHeader()->getParent())].insert(condition(one, other));
    json::Array rows;
    for (const auto& [variable, all] : conditions) {
      json::Object row{{"variable", variable}};
      if (!all.contains("")) row["condition"] = llvm::join(all, " && ");
      rows.push_back(std::move(row));
    }
    return rows;
  }

private:
  // False if there is something in it that a loop computes.
  bool find_unknowns(const SCEV* value, Unknowns& unknowns) const {
    return !SCEVExprContains(value, [&](const SCEV* part) {
      const auto* unknown = dyn_cast<SCEVUnknown>(part);
      if (!unknown) return isa<SCEVAddRecExpr, SCEVCouldNotCompute>(part);
      unknowns.insert(unknown->getValue());
      const auto* made = dyn_cast<Instruction>(unknown->getValue());
      return made && analyses_.loops.getLoopFor(made->getParent()) && !as_written_.is_kept(*made);
    });
  }

  void collect() {
    for (const BasicBlock* block : loop_.blocks())
      for (const Instruction& at : *block) {
        const Value* pointer = getLoadStorePointerOperand(&at);
        if (!pointer || !analyses_.evolution.isSCEVable(pointer->getType())) continue;
        const SCEV* address = as_written_.of(*pointer);
        if (!analyses_.evolution.isLoopInvariant(address, &loop_))
          accesses_.push_back(
              {.pointer = pointer, .address = address, .bytes = bytes_of(at), .write = isa<StoreInst>(at)});
      }
  }

  // A distance that is made of the loop's own bounds is as long as the loop, or was meant to be: the row before. But
  // what shortens the loop says nothing of how long it is: n - k iterations at a distance of k.
  bool are_kept_apart(const Moving& one, const Moving& other) {
    distance_ = analyses_.evolution.getMinusSCEV(one.address, other.address);
    if (isa<SCEVCouldNotCompute, SCEVConstant>(distance_)) return false;
    Unknowns unknowns;
    if (!find_unknowns(distance_, unknowns)) return false;
    if (any_of(unknowns, [&](const Value* value) { return !bounds_.contains(value); })) return true;
    const SCEVUnknown* apart = unknown_in(steps_in(*distance_));
    return apart && is_shortened_by(*apart);
  }

  // k, of a distance of k elements.
  static const SCEV* steps_in(const SCEV& distance) {
    const auto* product = dyn_cast<SCEVMulExpr>(&distance);
    const bool scaled = product && product->getNumOperands() == 2 && isa<SCEVConstant>(product->getOperand(0));
    return scaled ? product->getOperand(1) : &distance;
  }

  bool is_shortened_by(const SCEVUnknown& value) const {
    return trip_ && SCEVExprContains(trip_, [&](const SCEV* part) {
             const auto* product = dyn_cast<SCEVMulExpr>(part);
             const auto* factor = product ? dyn_cast<SCEVConstant>(product->getOperand(0)) : nullptr;
             return factor && factor->getAPInt().isNegative() && product->getNumOperands() == 2 &&
                    unknown_in(product->getOperand(1)) == &value;
           });
  }

  Words words_of(const SCEVUnknown* value) const {
    if (!names_) names_.emplace(loop_);
    return names_->of(value);
  }

  // n, or n - k, which is at least the number of iterations; no text: there are no words for it.
  Words trip_in_words() const {
    const SCEV* taken = analyses_.evolution.getBackedgeTakenCount(&loop_);
    while (const auto* cast = dyn_cast<SCEVCastExpr>(taken)) taken = cast->getOperand();
    const auto* sum = dyn_cast<SCEVAddExpr>(taken); // -1 + n - k
    const auto* less_one = sum ? dyn_cast<SCEVConstant>(sum->getOperand(0)) : nullptr;
    if (!less_one || !less_one->getAPInt().isNegative() || sum->getNumOperands() > 3) return {};
    Words more, less;
    for (const SCEV* part : drop_begin(sum->operands())) {
      const auto* product = dyn_cast<SCEVMulExpr>(part);
      if (product && product->getNumOperands() == 2 && product->getOperand(0)->isAllOnesValue())
        less = words_of(unknown_in(product->getOperand(1)));
      else
        more = words_of(unknown_in(part));
    }
    if (sum->getNumOperands() == 2) return more;
    if (more.text.empty() || less.text.empty() || more.is_unsigned != less.is_unsigned) return {};
    return {.text = more.text + " - " + less.text, .is_unsigned = more.is_unsigned, .bits = more.bits};
  }

  // k >= n: of a distance of k steps, whichever way, in a loop of at most n.
  std::string condition(const Moving& one, const Moving& other) const {
    const auto* product = dyn_cast<SCEVMulExpr>(distance_);
    if (!product || product->getNumOperands() != 2) return "";
    const auto* size = dyn_cast<SCEVConstant>(product->getOperand(0));
    const auto* address = dyn_cast<SCEVAddRecExpr>(one.address);
    if (!size || !address || address->getLoop() != &loop_) return "";
    const auto* step = dyn_cast<SCEVConstant>(address->getStepRecurrence(analyses_.evolution));
    if (!step || step->getAPInt().abs() != size->getAPInt().abs()) return "";
    if (step->getAPInt().abs().ult(std::max(one.bytes, other.bytes))) return "";
    const Words apart = words_of(unknown_in(product->getOperand(1))), often = trip_in_words();
    if (apart.text.empty() || often.text.empty() || (often.is_unsigned && !apart.is_unsigned)) return "";
    std::string far = apart.text + " >= " + often.text;
    // A sum with a large number without sign goes backwards.
    return apart.is_unsigned && apart.bits >= 32 ? far + " && -" + far : far;
  }

  const Loop& loop_;
  const LoopAnalyses& analyses_;
  AsWritten as_written_;
  mutable std::optional<NamesAtLoop> names_; // made when the first condition is asked for
  SmallVector<Moving, 16> accesses_;
  const SCEV* trip_ = nullptr;
  Unknowns bounds_; // of the loop's number of iterations
  const SCEV* distance_ = nullptr;
};

} // namespace

void add_guards(json::Object& facts, const Loop& loop, const LoopAnalyses& analyses) {
  if (json::Array rows = Guards(loop, analyses).find(); !rows.empty()) facts["guards"] = std::move(rows);
}

} // namespace unply
