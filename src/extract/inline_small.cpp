#include "extract/inline_small.h"
#include "extract/mpi_calls.h"
#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace unply::extract {
using namespace llvm;

namespace {

constexpr size_t kSmall = 40;     // instructions, of which variables in memory are about half
constexpr size_t kLargest = 4000; // of a caller that still takes in others

class Inliner {
public:
  // Callees first, so that what they take in counts.
  void visit(Function& function) {
    if (function.isDeclaration() || !visited_.try_emplace(&function, true).second) return;
    std::vector<CallInst*> calls;
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallInst>(&instruction); call && !isa<IntrinsicInst>(call)) calls.push_back(call);
    size_t size = function.getInstructionCount();
    for (CallInst* call : calls) {
      Function* callee = call->getCalledFunction();
      if (!callee || callee == &function) continue;
      visit(*callee);
      if (size > kLargest || !is_small(*callee)) continue;
      InlineFunctionInfo info;
      if (InlineFunction(*call, info).isSuccess()) size += callee->getInstructionCount();
    }
  }

private:
  DenseMap<const Function*, bool> visited_, small_;

  bool is_small(Function& function) {
    if (function.isDeclaration()) return false;
    const auto known = small_.find(&function);
    if (known != small_.end()) return known->second;
    const bool small = !function.isVarArg() && function.getInstructionCount() <= kSmall && is_plain(function) &&
                       isInlineViable(function).isSuccess();
    small_[&function] = small;
    return small;
  }

  static bool is_plain(const Function& function) {
    if (function.getName() == "main") return false;
    DenseMap<const BasicBlock*, unsigned> position; // a branch back to an earlier block may be a loop
    for (const BasicBlock& block : function) position.try_emplace(&block, unsigned(position.size()));
    for (const BasicBlock& block : function)
      for (const BasicBlock* next : successors(&block))
        if (position.at(next) <= position.at(&block)) return false;
    return all_of(instructions(function), [&](const Instruction& instruction) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call ? call->getCalledFunction() : nullptr;
      return !call || (callee && callee != &function && (callee->isIntrinsic() || !mpi_name(callee->getName().str())));
    });
  }
};

} // namespace

void inline_small_functions(Module& module) {
  Inliner inliner;
  for (Function& function : module) inliner.visit(function);
}

} // namespace unply::extract
