#include "error_number.h"

#include "hooks.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace unply {

using namespace llvm;

static constexpr StringLiteral kPlaceOfErrno = "__errno_location"; // glibc, musl

static StringRef callee_of(const Value& value) {
  const auto* call = dyn_cast<CallBase>(&value);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee ? callee->getName() : StringRef();
}

bool is_error_number(const Value& pointer) { return callee_of(*getUnderlyingObject(&pointer)) == kPlaceOfErrno; }

static bool may_set_it(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call || isa<IntrinsicInst>(call) || call->isInlineAsm() || is_hook(*call)) return false;
  const Function* callee = call->getCalledFunction();
  if (!callee) return !isa<Function>(call->getCalledOperand()->stripPointerCasts());
  return callee->isDeclaration() && !callee->getName().starts_with("__unply") && callee->getName() != kPlaceOfErrno;
}

// Recognises libstdc++'s class that saves errno, also inlined code of it by the debug information.
static bool saves_it(const Instruction& access) {
  if (access.getFunction()->getName().contains("11_Save_errno")) return true;
  for (const DILocation* at = access.getDebugLoc(); at; at = at->getInlinedAt())
    if (at->getScope()->getSubprogram()->getName().ends_with("_Save_errno")) return true;
  return false;
}

bool is_own_error_number(const Instruction& access, const Contexts& contexts, const DominatorTree& dominators) {
  const Function& function = *access.getFunction();
  if (saves_it(access)) return true;
  if (!isa<LoadInst>(access)) return false;
  return any_of(instructions(function), [&](const Instruction& before) {
    return may_set_it(before) && dominators.dominates(&before, &access) && contexts.at(before) == contexts.at(access);
  });
}

} // namespace unply
