// Streams of nests of two or three loops: one call in front of the outermost stands for all accesses of the nest
// (`__unply_nest`), so that the runtime looks once at bytes that inner loops access again and again.
#ifndef UNPLY_PLUGIN_NEST_STREAMS_H
#define UNPLY_PLUGIN_NEST_STREAMS_H

#include "loop_analyses.h"

#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace unply {

/// A loop all of whose accesses are affine, and what loops of that kind lie around it. Loop 0 is the innermost.
struct Nest {
  struct Level {
    llvm::Loop* loop;
    const llvm::SCEV* trip;       // iterations, if it is entered at all
    llvm::Value* guard = nullptr; // i1: it is entered where this is `entered`; null: always
    bool entered = true;
  };
  struct Row {
    Access access;
    unsigned level;                                  // of the loop whose body has it
    const llvm::SCEV* base;                          // of the first iteration of all loops
    llvm::SmallVector<const llvm::SCEV*, 3> strides; // of each level
  };
  llvm::SmallVector<Level, 3> levels;
  llvm::SmallVector<Row, 8> rows; // in program order
};

/// Adds the loops around the nest as long as all they do fits; takes their accesses out of `accesses`.
void grow(Nest& nest, llvm::SmallVectorImpl<Access>& accesses, LoopAnalyses analyses, llvm::SCEVExpander& expander);

/// The call, in front of the outermost loop. With a profile its loops are `whole`.
void emit(const Nest& nest, Hooks& hooks, StreamSite site, llvm::SCEVExpander& expander, LoopProfile* profile);

} // namespace unply

#endif
