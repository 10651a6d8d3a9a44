// The lines of a Fortran loop, with the checksum of their text: no syntax tree tells of them, so that the file is read
// while the program is compiled.
#ifndef UNPLY_PLUGIN_LOOP_TEXT_H
#define UNPLY_PLUGIN_LOOP_TEXT_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/JSON.h"

namespace unply {

/// Adds `text` to the facts: the line of the loop's start, its last line with code of its procedure, and the checksum.
void add_text(llvm::json::Object& facts, const llvm::Loop& loop, const llvm::DILocation& start);

} // namespace unply

#endif
