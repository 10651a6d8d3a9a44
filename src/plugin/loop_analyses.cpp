// See loop_analyses.h.
#include "loop_analyses.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"

namespace unply {

using namespace llvm;

const SCEV* iterations_of(const Loop& loop, ScalarEvolution& evolution) {
  const SCEV* taken = evolution.getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(taken) || taken->getType()->getIntegerBitWidth() > 64) return nullptr;
  Type* word = Type::getInt64Ty(loop.getHeader()->getContext());
  return evolution.getAddExpr(evolution.getNoopOrZeroExtend(taken, word), evolution.getOne(word));
}

AffineAddress affine_address(const SCEV* address, const Loop& loop, ScalarEvolution& evolution) {
  Type* word = Type::getInt64Ty(loop.getHeader()->getContext());
  if (evolution.isLoopInvariant(address, &loop)) return {.base = address, .stride = evolution.getZero(word)};
  const auto* recurrence = dyn_cast<SCEVAddRecExpr>(address);
  if (!recurrence || recurrence->getLoop() != &loop || !recurrence->isAffine()) return {};
  const SCEV* stride = recurrence->getStepRecurrence(evolution);
  if (stride->getType() != word) return {};
  return {.base = recurrence->getStart(), .stride = stride};
}

MemoryLocation anywhere(const Access& access) {
  return MemoryLocation(getUnderlyingObject(access.pointer), LocationSize::beforeOrAfterPointer(),
                        access.at->getAAMetadata());
}

} // namespace unply
