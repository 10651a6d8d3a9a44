// See reading_loops.h.
#include "reading_loops.h"

#include "barrier.h"
#include "iteration_begin.h"
#include "local_objects.h"
#include "shortcuts.h"
#include "stream_table.h"

#include "llvm/IR/IntrinsicInst.h"

namespace unply {

using namespace llvm;

namespace {

// Of the program's memory; errno is none that a loop depends on.
bool touches_no_memory(const CallBase& call) {
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (intrinsic && intrinsic->isAssumeLikeIntrinsic()) return true;
  const Function* callee = call.getCalledFunction();
  return callee && callee->isDeclaration() &&
         call.getMemoryEffects().getWithoutLoc(IRMemLocation::ErrnoMem).doesNotAccessMemory();
}

bool only_reads(const Instruction& at) {
  if (is_hook(at) || is_shared_birth(at) || is_barrier(at) || at.isAtomic() || at.isVolatile()) return false;
  if (const auto* call = dyn_cast<CallBase>(&at)) return touches_no_memory(*call);
  return !at.mayWriteToMemory() && !at.mayThrow();
}

class Finder {
public:
  Finder(const Loop& loop, SmallVectorImpl<Access>& accesses, LoopAnalyses analyses, SCEVExpander& expander)
      : loop_(loop), accesses_(accesses), analyses_(analyses), expander_(expander) {}

  std::optional<ReadingLoop> run(StreamSite site) {
    if (!loop_.isInnermost() || !loop_.isLoopSimplifyForm()) return std::nullopt;
    for (const BasicBlock* block : loop_.blocks())
      if (!all_of(*block, only_reads)) return std::nullopt;
    begin_ = begin_of_iteration(loop_)->getParent();
    loop_.getExitingBlocks(exiting_);
    Instruction* place = loop_.getLoopPreheader()->getTerminator();
    const auto streams = take_streams();
    Value* table = fill_stream_table(streams, *place, loop_.getStartLoc(), expander_, site);
    return ReadingLoop{.loop = &loop_, .streams = table, .count = static_cast<uint32_t>(streams.size())};
  }

private:
  SmallVector<Stream, 4> take_streams() {
    SmallVector<Stream, 4> streams;
    if (!wants(Shortcut::streams)) return streams;
    erase_if(accesses_, [&](const Access& access) {
      const Instruction* at = access.place();
      if (!loop_.contains(at) || access.repeated || access.bytes == 0 || access.when || !in_all_iterations(*at))
        return false;
      ScalarEvolution& evolution = analyses_.evolution;
      const auto [base, stride] = affine_address(evolution.getSCEV(access.pointer), loop_, evolution);
      if (!base || !computed_before(base) || !computed_before(stride)) return false;
      streams.push_back({.access = access, .base = base, .stride = stride});
      return true;
    });
    return streams;
  }

  bool computed_before(const SCEV* value) const {
    return analyses_.evolution.isLoopInvariant(value, &loop_) && expander_.isSafeToExpand(value);
  }

  // As often as iterations begin, whichever way the loop is left.
  bool in_all_iterations(const Instruction& at) const {
    const auto always = [&](const BasicBlock* block) { return analyses_.dominators.dominates(at.getParent(), block); };
    return always(loop_.getLoopLatch()) && all_of(exiting_, [&](const BasicBlock* block) {
             return always(block) || (block == loop_.getHeader() && block != begin_);
           });
  }

  const Loop& loop_;
  SmallVectorImpl<Access>& accesses_;
  LoopAnalyses analyses_;
  SCEVExpander& expander_;
  const BasicBlock* begin_ = nullptr; // of an iteration
  SmallVector<BasicBlock*, 4> exiting_;
};

} // namespace

SmallVector<ReadingLoop, 4> find_reading_loops(SmallVectorImpl<Access>& accesses, LoopAnalyses analyses,
                                               StreamSite site, const SmallPtrSetImpl<const Loop*>& whole) {
  SmallVector<ReadingLoop, 4> found;
  SCEVExpander expander(analyses.evolution, "unply");
  for (const Loop* loop : analyses.loops.getLoopsInPreorder())
    if (!whole.contains(loop))
      if (auto reading = Finder(*loop, accesses, analyses, expander).run(site)) found.push_back(*reading);
  return found;
}

} // namespace unply
