// The statements of a function that hold calls, block by block, as a program that changes the source needs them: a call
// belongs to the innermost block around it.
#ifndef UNPLY_PLUGIN_CALL_STATEMENTS_H
#define UNPLY_PLUGIN_CALL_STATEMENTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallVector.h"

namespace unply {

struct FoundCall {
  const clang::CallExpr* call = nullptr;
  const clang::FunctionDecl* callee = nullptr;
  // Evaluated once whenever the statement is executed, and not to be passed to another of the calls.
  bool always = false;
  // Evaluated so whenever `guard`, which the statement tests before, is true, or with `unless` is not; null: no such.
  const clang::Expr* guard = nullptr;
  bool unless = false;
};

struct BlockStatement {
  const clang::Stmt* statement = nullptr; // without labels
  bool labelled = false;
  bool suspends = false;   // a co_await or co_yield is in it
  bool calls_only = false; // code of other functions is executed with it in `calls` alone
  llvm::SmallVector<FoundCall, 2> calls;
};

struct Block {
  const clang::Stmt* statement = nullptr; // with braces, or the statement that is a branch or the body of a loop
  bool in_loop = false;
  bool kept = false;                         // one of its statements, or of those of blocks inside, has calls
  unsigned around = 0, statement_around = 0; // of the first block: itself
  llvm::SmallVector<BlockStatement, 4> statements;
};

struct FunctionBlocks {
  llvm::SmallVector<Block, 8> blocks; // those that are kept, in the order of the text: the body is first
  bool openmp = false;                // a directive is in the body
};

/// Null: the function has no body that is one block of its source.
const clang::CompoundStmt* block_of(const clang::FunctionDecl& function);

FunctionBlocks read_blocks(const clang::CompoundStmt& body);

} // namespace unply

#endif
