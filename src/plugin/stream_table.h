// Affine accesses of a loop, as the runtime gets them: a table of rows `UnplyStream` on the stack.
#ifndef UNPLY_PLUGIN_STREAM_TABLE_H
#define UNPLY_PLUGIN_STREAM_TABLE_H

#include "loop_analyses.h"

#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace unply {

struct Stream {
  Access access;
  unsigned number = 0; // in the order found, the order of the accesses of one instruction
  const llvm::SCEV* base = nullptr;
  const llvm::SCEV* stride = nullptr; // null: not a stream
};

/// Writes the table at `place`, where all bases and strides can be computed.
llvm::Value* fill_stream_table(llvm::ArrayRef<Stream> streams, llvm::Instruction& place, llvm::DebugLoc where,
                               llvm::SCEVExpander& expander, StreamSite site);

} // namespace unply

#endif
