// errno is one variable of the recording's thread, and another one in each thread of a parallel version. What a call of
// the library left there for the code behind it is no dependence between tasks, and neither is saving and restoring it.
#ifndef UNPLY_PLUGIN_ERROR_NUMBER_H
#define UNPLY_PLUGIN_ERROR_NUMBER_H

#include "contexts.h"

#include "llvm/IR/Dominators.h"

namespace unply {

bool is_error_number(const llvm::Value& pointer);
/// Of an access of errno: whether it can be left out. A read that follows a call of code without hooks in the same task
/// gets what that call left. libstdc++ saves errno around strtol and the like (std::stoi) and puts it back.
bool is_own_error_number(const llvm::Instruction& access, const Contexts& contexts,
                         const llvm::DominatorTree& dominators);

} // namespace unply

#endif
