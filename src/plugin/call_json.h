// The facts about the calls in one function as JSON, in the order of docs/design/discovery.md.
#ifndef UNPLY_PLUGIN_CALL_JSON_H
#define UNPLY_PLUGIN_CALL_JSON_H

#include "clang/AST/ASTContext.h"

#include <string>

namespace unply {

/// `function`: a definition. Empty if its body is no block of the source.
std::string calls_as_json(const clang::FunctionDecl& function, const clang::ASTContext& context);

} // namespace unply

#endif
