// Where a task instance may begin or end.
#ifndef UNPLY_PLUGIN_BARRIER_H
#define UNPLY_PLUGIN_BARRIER_H

#include "llvm/IR/Instruction.h"

namespace unply {

/// True if the instruction may run code that we do not see or that starts or ends a region: nothing recorded may be
/// moved across it.
bool is_barrier(const llvm::Instruction& instruction);

} // namespace unply

#endif
