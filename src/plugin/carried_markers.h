// Marker calls that represent accesses until hooks replace them: accesses to values that a register would carry from
// one task instance to another, and to arguments and results of tasks that are calls.
#ifndef UNPLY_PLUGIN_CARRIED_MARKERS_H
#define UNPLY_PLUGIN_CARRIED_MARKERS_H

#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace unply {

/// Keeps an object in memory until unpin().
void pin_object(llvm::IRBuilderBase& at, llvm::Value& object);
/// Removes the markers that kept pinned variables in memory.
void unpin(llvm::Module& module);
bool is_pin(const llvm::Instruction& instruction);

/// An access represented by a marker call, to be replaced by a hook: to a companion, or to a value passed to or from a
/// task through a call (passed_values.h).
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
