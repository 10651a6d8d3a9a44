// Starts of the lifetimes of temporaries; see temporaries.h.
#include "temporaries.h"

#include "llvm_compat.h"
#include "plain_copies.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace unply {

using namespace llvm;

// Without descriptions of variables clang's names tell: variables have none with a dot, but their parameters' slots.
bool is_temporary(AllocaInst& object) {
  if (!object.isStaticAlloca() || variable_of(object)) return false;
  if (describes_variables(*object.getFunction())) return true;
  return object.getName().contains('.') && !object.getName().ends_with(".addr");
}

Instruction* birth_of_temporary(const LocalObject& local, const DominatorTree& dominators) {
  if (!local.births.empty() || !is_temporary(*local.object)) return nullptr;
  Instruction* point = nullptr;
  for (const ArrayRef<Instruction*> list : {ArrayRef(local.reads), ArrayRef(local.writes), ArrayRef(local.captures)})
    for (Instruction* use : list) {
      if (!dominators.isReachableFromEntry(use->getParent())) continue;
      point = point ? dominators.findNearestCommonDominator(point, use) : use;
    }
  // Of two uses in one block the common dominator is the earlier one; a phi has no place before it.
  return point && isa<PHINode>(point) ? &*point->getParent()->getFirstInsertionPt() : point;
}

PreservedAnalyses TemporariesPass::run(Function& function, FunctionAnalysisManager& analyses) {
  if (is_plain_copy(function)) return PreservedAnalyses::all();
  const DominatorTree& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* object = dyn_cast<AllocaInst>(&instruction);
    Instruction* birth = object ? birth_of_temporary(inspect(*object), dominators) : nullptr;
    if (!birth || birth->isEHPad()) continue;
    IRBuilder<> at(birth);
    FunctionCallee marker = function.getParent()->getOrInsertFunction(kBirthMarker, at.getVoidTy(), at.getPtrTy());
    auto* declaration = cast<Function>(marker.getCallee());
    declaration->setDoesNotThrow();
    declaration->addFnAttr(Attribute::WillReturn);
    declaration->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    declaration->getArg(0)->addAttr(compat::captures_none(function.getContext()));
    at.CreateCall(marker, {object});
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace unply
