#include "extract/prepared.h"
#include <llvm/IR/Instructions.h>

namespace unply::extract {
using namespace llvm;

const PreparedOperation* operation_of(const Prepared& prepared, const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  if (!call || !call->getFunctionType()->isVarArg()) return nullptr; // most calls, without a look at their names
  if (!call->getCalledFunction() || call->getCalledFunction()->getName() != kOperation) return nullptr;
  return &prepared.operations[cast<ConstantInt>(call->getArgOperand(0))->getZExtValue()];
}

} // namespace unply::extract
