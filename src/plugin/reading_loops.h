// Loops of the profile that write nothing: no dependence is between their iterations, so only their number is of
// interest, and when in them a read was is not. One call behind the loop replaces the hooks of its begin, iterations
// and end, and has its affine reads as streams; in front of the loop their number is not known, if it ends early.
#ifndef UNPLY_PLUGIN_READING_LOOPS_H
#define UNPLY_PLUGIN_READING_LOOPS_H

#include "loop_analyses.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace unply {

struct ReadingLoop {
  const llvm::Loop* loop;
  llvm::Value* streams; // their table
  uint32_t count;
};

/// Of innermost loops, except `whole` ones. Removes the accesses that became streams.
llvm::SmallVector<ReadingLoop, 4> find_reading_loops(llvm::SmallVectorImpl<Access>& accesses, LoopAnalyses analyses,
                                                     StreamSite site,
                                                     const llvm::SmallPtrSetImpl<const llvm::Loop*>& whole);

} // namespace unply

#endif
