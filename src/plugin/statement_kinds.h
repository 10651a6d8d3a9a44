// What kind of statement one is, for a program that may split it into parts: `T x = E;` into `T x;` and `x = E;`.
#ifndef UNPLY_PLUGIN_STATEMENT_KINDS_H
#define UNPLY_PLUGIN_STATEMENT_KINDS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <string>

namespace unply {

struct StatementKind {
  const char* kind = "other";                 // call, assign, declare, return, if
  const clang::VarDecl* declared = nullptr;   // declare
  const clang::Expr* changed = nullptr;       // assign: the left side
  const clang::Expr* value = nullptr;         // null where the statement has none, or several in braces
  clang::SourceRange extent;                  // of the value
  const clang::CallExpr* only_call = nullptr; // the value, or the statement, is just this call
};

StatementKind kind_of(const clang::Stmt& statement, const clang::ASTContext& context);

/// The variable, or member of `this`, that a left side changes or finds its place by; empty if none has a name.
std::string base_of(const clang::Expr& changed);

/// The variable's name if the left side is nothing else.
std::string plain_name_of(const clang::Expr& changed);

} // namespace unply

#endif
