// The passes in order. Invariant: up to the instrumentation no pass may invent, drop or move a memory access across a
// task boundary, and no access may appear that the source does not execute; else the graph would depend on the -O
// level. So: no LICM or DSE, no speculation of blocks (it would read what the program does not read), no EarlyCSE (it
// drops a load after a store to the same place, by which the task is a reader of its own value and has an
// antidependence to the next writer; and a store of what was just loaded), value numbering of pure expressions only,
// and values that a register would carry from one task instance to the next are pinned in memory first.
#include "pipeline.h"

#include "carried_values.h"
#include "fake_uses.h"
#include "inline_functions.h"
#include "instrument.h"
#include "loop_ids.h"
#include "plain_copies.h"
#include "regions.h"
#include "temporaries.h"

#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

namespace unply {
namespace {

// Accessors such as std::vector::operator[] cost 0 to 30; larger bodies gain nothing from being seen through here and
// the user's own inliner comes later anyway.
constexpr int kEarlyInlineThreshold = 60;

const llvm::GVNOptions kExpressionsOnly =
    llvm::GVNOptions().setPRE(false).setLoadPRE(false).setLoadPRESplitBackedge(false).setMemDep(false).setMemorySSA(
        false);

llvm::FunctionPassManager simplification(bool optimise) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  if (!optimise) return passes;
  passes.addPass(llvm::GVNPass(kExpressionsOnly));
  passes.addPass(llvm::InstSimplifyPass());
  passes.addPass(SimplifyKeepingLoopsPass(llvm::SimplifyCFGOptions().speculateBlocks(false).bonusInstThreshold(0)));
  return passes;
}

llvm::FunctionPassManager loop_form() {
  llvm::FunctionPassManager passes;
  passes.addPass(TemporariesPass());
  passes.addPass(JoinBackEdgesPass());
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopRotatePass()));
  passes.addPass(llvm::LoopSimplifyPass());
  return passes;
}

} // namespace

void add_passes(llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
  const bool optimise = level != llvm::OptimizationLevel::O0;
  passes.addPass(ChosenLoopsPass());
  passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetimeIntrinsics=*/true));
  passes.addPass(RegionPass());
  const bool copies = plain_copies_wanted();
  if (copies) passes.addPass(PlainCopiesPass(optimise));
  passes.addPass(FakeUsesPass());
  passes.addPass(CarriedValuesPass());
  passes.addPass(HookedFunctionsPass(simplification(optimise)));
  if (copies) passes.addPass(LoopCopiesPass(simplification(/*optimise=*/true))); // in the same way at every level
  if (optimise || copies) {
    passes.addPass(KeepRegionFunctionsPass(/*keep=*/true));
    passes.addPass(llvm::ModuleInlinerWrapperPass(llvm::getInlineParams(kEarlyInlineThreshold)));
    passes.addPass(KeepRegionFunctionsPass(/*keep=*/false));
  }
  if (optimise) passes.addPass(HookedFunctionsPass(simplification(optimise)));
  passes.addPass(HookedFunctionsPass(loop_form()));
  if (copies) {
    passes.addPass(LoopCopiesPass(simplification(/*optimise=*/true)));
    passes.addPass(LoopCopiesPass(loop_form()));
  }
  passes.addPass(InstrumentPass());
}

// The table of inline functions names those that are left: it would keep the others alive.
void add_last_passes(llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
  passes.addPass(InlineFunctionsPass());
  if (level == llvm::OptimizationLevel::O0) passes.addPass(UnoptimisedCopiesPass());
}

} // namespace unply
