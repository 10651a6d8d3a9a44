// What intrinsics and inline assembly read and write, to the byte: by mask bits, indices, strides and constraints.
// Both functions return whether that is all: false where they may touch memory of the program in a way unknown here.
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
