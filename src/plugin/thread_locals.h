// Thread-local variables, errno among them. The recording's thread has one of each, and each thread of a parallel
// version another one: a value that is set outside of a loop is not there inside, and the other way round. A loop may
// reach them through calls alone, so the profile tells which loops and calls did.
#ifndef UNPLY_PLUGIN_THREAD_LOCALS_H
#define UNPLY_PLUGIN_THREAD_LOCALS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace unply {

/// The memory is that of a thread-local variable of the thread that executes this.
bool is_thread_local(const llvm::Value& pointer);

struct ThreadLocalUse {
  llvm::Instruction* at = nullptr; // which finds out where the variable is
  std::string name;
  bool address = false; // other code gets the address, and its accesses cannot be told from others
};
/// Each place of a function that finds out where a thread-local variable is; `ignored`: accesses that do not matter.
llvm::SmallVector<ThreadLocalUse, 0> thread_local_uses(llvm::Function& function,
                                                       llvm::function_ref<bool(const llvm::Instruction&)> ignored);

/// Adds the keys `thread_locals` and `error_number_behind` of docs/design/discovery.md.
void add_thread_locals(llvm::json::Object& facts, const llvm::Loop& loop);

} // namespace unply

#endif
