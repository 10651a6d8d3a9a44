// The regions of a loop selected by --tasks: each iteration of its body is a task, and each execution of the loop is a
// trace, as with `#pragma exg trace` before the loop and `#pragma exg task` before its body.
#ifndef UNPLY_PLUGIN_CHOSEN_LOOPS_H
#define UNPLY_PLUGIN_CHOSEN_LOOPS_H

#include "region_calls.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace unply {

/// `task`: the record of the task region; `pool`: executions are not separate traces. Blocks are split, so existing
/// analyses of the function become invalid.
void place_loop_regions(llvm::Loop& loop, llvm::DominatorTree& dominators, llvm::LoopInfo& loops, RegionWriter& writer,
                        const RegionRecord& task, bool pool);

} // namespace unply

#endif
