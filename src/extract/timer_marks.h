// How the bitcode of a program says which timer an instruction is under: metadata of this kind, one node with the
// timer's name. Marked are calls, operations on real numbers and the ends of blocks, which are what makes a
// computation.
#pragma once
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Metadata.h>

namespace unply::extract {

constexpr const char* kTimerMark = "unply.timer";

inline llvm::StringRef timer_of(const llvm::Instruction& instruction) { // empty: none
  const llvm::MDNode* mark = instruction.hasMetadata() ? instruction.getMetadata(kTimerMark) : nullptr;
  const auto* name =
      mark && mark->getNumOperands() == 1 ? llvm::dyn_cast<llvm::MDString>(mark->getOperand(0)) : nullptr;
  return name ? name->getString() : llvm::StringRef();
}

} // namespace unply::extract
