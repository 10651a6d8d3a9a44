// The statements by which control leaves a loop, other than by its condition, or another statement.
#ifndef UNPLY_PLUGIN_LOOP_EXITS_H
#define UNPLY_PLUGIN_LOOP_EXITS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"

namespace unply {

struct LoopExit {
  const char* kind;
  clang::SourceLocation at;
};
llvm::SmallVector<LoopExit, 4> exits_of(const clang::Stmt& statement);

} // namespace unply

#endif
