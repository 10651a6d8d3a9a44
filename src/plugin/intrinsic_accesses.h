// The memory accesses of intrinsics and inline assembly, exact to the byte: by mask bits, indices, strides and
// constraints. Both functions return false if there may be further, unknown accesses to memory of the program.
#ifndef UNPLY_PLUGIN_INTRINSIC_ACCESSES_H
#define UNPLY_PLUGIN_INTRINSIC_ACCESSES_H

#include "access.h"

#include "llvm/IR/IntrinsicInst.h"

namespace unply {

bool add_intrinsic_accesses(llvm::SmallVectorImpl<Access>& out, llvm::IntrinsicInst& at);
/// The memory operands ("m", "=m", "+m") with their sizes. Code that clobbers memory is unknown, unless it is a fence.
bool add_assembly_accesses(llvm::SmallVectorImpl<Access>& out, llvm::CallBase& at);

} // namespace unply

#endif
