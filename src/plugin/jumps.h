// Places that control reaches from code left without its region ends: the second return of setjmp and similar
// functions, and the point where an exception leaves a function with tasks selected by --tasks. There the runtime
// closes the regions begun in between.
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
