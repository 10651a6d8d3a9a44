// How the bitcode of a program says which timers an instruction is under: metadata of this kind, one node with the
// names of the timers, the outermost first. Marked are calls, operations on real numbers and the ends of blocks, which
// are what makes a computation.
#pragma once
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Metadata.h>

namespace unply::extract {

constexpr const char* kTimerMark = "unply.timer";

inline llvm::SmallVector<llvm::StringRef, 2> timers_around(const llvm::Instruction& instruction) {
  llvm::SmallVector<llvm::StringRef, 2> names;
  if (const llvm::MDNode* mark = instruction.hasMetadata() ? instruction.getMetadata(kTimerMark) : nullptr)
    for (const llvm::MDOperand& operand : mark->operands())
      if (const auto* name = llvm::dyn_cast<llvm::MDString>(operand)) names.push_back(name->getString());
  return names;
}

} // namespace unply::extract
