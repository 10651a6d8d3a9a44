// See confined_writes.h.
//
// An extent is that of an affine address over all loops from the access outwards, or else, since C, C++ and Fortran
// forbid to leave an object by its own address, all of a variable whose size is known.
#include "confined_writes.h"

#include "local_objects.h"

#include "unply/runtime_abi.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace unply {

using namespace llvm;

namespace {

// Not even on its own stack, with hooks.
bool writes_nothing(const CallBase& call) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call); intrinsic && intrinsic->isAssumeLikeIntrinsic())
    return true;
  const Function* callee = call.getCalledFunction();
  return callee && callee->isDeclaration() &&
         call.getMemoryEffects().getWithoutLoc(IRMemLocation::ErrnoMem).onlyReadsMemory();
}

// By anything but plain stores: calls, births of stack objects, and hooks that stand for memory in registers.
bool may_write_otherwise(const Instruction& at) {
  if (is_hook(at) || is_shared_birth(at) || at.isAtomic() || isa<FenceInst>(at)) return true;
  if (const auto* call = dyn_cast<CallBase>(&at)) return !writes_nothing(*call);
  return at.mayWriteToMemory() && (!isa<StoreInst>(at) || at.isVolatile());
}

enum class End { first, last };

class LoopWrites {
public:
  LoopWrites(const Loop& loop, ArrayRef<Access> accesses, LoopAnalyses analyses, SCEVExpander& expander)
      : loop_(loop), evolution_(analyses.evolution), loops_(analyses.loops), expander_(expander) {
    for (const Access& access : accesses)
      if (access.write && loop.contains(access.at)) writes_.push_back(access);
  }

  /// Nothing: the loop may write elsewhere.
  std::optional<ConfinedLoop> run() {
    if (!loop_.getLoopPreheader()) return std::nullopt;
    SmallVector<std::pair<const SCEV*, const SCEV*>, 8> extents;
    for (const Access& write : writes_) {
      const auto extent = extent_of(write);
      if (!extent) return std::nullopt;
      if (!is_contained(extents, *extent)) extents.push_back(*extent);
      if (extents.size() > kUnplyExtents) return std::nullopt;
    }
    ConfinedLoop confined{.loop = &loop_, .bounds = {}};
    Instruction* place = loop_.getLoopPreheader()->getTerminator();
    for (const auto& [begin, end] : extents)
      for (const SCEV* bound : {begin, end})
        confined.bounds.push_back(expander_.expandCodeFor(bound, PointerType::get(place->getContext(), 0), place));
    return confined;
  }

private:
  std::optional<std::pair<const SCEV*, const SCEV*>> extent_of(const Access& write) const {
    if (write.bytes == 0 || write.atomic || write.length) return std::nullopt;
    const SCEV* address = evolution_.getSCEV(write.pointer);
    const SCEV *first = address, *last = address;
    for (const Loop* loop = loops_.getLoopFor(write.at->getParent());; loop = loop->getParentLoop()) {
      first = first ? end_in(*loop, first, End::first) : nullptr;
      last = last ? end_in(*loop, last, End::last) : nullptr;
      if (loop == &loop_) break;
    }
    if (!first || !last || !expandable(first) || !expandable(last)) return variable_of(*write.pointer);
    const SCEV* bytes = evolution_.getConstant(evolution_.getEffectiveSCEVType(last->getType()), write.bytes);
    return std::pair(first, evolution_.getAddExpr(last, bytes));
  }

  // The least or the greatest value in all iterations of a loop; null: not known.
  const SCEV* end_in(const Loop& loop, const SCEV* value, End end) const {
    const auto [base, stride] = affine_address(value, loop, evolution_);
    if (!base) return nullptr;
    if (stride->isZero()) return base;
    const SCEV* trip = iterations_of(loop, evolution_);
    const auto* step = dyn_cast<SCEVConstant>(stride);
    if (!trip || !step) return nullptr;
    if (step->getAPInt().isNegative() == (end == End::last)) return base;
    return evolution_.getAddExpr(
        base, evolution_.getMulExpr(stride, evolution_.getMinusSCEV(trip, evolution_.getOne(trip->getType()))));
  }

  bool expandable(const SCEV* value) const {
    return evolution_.isLoopInvariant(value, &loop_) &&
           expander_.isSafeToExpandAt(value, loop_.getLoopPreheader()->getTerminator());
  }

  std::optional<std::pair<const SCEV*, const SCEV*>> variable_of(const Value& pointer) const {
    const Value* object = getUnderlyingObject(&pointer);
    const DataLayout& layout = loop_.getHeader()->getModule()->getDataLayout();
    std::optional<TypeSize> size;
    if (const auto* global = dyn_cast<GlobalVariable>(object);
        global && !global->isThreadLocal() && !global->isInterposable())
      size = layout.getTypeAllocSize(global->getValueType());
    else if (const auto* local = dyn_cast<AllocaInst>(object); local && local->isStaticAlloca())
      size = local->getAllocationSize(layout);
    if (!size || size->isScalable() || size->getFixedValue() == 0) return std::nullopt;
    const SCEV* begin = evolution_.getSCEV(const_cast<Value*>(object));
    const SCEV* bytes =
        evolution_.getConstant(evolution_.getEffectiveSCEVType(begin->getType()), size->getFixedValue());
    return std::pair(begin, evolution_.getAddExpr(begin, bytes));
  }

  const Loop& loop_;
  ScalarEvolution& evolution_;
  LoopInfo& loops_;
  SCEVExpander& expander_;
  SmallVector<Access, 8> writes_;
};

// Whether the loop reads what a loop around it, which is confined as well, may write elsewhere; null: none is.
bool confines_more(const Loop& loop, const Loop* around, ArrayRef<Access> accesses, AAResults& aliases) {
  return any_of(accesses, [&](const Access& read) {
    if (read.write || !loop.contains(read.place())) return false;
    return !around || any_of(accesses, [&](const Access& write) {
      return write.write && around->contains(write.at) && !loop.contains(write.at) &&
             !aliases.isNoAlias(anywhere(read), anywhere(write));
    });
  });
}

} // namespace

ConfinedWrites::ConfinedWrites(ArrayRef<Access> accesses, const LoopInfo& loops) : accesses_(accesses) {
  for (const Loop* loop : loops.getLoopsInPreorder())
    if (any_of(loop->blocks(), [](const BasicBlock* block) { return any_of(*block, may_write_otherwise); }))
      unclear_.insert(loop);
}

SmallVector<ConfinedLoop, 4> ConfinedWrites::find(LoopAnalyses analyses,
                                                  const SmallPtrSetImpl<const Loop*>& without) const {
  SmallVector<ConfinedLoop, 4> found;
  SCEVExpander expander(analyses.evolution, "unply");
  for (const Loop* loop : analyses.loops.getLoopsInPreorder()) {
    if (unclear_.contains(loop) || without.contains(loop)) continue;
    const Loop* around = nullptr;
    for (const ConfinedLoop& other : found)
      if (other.loop->contains(loop)) around = other.loop;
    if (!confines_more(*loop, around, accesses_, analyses.aliases)) continue;
    if (auto confined = LoopWrites(*loop, accesses_, analyses, expander).run()) found.push_back(std::move(*confined));
  }
  return found;
}

} // namespace unply
