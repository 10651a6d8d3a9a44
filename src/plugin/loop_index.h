// Finds the functions of a translation unit, lambdas included, and the loop statements of functions, lambdas, blocks
// and initialisers that are compiled. Of a template its instantiations are read, which alone know what is called and
// how; system headers are left out.
#ifndef UNPLY_PLUGIN_LOOP_INDEX_H
#define UNPLY_PLUGIN_LOOP_INDEX_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace unply {

struct LoopStatement {
  const clang::Stmt* statement = nullptr;
  const clang::DeclContext* context = nullptr; // the function; null in an initialiser of a variable or member
  clang::SourceRange function;                 // with its head
  const char* parent = nullptr;                // the statement whose unbraced body the loop is; null: none
  llvm::StringRef label;                       // directly before the loop
  bool attributed = false;                     // [[...]] directly before the loop
  bool hinted = false;                         // a pragma for the loop does, as `#pragma unroll`
  bool lambda = false;
  clang::SourceLocation directive; // of the OpenMP directive that the loop belongs to
  std::string directive_name;
};

bool is_loop(const clang::Stmt& statement);

struct LambdaText {
  clang::SourceLocation at;      // of its '['
  clang::SourceRange expression; // the whole one that it is in, as `std::sort(b, e, [](int a, int b) { ... })`
};

struct LoopsAndFunctions {
  llvm::SmallVector<LoopStatement, 0> loops;
  llvm::SmallVector<const clang::FunctionDecl*, 0> functions; // the definitions
  llvm::SmallVector<LambdaText, 0> lambdas;
};

/// `declarations`: as the compiler hands them to code generation.
LoopsAndFunctions find_loops_and_functions(llvm::ArrayRef<const clang::Decl*> declarations);

} // namespace unply

#endif
