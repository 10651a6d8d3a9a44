// Collects the memory accesses of a function before any hook is placed.
#ifndef UNPLY_PLUGIN_ACCESSES_H
#define UNPLY_PLUGIN_ACCESSES_H

#include "access.h"

namespace unply {

/// All loads, stores, atomics, memory intrinsics and memory operands of inline assembly in program order, those of
/// masked and vector intrinsics one per lane. May add instructions that compute a lane's address and length (0 where
/// the lane is off). Intrinsics and inline assembly that may access more than that are added to `unseen`.
llvm::SmallVector<Access, 0> collect_accesses(llvm::Function& function, llvm::SmallVectorImpl<llvm::CallBase*>& unseen);

} // namespace unply

#endif
