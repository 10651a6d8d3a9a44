// Values that a register would carry from one task instance to another. `double s; for (...) { task { s += a[i]; } }`
// depends on itself through s at every -O level, although SROA would promote s before anything is instrumented.
#ifndef UNPLY_PLUGIN_CARRIED_VALUES_H
#define UNPLY_PLUGIN_CARRIED_VALUES_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

#include <optional>

namespace unply {

/// Pins variables in memory until unpin() and gives captured loop indices and the like a companion (see the .cpp).
struct CarriedValuesPass : llvm::PassInfoMixin<CarriedValuesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Removes the markers that kept pinned variables in memory.
void unpin(llvm::Module& module);
bool is_pin(const llvm::Instruction& instruction);

/// An access that a marker call stands for, to be replaced by a hook: of a companion, or what passes to and from a task
/// through a call (passed_values.h).
struct CarriedAccess {
  enum Kind { kLoad, kStore, kArgument, kResult };
  Kind kind;
  llvm::CallInst* marker;
  llvm::Value* object;
  uint64_t bytes;
  llvm::StringRef variable;
};
std::optional<CarriedAccess> carried_access(llvm::Instruction& instruction);
void carried_marker(llvm::IRBuilderBase& at, CarriedAccess::Kind kind, llvm::Value* object, uint64_t bytes,
                    llvm::StringRef variable);

} // namespace unply

#endif
