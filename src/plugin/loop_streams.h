// Replaces the single hooks of a loop by one call before it: each access whose address is base + i * stride in
// iteration i becomes a stream of `__unply_loop` (the big win of research: gemm 12.9x -> 3.0x, jacobi 38x -> 5.2x).
#ifndef UNPLY_PLUGIN_LOOP_STREAMS_H
#define UNPLY_PLUGIN_LOOP_STREAMS_H

#include "loop_analyses.h"

namespace unply {

/// Places the streams of all suitable loops and removes their accesses from `accesses`; returns how many. May move
/// loads whose address and value do not change in a loop in front of it; their accesses stay in the list if they did
/// not become streams. No hook may be placed yet. With a `profile`, which is told of them, only of loops that have no
/// other accesses: the runtime then goes through their iterations itself where it must.
unsigned place_loop_streams(llvm::SmallVectorImpl<Access>& accesses, llvm::Function& function, LoopAnalyses analyses,
                            Hooks& hooks, StreamSite site, LoopProfile* profile);

} // namespace unply

#endif
