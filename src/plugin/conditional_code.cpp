// See conditional_code.h.
#include "conditional_code.h"

#include "same_value.h"

#include "llvm/IR/IntrinsicInst.h"

namespace unply {

using namespace llvm;

namespace {

// What makes the instruction fail for some values: the address of a load, a divisor.
const Value* risk_of(const Instruction& at) {
  if (const auto* load = dyn_cast<LoadInst>(&at)) return load->getPointerOperand();
  return at.isIntDivRem() ? at.getOperand(1) : nullptr;
}

} // namespace

std::optional<ConditionalCode> ConditionalCode::behind(const BranchInst& branch, const Loop& loop,
                                                       const LoopAnalyses& analyses, const PostDominatorTree& ends) {
  ConditionalCode code;
  code.branching_ = branch.getParent();
  const auto* node = ends.getNode(code.branching_);
  code.meeting_ = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  if (!code.meeting_ || !loop.contains(code.meeting_) || code.meeting_ == loop.getHeader()) return std::nullopt;
  const Loop* innermost = analyses.loops.getLoopFor(code.branching_);
  SmallVector<const BasicBlock*, 8> work(successors(code.branching_));
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    if (block == code.meeting_) continue;
    // Not even a loop that ends: whether it does may be what the branch tests.
    if (block == loop.getHeader() || block == code.branching_ || analyses.loops.getLoopFor(block) != innermost)
      return std::nullopt;
    if (code.blocks_.insert(block)) append_range(work, successors(block));
  }
  return code;
}

bool ConditionalCode::can_always_run(const Value& tested) const {
  auto depends = [&](const Value& part) {
    const auto* phi = dyn_cast<PHINode>(&part);
    return same_value(&part, &tested) || (phi && blocks_.contains(phi->getParent()));
  };
  return all_of(blocks_, [&](const BasicBlock* block) {
    return all_of(*block, [&](const Instruction& at) {
      if (const auto* marker = dyn_cast<IntrinsicInst>(&at); marker && marker->isAssumeLikeIntrinsic()) return true;
      if (at.mayHaveSideEffects()) return false;
      const Value* risk = risk_of(at);
      return !risk || !is_computed_from(*risk, depends);
    });
  });
}

bool ConditionalCode::decides_only(function_ref<bool(const PHINode&)> known) const {
  return all_of(meeting_->phis(), [&](const PHINode& phi) {
    const Value* common = nullptr;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      if (!leads_from(*phi.getIncomingBlock(i))) continue;
      if (common && common != phi.getIncomingValue(i)) return known(phi);
      common = phi.getIncomingValue(i);
    }
    return true;
  });
}

} // namespace unply
