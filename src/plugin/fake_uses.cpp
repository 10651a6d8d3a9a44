// See fake_uses.h.
#include "fake_uses.h"

#include "plain_copies.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

namespace unply {

using namespace llvm;

PreservedAnalyses FakeUsesPass::run(Module& module, ModuleAnalysisManager&) {
  Function* fake_use = Intrinsic::getDeclarationIfExists(&module, Intrinsic::fake_use);
  if (!fake_use) return PreservedAnalyses::all();
  for (User* user : make_early_inc_range(fake_use->users())) {
    auto* call = cast<CallInst>(user);
    if (is_plain_copy(*call->getFunction())) continue;
    const SmallVector<WeakTrackingVH> values(call->arg_begin(), call->arg_end());
    call->eraseFromParent();
    for (const WeakTrackingVH& value : values)
      if (value) RecursivelyDeleteTriviallyDeadInstructions(value);
  }
  return PreservedAnalyses::none();
}

} // namespace unply
