// The facts of one loop as JSON, in the order of docs/design/discovery.md.
#ifndef UNPLY_PLUGIN_LOOP_JSON_H
#define UNPLY_PLUGIN_LOOP_JSON_H

#include "loop_index.h"

#include "clang/AST/ASTContext.h"

#include <string>

namespace unply {

std::string facts_as_json(const LoopStatement& loop, const clang::ASTContext& context);

} // namespace unply

#endif
