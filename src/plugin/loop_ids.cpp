// See loop_ids.h.
#include "loop_ids.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/ValueHandle.h"

namespace unply {

using namespace llvm;

namespace {

// By its header, which stays where the loop does.
struct KnownLoop {
  WeakVH header;
  MDNode* id;
};

SmallVector<KnownLoop> known_loops(const LoopInfo& loops) {
  SmallVector<KnownLoop> known;
  for (const Loop* loop : loops.getLoopsInPreorder())
    if (MDNode* id = loop->getLoopID()) known.push_back({loop->getHeader(), id});
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

} // namespace unply
