// Where an iteration of a loop begins.
#ifndef UNPLY_PLUGIN_ITERATION_BEGIN_H
#define UNPLY_PLUGIN_ITERATION_BEGIN_H

#include "llvm/Analysis/LoopInfo.h"

namespace unply {

/// The hook of its begin goes in front of this instruction.
llvm::Instruction* begin_of_iteration(const llvm::Loop& loop);

} // namespace unply

#endif
