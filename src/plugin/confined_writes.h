// Loops that write in a few extents only, known before them: see __unply_loop_writes. Reads elsewhere then need no time
// of their own in the loop profile (src/runtime/profile/confined_writes.h).
#ifndef UNPLY_PLUGIN_CONFINED_WRITES_H
#define UNPLY_PLUGIN_CONFINED_WRITES_H

#include "loop_analyses.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace unply {

struct ConfinedLoop {
  const llvm::Loop* loop;
  llvm::SmallVector<llvm::Value*, 8> bounds; // begin and end of each extent, in the loop's preheader
};

class ConfinedWrites {
public:
  /// `accesses`: of the whole function, before hooks and streams are placed.
  ConfinedWrites(llvm::ArrayRef<Access> accesses, const llvm::LoopInfo& loops);
  /// All such loops but those of `without`, outermost first, in which something is read that is not confined already
  /// by a loop around it. When loads of pointers have moved out of loops, which makes more addresses affine.
  llvm::SmallVector<ConfinedLoop, 4> find(LoopAnalyses analyses,
                                          const llvm::SmallPtrSetImpl<const llvm::Loop*>& without) const;

private:
  llvm::SmallVector<Access, 0> accesses_;
  llvm::SmallPtrSet<const llvm::Loop*, 8> unclear_; // may write by other means
};

} // namespace unply

#endif
