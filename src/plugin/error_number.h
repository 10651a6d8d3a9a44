// errno is one variable of the recording's thread, and another one in each thread of a parallel version. A value that a
// library call leaves there for the following code is no dependence between tasks, and neither is saving and restoring
// it.
#ifndef UNPLY_PLUGIN_ERROR_NUMBER_H
#define UNPLY_PLUGIN_ERROR_NUMBER_H

#include "contexts.h"

#include "llvm/IR/Dominators.h"

namespace unply {

bool is_error_number(const llvm::Value& pointer);
/// Tells whether an access of errno can be ignored. A read that follows a call of code without hooks in the same task
/// gets the value of that call. libstdc++ saves and restores errno around strtol and similar functions (std::stoi).
bool is_own_error_number(const llvm::Instruction& access, const Contexts& contexts,
                         const llvm::DominatorTree& dominators);

} // namespace unply

#endif
