// The syntax tree of a function as clang prints it in JSON (-Xclang -ast-dump=json), reduced to the parts that the
// split into the parts of a skeleton looks at. Places are offsets into the source file, so that the user's own text is
// cut and pasted.
#pragma once
#include "base/result.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unply {

inline constexpr size_t kNoPlace = ~size_t{0};

struct SyntaxNode {
  std::string kind, name, type, canonical_type, opcode, cast, storage;
  std::string init;               // of a VarDecl: "c" with =, "call" with (), "list" with {}
  uint64_t id = 0, refers_to = 0; // refers_to: of a DeclRefExpr
  std::string refers_kind, refers_name, refers_type;
  size_t name_at = kNoPlace;                                // of declarations
  size_t begin = kNoPlace, end = kNoPlace;                  // of its text, one past the last token
  std::string file;                                         // of declarations: where name_at is
  bool in_macro = false;                                    // it begins or ends in the expansion of a macro
  bool has_else = false, has_init = false, has_var = false; // of an IfStmt
  bool is_template = false;     // of a function: it is the pattern or an instance of a template
  SyntaxNode* parent = nullptr; // set by link_parents
  std::vector<SyntaxNode> inner;
  bool is(std::string_view k) const { return kind == k; }
};

// All functions of this name that have a body in the file, of what clang printed for one translation unit. File is
// compared as clang prints it.
Result<std::vector<SyntaxNode>> read_functions(const std::string& json, std::string_view name, std::string_view file);

void link_parents(SyntaxNode& node);

// Calls visit(node) for the node and all below it, parents first.
template <class Node, class Visit> void each_node(Node& node, const Visit& visit) {
  visit(node);
  for (auto& child : node.inner) each_node(child, visit);
}

// The expression without parentheses and implicit conversions around it.
const SyntaxNode& bare_expression(const SyntaxNode& node);

} // namespace unply
