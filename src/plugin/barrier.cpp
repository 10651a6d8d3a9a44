// See barrier.h.
#include "barrier.h"

#include "hooks.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace unply {

using namespace llvm;

bool is_barrier(const Instruction& instruction) {
  if (isa<FenceInst>(instruction) || instruction.isAtomic()) return true;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call || is_hook(instruction)) return false;
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(call))
    return !intrinsic->isAssumeLikeIntrinsic() && !isa<AnyMemIntrinsic>(intrinsic) &&
           !intrinsic->doesNotAccessMemory() && !intrinsic->onlyAccessesArgMemory();
  return !call->doesNotAccessMemory() || !call->doesNotThrow();
}

} // namespace unply
