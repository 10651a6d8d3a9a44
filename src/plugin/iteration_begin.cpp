// See iteration_begin.h.
#include "iteration_begin.h"

#include "llvm/IR/IntrinsicInst.h"

namespace unply {

using namespace llvm;

static bool touches_memory(const BasicBlock& block) {
  return any_of(block, [](const Instruction& at) {
    const auto* intrinsic = dyn_cast<IntrinsicInst>(&at);
    return at.mayReadOrWriteMemory() && !(intrinsic && intrinsic->isAssumeLikeIntrinsic());
  });
}

// An iteration begins behind the test in the header, if that could not be rotated to the end of the loop. Where the end
// has a test, the header's way out is a break, or an assertion; where a call in the header may throw, it is no test at
// all; and accesses in the header belong to the iteration that they begin.
Instruction* begin_of_iteration(const Loop& loop) {
  BasicBlock* block = loop.getHeader();
  const BasicBlock* latch = loop.getLoopLatch();
  const bool rotated = latch && loop.isLoopExiting(latch);
  if (loop.isLoopExiting(block) && !rotated && isa<BranchInst>(block->getTerminator()) && !touches_memory(*block)) {
    BasicBlock* inside = nullptr;
    for (BasicBlock* next : successors(block))
      if (loop.contains(next)) inside = inside ? block : next;
    if (inside && inside != block && inside->getSinglePredecessor() == block) block = inside;
  }
  return &*block->getFirstInsertionPt();
}

} // namespace unply
