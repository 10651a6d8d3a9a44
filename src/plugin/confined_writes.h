// Loops that write in a few extents only, known before them: see __unply_loop_writes. Reads elsewhere then need no time
// of their own in the loop profile (src/runtime/profile/confined_writes.h).
#ifndef UNPLY_PLUGIN_CONFINED_WRITES_H
#define UNPLY_PLUGIN_CONFINED_WRITES_H

#include "loop_analyses.h"

#include "llvm/IR/ValueHandle.h"

namespace unply {

struct ConfinedLoop {
  const llvm::Loop* loop;
  llvm::SmallVector<llvm::WeakTrackingVH, 8> bounds; // begin and end of each extent, in the loop's preheader
};

/// All such loops in which something is read that is not confined already by a loop around it, outermost first.
/// `accesses`: of the whole function, before hooks and streams are placed.
llvm::SmallVector<ConfinedLoop, 4> find_confined_loops(llvm::Function& function, llvm::ArrayRef<Access> accesses,
                                                       LoopAnalyses analyses);

} // namespace unply

#endif
