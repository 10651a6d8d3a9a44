// The head of a loop as OpenMP reads it: the canonical loop form of OpenMP 5.0, section 2.9.1, and what of it a pragma
// for several loops (collapse) asks.
#ifndef UNPLY_PLUGIN_LOOP_HEADS_H
#define UNPLY_PLUGIN_LOOP_HEADS_H

#include "loop_uses.h"

#include "clang/AST/ASTContext.h"

#include <optional>
#include <string>

namespace unply {

struct LoopHead {
  const clang::VarDecl* index = nullptr; // null: none
  bool index_inside = false;             // declared in the head
  std::string not_canonical;             // empty: canonical
  std::optional<int64_t> step;           // of the index in an iteration, if it is a constant
  bool bound_calls = false;              // start, bound or step call a function, which may tell something new each time
};
LoopHead read_head(const clang::Stmt& loop, const LoopUses& uses, const clang::ASTContext& context);

const clang::Stmt* body_of(const clang::Stmt& loop);

/// The loop that is all of the body; null: none, or its head sets the outer index.
const clang::Stmt* perfect_inner(const clang::Stmt& loop, const clang::VarDecl* index);
/// The head of `inner` does not name the outer index.
bool is_rectangular(const clang::Stmt& inner, const clang::VarDecl* index);

} // namespace unply

#endif
