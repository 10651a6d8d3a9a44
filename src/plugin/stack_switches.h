// Functions whose local variables outlive the task that is open: a coroutine continues where it was suspended, and a
// fibre where it called swapcontext, in the task that resumes it. A register, or a slot that the compiler makes in the
// coroutine's frame, would carry their values without being seen, so their variables stay in memory.
#ifndef UNPLY_PLUGIN_STACK_SWITCHES_H
#define UNPLY_PLUGIN_STACK_SWITCHES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"

namespace unply {

class StackSwitches {
public:
  /// Coroutines, and functions that call a stack-switching function, directly or through other functions of the module.
  explicit StackSwitches(const llvm::Module& module);

  bool in(const llvm::Function& function) const { return functions_.contains(&function); }

private:
  llvm::SmallPtrSet<const llvm::Function*, 8> functions_;
};

} // namespace unply

#endif
