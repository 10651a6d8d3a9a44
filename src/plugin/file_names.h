// Gives each source file one name, however it was reached: the name as typed if it is relative to the folder of the
// compilation or lies in it, else the absolute path. Debug information may split one path between folder and name at
// any place, and pragmas keep the path as typed.
#ifndef UNPLY_PLUGIN_FILE_NAMES_H
#define UNPLY_PLUGIN_FILE_NAMES_H

#include "llvm/IR/DebugInfoMetadata.h"

#include <string>

namespace unply {

/// The absolute path.
std::string full_path(const llvm::DILocalScope& scope);

/// The file that `scope` lies in.
std::string file_name(const llvm::DILocalScope& scope);
std::string file_name(const llvm::DILocation& location);

/// A path as typed, in code of the compilation that `scope` belongs to; `scope` may be null.
std::string file_name(llvm::StringRef typed, const llvm::DILocalScope* scope);

} // namespace unply

#endif
