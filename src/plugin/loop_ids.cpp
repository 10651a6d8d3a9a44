// See loop_ids.h.
#include "loop_ids.h"

#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace unply {

using namespace llvm;

namespace {

const DILocation* place_of(const MDNode& id) {
  for (const MDOperand& operand : id.operands())
    if (const auto* place = dyn_cast<DILocation>(operand)) return place;
  return nullptr;
}

// The inliner gives each of several back edges metadata of its own, with one place.
MDNode* id_of(const Loop& loop) {
  if (MDNode* id = loop.getLoopID()) return id;
  SmallVector<BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  MDNode* common = nullptr;
  for (const BasicBlock* latch : latches) {
    MDNode* id = latch->getTerminator()->getMetadata(LLVMContext::MD_loop);
    if (!id || !place_of(*id) || (common && place_of(*common) != place_of(*id))) return nullptr;
    common = id;
  }
  return common;
}

// By its header, which stays where the loop does.
struct KnownLoop {
  WeakVH header;
  MDNode* id;
};

SmallVector<KnownLoop> known_loops(const LoopInfo& loops) {
  SmallVector<KnownLoop> known;
  for (const Loop* loop : loops.getLoopsInPreorder())
    if (MDNode* id = id_of(*loop)) known.push_back({loop->getHeader(), id});
  return known;
}

} // namespace

PreservedAnalyses SimplifyKeepingLoopsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const SmallVector<KnownLoop> known = known_loops(analyses.getResult<LoopAnalysis>(function));
  PreservedAnalyses preserved = simplify_.run(function, analyses);
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  for (const auto& [header, id] : known) {
    const auto* block = dyn_cast_or_null<BasicBlock>(static_cast<Value*>(header));
    Loop* loop = block ? loops.getLoopFor(block) : nullptr;
    if (loop && loop->getHeader() == block && !loop->getLoopID()) loop->setLoopID(id);
  }
  return preserved;
}

PreservedAnalyses JoinBackEdgesPass::run(Function& function, FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<LoopAnalysis>(function);
  auto& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    MDNode* id = id_of(*loop);
    SmallVector<BasicBlock*, 4> latches;
    loop->getLoopLatches(latches);
    const auto is_branch = [](const BasicBlock* latch) { return isa<BranchInst, SwitchInst>(latch->getTerminator()); };
    if (!id || latches.size() < 2 || !all_of(latches, is_branch)) continue;
    DomTreeUpdater updater(dominators, DomTreeUpdater::UpdateStrategy::Eager);
    BasicBlock* latch =
        SplitBlockPredecessors(loop->getHeader(), latches, ".backedge", &updater, &loops, nullptr, false);
    if (!latch) continue;
    for (BasicBlock* before : latches) before->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
    loop->setLoopID(id);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace unply
