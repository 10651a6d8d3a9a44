// See invariant_loads.h.
#include "invariant_loads.h"

#include "barrier.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace unply {

using namespace llvm;

CallInst* mark_place_of(Instruction& instruction) {
  Function* nothing = Intrinsic::getOrInsertDeclaration(instruction.getModule(), Intrinsic::donothing);
  return IRBuilder<>(&instruction).CreateCall(nothing);
}

void move_invariant_arithmetic(Loop& loop, Instruction& place) {
  for (BasicBlock* block : loop.blocks())
    for (Instruction& at : make_early_inc_range(*block)) {
      bool changed = false;
      if (!at.isTerminator() && !isa<PHINode>(at)) loop.makeLoopInvariant(&at, changed, &place);
    }
}

bool ends_loop_alone(const LoadInst& load, const Loop& loop) {
  SmallVector<const Instruction*, 8> values{&load};
  SmallPtrSet<const Instruction*, 8> seen{&load};
  while (!values.empty()) {
    for (const User* user : values.pop_back_val()->users()) {
      const auto* at = dyn_cast<Instruction>(user);
      if (!at || !loop.contains(at) || isa<PHINode>(at)) continue;
      const bool alone = all_of(at->operand_values(), [&](const Value* operand) {
        const auto* computed = dyn_cast<Instruction>(operand);
        return loop.isLoopInvariant(operand) || (computed && seen.contains(computed));
      });
      if (!alone) continue;
      if (at->isTerminator() && loop.isLoopExiting(at->getParent())) return true;
      if (!at->mayReadOrWriteMemory() && seen.insert(at).second) values.push_back(at);
    }
  }
  return false;
}

namespace {

constexpr size_t kMostWriters = 64; // of one loop: each load is held against each

class Mover {
public:
  Mover(Loop& loop, LoopAnalyses analyses, const DenseMap<const Instruction*, Access*>& access_of,
        SmallVectorImpl<Instruction*>& markers, DenseMap<const Value*, Value*>& replaced)
      : loop_(loop), analyses_(analyses), access_of_(access_of), markers_(markers), replaced_(replaced) {}

  /// Whether it has moved any.
  bool run() {
    BasicBlock* before = loop_.getLoopPreheader();
    if (!before || !find_writers()) return false;
    place_ = before->getTerminator();
    bool any = false;
    for (bool again = true; again; any |= again) {
      again = false;
      for (BasicBlock* block : loop_.blocks())
        for (Instruction& at : make_early_inc_range(*block))
          if (auto* load = dyn_cast<LoadInst>(&at); load && load->isSimple()) again |= move(*load);
    }
    if (!any) return false;
    fold_equal_phis();
    move_invariant_arithmetic(loop_, *place_);
    return true;
  }

private:
  bool find_writers() {
    for (BasicBlock* block : loop_.blocks())
      for (Instruction& at : *block) {
        if (is_barrier(at)) return false;
        const auto* intrinsic = dyn_cast<IntrinsicInst>(&at);
        if (at.mayWriteToMemory() && !is_hook(at) &&
            !(intrinsic && intrinsic->isAssumeLikeIntrinsic() && !intrinsic->isLifetimeStartOrEnd()))
          writers_.push_back(&at);
      }
    return writers_.size() <= kMostWriters;
  }

  bool move(LoadInst& load) {
    Value* pointer = load.getPointerOperand();
    bool changed = false;
    if (!runs_first(load) && !isSafeToSpeculativelyExecute(&load, place_, nullptr, &analyses_.dominators)) return false;
    const MemoryLocation location = MemoryLocation::get(&load);
    if (any_of(writers_,
               [&](const Instruction* at) { return isModSet(analyses_.aliases.getModRefInfo(at, location)); }))
      return false;
    if (ends_loop_alone(load, loop_) || !loop_.makeLoopInvariant(pointer, changed, place_)) return false;
    if (Access* access = access_of_.lookup(&load)) {
      access->moved_from = access->behind = mark_place_of(load);
      markers_.push_back(access->moved_from);
    }
    load.moveBefore(place_->getIterator());
    load.dropUBImplyingAttrsAndUnknownMetadata(
        {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    take_equal(load);
    return true;
  }

  // In the first iteration at the latest, whichever way it goes.
  bool runs_first(const LoadInst& load) const {
    const BasicBlock* latch = loop_.getLoopLatch();
    return latch && loop_.getExitingBlock() == latch && analyses_.dominators.dominates(load.getParent(), latch) &&
           analyses_.loops.getLoopFor(load.getParent()) == &loop_;
  }

  // One value for all loads of it, so that tests in front of and at the end of a loop are seen to be the same.
  void take_equal(LoadInst& load) {
    for (LoadInst* other : moved_)
      if (other->getPointerOperand() == load.getPointerOperand() && other->getType() == load.getType())
        return replace(load, *other);
    moved_.push_back(&load);
  }

  void replace(Instruction& value, Value& by) {
    value.replaceAllUsesWith(&by);
    replaced_[&value] = &by;
  }

  // A bound that was loaded in front of the loop and at the end of each iteration.
  void fold_equal_phis() {
    for (BasicBlock* block : loop_.blocks())
      for (PHINode& phi : make_early_inc_range(block->phis()))
        if (Value* value = phi.hasConstantValue(); value && analyses_.dominators.dominates(value, &phi)) {
          replace(phi, *value);
          phi.eraseFromParent();
        }
  }

  Loop& loop_;
  LoopAnalyses analyses_;
  const DenseMap<const Instruction*, Access*>& access_of_;
  SmallVectorImpl<Instruction*>& markers_;
  DenseMap<const Value*, Value*>& replaced_;
  Instruction* place_ = nullptr;
  SmallVector<Instruction*, 16> writers_;
  SmallVector<LoadInst*, 8> moved_;
};

} // namespace

SmallVector<Instruction*, 8> move_invariant_loads(SmallVectorImpl<Access>& accesses, LoopAnalyses analyses) {
  DenseMap<const Instruction*, Access*> access_of;
  for (Access& access : accesses)
    if (!access.write && isa<LoadInst>(access.at)) access_of[access.at] = &access;
  SmallVector<Instruction*, 8> markers;
  DenseMap<const Value*, Value*> replaced;
  bool any = false;
  for (Loop* loop : analyses.loops.getLoopsInPreorder())
    any |= Mover(*loop, analyses, access_of, markers, replaced).run();
  for (Access& access : accesses)
    for (Value** value : {&access.pointer, &access.length})
      while (Value* by = replaced.lookup(*value)) *value = by;
  if (any) analyses.evolution.forgetAllLoops(); // all expressions: one made of a load stays what it was in the loop
  return markers;
}

} // namespace unply
