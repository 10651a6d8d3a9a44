// The name of a function in the source, where debug information may be absent.
#ifndef UNPLY_PLUGIN_SOURCE_NAME_H
#define UNPLY_PLUGIN_SOURCE_NAME_H

#include "llvm/IR/Function.h"

#include <string>

namespace unply {

/// Qualified, without parameters; of a copy that the compiler made, that of the function.
std::string source_name(const llvm::Function& function);

} // namespace unply

#endif
