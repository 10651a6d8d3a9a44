// Marks and rewinds; see jumps.h.
#include "jumps.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"

namespace unply {

using namespace llvm;

namespace {

Value* mark(IRBuilderBase& at, Module& module) {
  FunctionCallee callee = module.getOrInsertFunction("__unply_mark", at.getInt64Ty());
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  return at.CreateCall(callee);
}

void rewind(IRBuilderBase& at, Module& module, Value* to) {
  FunctionCallee callee = module.getOrInsertFunction("__unply_rewind", at.getVoidTy(), at.getInt64Ty(), at.getPtrTy());
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  Value* frame = at.CreateIntrinsic(Intrinsic::frameaddress, {at.getPtrTy()}, {at.getInt32(0)});
  at.CreateCall(callee, {to, frame});
}

bool returns_twice(const CallBase& call) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call))
    return intrinsic->getIntrinsicID() == Intrinsic::eh_sjlj_setjmp;
  return call.hasFnAttr(Attribute::ReturnsTwice);
}

} // namespace

bool place_rewinds(Module& module) {
  SmallVector<CallBase*> found;
  for (Function& function : module) {
    if (function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) ||
        function.hasFnAttribute(Attribute::Naked))
      continue;
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&instruction); call && returns_twice(*call) && !call->isMustTailCall())
        found.push_back(call);
  }
  for (CallBase* call : found) {
    IRBuilder<> before(call);
    Value* here = mark(before, module);
    auto* invoke = dyn_cast<InvokeInst>(call);
    IRBuilder<> after(invoke ? &*invoke->getNormalDest()->getFirstInsertionPt() : call->getNextNode());
    after.SetCurrentDebugLocation(call->getDebugLoc());
    rewind(after, module, here);
  }
  return !found.empty();
}

void rewind_at_unwinding(Function& function) {
  if (function.doesNotThrow()) return;
  Module& module = *function.getParent();
  // Two functions with different personalities cannot be inlined into each other.
  if (Function* personality = module.getFunction("__gxx_personality_v0"); personality && !function.hasPersonalityFn())
    function.setPersonalityFn(personality);
  IRBuilder<> entry(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value* here = mark(entry, module);
  EscapeEnumerator exits(function, "unply.unwinding");
  while (IRBuilder<>* at = exits.Next())
    if (isa<ResumeInst>(at->GetInsertBlock()->getTerminator())) rewind(*at, module, here);
}

} // namespace unply
