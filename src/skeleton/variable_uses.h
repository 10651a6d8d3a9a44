// What code does with each variable that it names, from the syntax tree alone.
#pragma once
#include "skeleton/syntax_tree.h"
#include <map>

namespace unply {

struct VariableUse {
  bool written = false; // assigned, or given to code that may change it
  bool escapes = false; // its address is taken or a reference is bound to it
  const SyntaxNode* first = nullptr;
};
using VariableUses = std::map<uint64_t, VariableUse>; // by SyntaxNode::id of the declaration

// The tree must have been linked.
VariableUses uses_of(const SyntaxNode& node);
void add_uses(const SyntaxNode& node, VariableUses& uses);

// A number, a pointer or a bool, by the canonical type; not an enumeration.
bool is_scalar(const std::string& canonical_type);
bool is_reference(const std::string& type);
std::string without_const(std::string type);
std::string without_reference(std::string type);
// Of a class that points to values of others: std::span, iterators and the like, and pointers themselves.
bool is_view(const std::string& canonical_type);

} // namespace unply
