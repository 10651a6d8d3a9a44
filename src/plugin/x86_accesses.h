// The accesses of x86 memory intrinsics: gather, scatter, masked and truncating stores, expansions and so on.
#ifndef UNPLY_PLUGIN_X86_ACCESSES_H
#define UNPLY_PLUGIN_X86_ACCESSES_H

#include "access.h"

#include "llvm/IR/IntrinsicInst.h"

namespace unply {

/// True if the intrinsic has a form that is known; its accesses are added.
bool add_x86_accesses(llvm::SmallVectorImpl<Access>& out, llvm::IntrinsicInst& at);
/// Caches, monitors and the like: a pointer is given, the program's memory stays as it is.
bool harmless_on_x86(llvm::StringRef name);

} // namespace unply

#endif
