// Functions of libraries whose effects are known without their bodies.
#pragma once
#include <llvm/ADT/StringRef.h>

namespace unply::extract {

// Functions without a body that neither write to memory that the program reads, nor give a number that it uses as one.
bool is_harmless(llvm::StringRef function);
// Functions without a body that write characters to their first argument, and no address anywhere.
bool writes_text(llvm::StringRef function);

} // namespace unply::extract
