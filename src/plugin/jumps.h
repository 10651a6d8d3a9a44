// Where control arrives from code that was left without its ends: at the second return of setjmp and its kin, and where
// an exception leaves a function that --tasks has given tasks. There the runtime closes what was begun in between.
#ifndef UNPLY_PLUGIN_JUMPS_H
#define UNPLY_PLUGIN_JUMPS_H

#include "llvm/IR/Module.h"

namespace unply {

/// Around each call that may return twice: a mark before, and after it, every time, the end of all tasks begun since.
bool place_rewinds(llvm::Module& module);

/// Exceptions that leave the function end the tasks begun in it. Turns calls into invokes.
void rewind_at_unwinding(llvm::Function& function);

} // namespace unply

#endif
