// Loads in the loop profile of what no iteration changes: pointers and bounds in objects (this->data, vector.begin(), a
// global pointer). They move in front of the outermost loop where that is so, which makes addresses affine and counts
// of iterations known in whole nests of loops. Their accesses stay where the program has them.
#ifndef UNPLY_PLUGIN_INVARIANT_LOADS_H
#define UNPLY_PLUGIN_INVARIANT_LOADS_H

#include "loop_analyses.h"

namespace unply {

/// Before streams are placed. Returns the markers of the places that loads were moved out of, to be erased at the end.
llvm::SmallVector<llvm::Instruction*, 8> move_invariant_loads(llvm::SmallVectorImpl<Access>& accesses,
                                                              LoopAnalyses analyses);

/// Whether a way out of the loop would never change with the value. Another thread or a signal's handler may be waited
/// for: without optimisation the program's own compiler leaves such a load where it is.
bool ends_loop_alone(const llvm::LoadInst& load, const llvm::Loop& loop);

/// Moves what is computed of loads that have moved, such as (end - begin) / size: ScalarEvolution takes some of that as
/// opaque, and as varying as long as it stands in the loop.
void move_invariant_arithmetic(llvm::Loop& loop, llvm::Instruction& place);

/// Marks the place of an instruction that is going to move.
llvm::CallInst* mark_place_of(llvm::Instruction& instruction);

} // namespace unply

#endif
