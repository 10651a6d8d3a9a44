// The facts of one loop as JSON, in the order of docs/design/discovery.md.
#ifndef UNPLY_PLUGIN_LOOP_JSON_H
#define UNPLY_PLUGIN_LOOP_JSON_H

#include "loop_index.h"

#include "clang/AST/ASTContext.h"

#include <string>

namespace unply {

/// `text` of the lines of an expression, as of a loop.
std::string text_as_json(clang::SourceRange expression, const clang::ASTContext& context);
std::string facts_as_json(const LoopStatement& loop, const clang::ASTContext& context);

} // namespace unply

#endif
