// The code of a loop that runs or not depending on one branch, up to where both of its ways meet again: all that the
// branch decides.
#ifndef UNPLY_PLUGIN_CONDITIONAL_CODE_H
#define UNPLY_PLUGIN_CONDITIONAL_CODE_H

#include "loop_analyses.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"

namespace unply {

class ConditionalCode {
public:
  /// Nothing if a way leaves the loop or its iteration, or has a loop in it.
  static std::optional<ConditionalCode> behind(const llvm::BranchInst& branch, const llvm::Loop& loop,
                                               const LoopAnalyses& analyses, const llvm::PostDominatorTree& ends);

  llvm::ArrayRef<const llvm::BasicBlock*> blocks() const { return blocks_.getArrayRef(); }
  const llvm::BasicBlock& meeting() const { return *meeting_; }
  /// Whether the way that begins at this block comes from the branch.
  bool leads_from(const llvm::BasicBlock& from) const { return &from == branching_ || blocks_.contains(&from); }

  /// It may as well run where it does not now: it changes no memory and cannot fail. What the branch tests may be all
  /// that keeps it from failing: `if (n > most && m / n > 3)`. So nothing that can fail is computed from `tested`.
  bool can_always_run(const llvm::Value& tested) const;

  /// Values that depend on the branch and are used behind it: none but those that are `known`.
  bool decides_only(llvm::function_ref<bool(const llvm::PHINode&)> known) const;

private:
  ConditionalCode() = default;
  const llvm::BasicBlock *branching_ = nullptr, *meeting_ = nullptr;
  llvm::SmallSetVector<const llvm::BasicBlock*, 8> blocks_;
};

} // namespace unply

#endif
