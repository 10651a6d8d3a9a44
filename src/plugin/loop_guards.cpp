// See loop_guards.h. The distance of two addresses is the same in all iterations if the difference of their scalar
// evolutions is an invariant. Differences that depend on a loop around this one are left out (a[i][j] against a[k][j]):
// the run has seen many of them.
#include "loop_guards.h"

#include "access_names.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"

#include <set>

namespace unply {

using namespace llvm;

namespace {

constexpr unsigned kMostAccesses = 64; // pairs are compared

struct Moving { // an access whose address changes from iteration to iteration
  const Value* pointer;
  const SCEV* address;
  bool write;
};

using Unknowns = SmallPtrSet<const Value*, 4>;

// False if there is something in it that a loop computes.
bool find_unknowns(const SCEV* value, const LoopInfo& loops, Unknowns& unknowns) {
  return !SCEVExprContains(value, [&](const SCEV* part) {
    const auto* unknown = dyn_cast<SCEVUnknown>(part);
    if (!unknown) return isa<SCEVAddRecExpr, SCEVCouldNotCompute>(part);
    unknowns.insert(unknown->getValue());
    const auto* made = dyn_cast<Instruction>(unknown->getValue());
    return made && loops.getLoopFor(made->getParent());
  });
}

class Guards {
public:
  Guards(const Loop& loop, const LoopAnalyses& analyses) : loop_(loop), analyses_(analyses) {
    const SCEV* trip = iterations_of(loop, analyses.evolution);
    if (trip) find_unknowns(trip, analyses.loops, bounds_);
  }

  json::Array find() {
    collect();
    json::Array rows;
    if (accesses_.size() > kMostAccesses) return rows;
    for (const Moving& one : accesses_)
      for (const Moving& other : accesses_)
        if (one.write && &one != &other && are_kept_apart(one, other)) {
          std::string name = access_name(*one.pointer, *loop_.getHeader()->getParent());
          if (!names_.insert(name).second) continue;
          json::Object row{{"variable", std::move(name)}};
          if (std::string words = condition(*distance_); !words.empty()) row["condition"] = std::move(words);
          rows.push_back(std::move(row));
        }
    return rows;
  }

private:
  void collect() {
    for (const BasicBlock* block : loop_.blocks())
      for (const Instruction& at : *block) {
        const Value* pointer = getLoadStorePointerOperand(&at);
        if (!pointer || !analyses_.evolution.isSCEVable(pointer->getType())) continue;
        const SCEV* address = analyses_.evolution.getSCEV(const_cast<Value*>(pointer));
        if (!analyses_.evolution.isLoopInvariant(address, &loop_))
          accesses_.push_back({.pointer = pointer, .address = address, .write = isa<StoreInst>(at)});
      }
  }

  // A distance that is made of the loop's own bounds is as long as the loop, or was meant to be: the row before.
  bool are_kept_apart(const Moving& one, const Moving& other) {
    distance_ = analyses_.evolution.getMinusSCEV(one.address, other.address);
    if (isa<SCEVCouldNotCompute, SCEVConstant>(distance_)) return false;
    Unknowns unknowns;
    if (!find_unknowns(distance_, analyses_.loops, unknowns)) return false;
    return any_of(unknowns, [&](const Value* value) { return !bounds_.contains(value); });
  }

  static std::string name_of(const SCEV* value) {
    while (const auto* cast = dyn_cast<SCEVCastExpr>(value)) value = cast->getOperand();
    const auto* unknown = dyn_cast<SCEVUnknown>(value);
    if (!unknown) return "";
    SmallVector<DbgVariableRecord*> records;
    findDbgValues(unknown->getValue(), records);
    std::string name; // a parameter's before that of an index which starts from it
    for (const DbgVariableRecord* record : records) {
      if (record->getExpression()->getNumElements() != 0) continue;
      if (name.empty() || record->getVariable()->isParameter()) name = record->getVariable()->getName().str();
    }
    return name;
  }

  // k >= n: of a distance of k steps, in a loop of n.
  std::string condition(const SCEV& distance) const {
    const auto* product = dyn_cast<SCEVMulExpr>(&distance);
    if (!product || product->getNumOperands() != 2 || bounds_.size() != 1) return "";
    const auto* size = dyn_cast<SCEVConstant>(product->getOperand(0));
    const auto* address = dyn_cast<SCEVAddRecExpr>(accesses_.front().address);
    if (!size || !address || address->getLoop() != &loop_) return "";
    const auto* step = dyn_cast<SCEVConstant>(address->getStepRecurrence(analyses_.evolution));
    if (!step || step->getAPInt().abs() != size->getAPInt().abs()) return "";
    const std::string apart = name_of(product->getOperand(1));
    const std::string often = name_of(analyses_.evolution.getUnknown(const_cast<Value*>(*bounds_.begin())));
    if (apart.empty() || often.empty()) return "";
    return (size->getAPInt().isNegative() ? "-" + apart : apart) + " >= " + often;
  }

  const Loop& loop_;
  const LoopAnalyses& analyses_;
  SmallVector<Moving, 16> accesses_;
  Unknowns bounds_; // of the loop's number of iterations
  std::set<std::string> names_;
  const SCEV* distance_ = nullptr;
};

} // namespace

void add_guards(json::Object& facts, const Loop& loop, const LoopAnalyses& analyses) {
  if (json::Array rows = Guards(loop, analyses).find(); !rows.empty()) facts["guards"] = std::move(rows);
}

} // namespace unply
