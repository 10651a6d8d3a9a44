// Counts, by name, operations of tasks that are neither hooked nor modelled: calls of code without hooks, and
// intrinsics and inline assembly whose accesses are unknown. The runtime does not count a function that has hooks in
// another object, and checks at calls through pointers whether their targets have hooks.
//
// To count something else: unseen_calls.count(instruction, "name"), before hooks are placed around it. The name is
// the name in reports; mangled C++ names are demangled there.
#ifndef UNPLY_PLUGIN_UNSEEN_CALLS_H
#define UNPLY_PLUGIN_UNSEEN_CALLS_H

#include "hooks.h"
#include "seen_functions.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstrTypes.h"

namespace unply {

class UnseenCalls {
public:
  UnseenCalls(llvm::Module& module, Hooks& hooks, SeenFunctions& seen) : module_(module), hooks_(hooks), seen_(seen) {}

  /// The instruction is counted under this name each time a task executes it.
  void count(llvm::Instruction& before, llvm::StringRef name, const llvm::Function* callee = nullptr);
  /// A call of a function that another object defines, or through a pointer, counted if it may touch memory.
  void count_call(llvm::CallBase& call);
  /// The name is counted as a call in each loop that is active, and in no task.
  void note(llvm::Instruction& before, llvm::StringRef name);

private:
  void count_indirect(llvm::CallBase& call);
  llvm::Constant* row(llvm::StringRef name, const llvm::Function* callee);

  llvm::Module& module_;
  Hooks& hooks_;
  SeenFunctions& seen_;
  llvm::StringMap<llvm::GlobalVariable*> rows_;
};

} // namespace unply

#endif
