// Accessors, operators and the like become part of their callers before anything is analysed: what they read and write
// then belongs to one caller's object, and not to those of all callers together.
#pragma once
#include <llvm/IR/Module.h>

namespace unply::extract {

// Functions of a few instructions, without loops and without MPI calls. Expects no invokes.
void inline_small_functions(llvm::Module& module);

} // namespace unply::extract
