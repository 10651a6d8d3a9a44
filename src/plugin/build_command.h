// Keeps the compiler command in the object: the text is given by `unply cc` in the environment.
#pragma once
#include <llvm/IR/Module.h>

namespace unply {

void keep_build_command(llvm::Module& module);

} // namespace unply
