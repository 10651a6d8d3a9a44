// A use is read-only where clang converts the variable to its value, or to a const reference; through members, elements
// and dereferencing operators the question moves to the uses of their results. All else counts as written.
#include "skeleton/variable_uses.h"
#include <algorithm>
#include <array>
#include <set>

namespace unply {

bool is_reference(const std::string& type) { return type.ends_with("&"); }

std::string without_reference(std::string type) {
  while (!type.empty() && (type.back() == '&' || type.back() == ' ')) type.pop_back();
  return type;
}

std::string without_const(std::string type) {
  if (type.starts_with("const ") && !type.ends_with("*")) type.erase(0, 6);
  if (type.ends_with("*const")) type.erase(type.size() - 5);
  return type;
}

bool is_scalar(const std::string& canonical_type) {
  static const std::set<std::string> kScalars = {"bool",          "char",         "signed char",
                                                 "unsigned char", "short",        "unsigned short",
                                                 "int",           "unsigned int", "long",
                                                 "unsigned long", "long long",    "unsigned long long",
                                                 "float",         "double",       "long double",
                                                 "wchar_t",       "char8_t",      "char16_t",
                                                 "char32_t",      "__int128",     "unsigned __int128"};
  std::string type = without_const(canonical_type);
  return type.ends_with("*") || kScalars.contains(type);
}

bool is_view(const std::string& canonical_type) {
  constexpr std::array kWords = {"span<", "string_view", "_view<", "iterator", "reference_wrapper", "initializer_list"};
  return without_const(canonical_type).ends_with("*") ||
         std::ranges::any_of(kWords, [&](const char* word) { return canonical_type.find(word) != std::string::npos; });
}

static bool is_const(const std::string& type) { return type.starts_with("const ") && !type.ends_with("*"); }

static bool reads_only(std::string_view member) {
  constexpr std::array kMembers = {"begin", "end",  "cbegin", "cend",    "data",  "size",  "empty",
                                   "front", "back", "at",     "subspan", "first", "last",  "rbegin",
                                   "rend",  "get",  "length", "c_str",   "first", "second"};
  return std::ranges::find(kMembers, member) != kMembers.end();
}

// What happens to the object that the expression names.
static void judge(const SyntaxNode& expression, VariableUse& use) {
  const SyntaxNode* at = &expression;
  const SyntaxNode* parent = at->parent;
  while (parent && (parent->is("ParenExpr") || parent->is("ConditionalOperator"))) at = parent, parent = parent->parent;
  if (!parent) return;
  const SyntaxNode& p = *parent;
  auto is_child = [&](size_t index) { return p.inner.size() > index && &p.inner[index] == at; };
  if (p.is("ImplicitCastExpr")) {
    if (p.cast == "LValueToRValue" || p.cast == "ToVoid") return;
    if (p.cast == "NoOp" && is_const(p.type)) return;
    if (p.cast == "NoOp" || p.cast == "ArrayToPointerDecay" || p.cast == "DerivedToBase" ||
        p.cast == "UncheckedDerivedToBase")
      return judge(p, use);
  }
  if (p.is("ArraySubscriptExpr") && is_child(0)) return judge(p, use);
  if (p.is("MemberExpr")) {
    if (p.type != "<bound member function type>") return judge(p, use);
    if (!is_const(at->type) && !reads_only(p.name)) use.written = true;
    return;
  }
  if (p.is("CXXOperatorCallExpr") && is_child(1) && is_const(at->type)) return;
  if (p.is("CXXOperatorCallExpr") && is_child(1) && !p.inner.empty()) {
    const SyntaxNode& callee = bare_expression(p.inner[0]);
    if (callee.refers_name == "operator[]" || callee.refers_name == "operator*" || callee.refers_name == "operator->")
      return judge(p, use);
    use.written = true;
    return;
  }
  if (p.is("BinaryOperator") && p.opcode == "=" && is_child(0)) {
    use.written = true;
    return;
  }
  if (p.is("CompoundAssignOperator") && is_child(0)) {
    use.written = true;
    return;
  }
  if (p.is("UnaryOperator") && (p.opcode == "++" || p.opcode == "--")) {
    use.written = true;
    return;
  }
  if (p.is("CXXForRangeStmt") || p.is("BinaryOperator") || p.is("CompoundStmt")) return;
  if (p.is("VarDecl") && p.type.starts_with("const ")) { // a reference to const, such as that of a range
    use.escapes = true;
    return;
  }
  if (p.is("VarDecl") && p.name.starts_with("__range")) return;
  if (is_const(at->type)) {
    use.escapes = true;
    return;
  }
  use.written = use.escapes = true;
}

void add_uses(const SyntaxNode& node, VariableUses& uses) {
  each_node(node, [&](const SyntaxNode& each) {
    if (!each.is("DeclRefExpr")) return;
    if (each.refers_kind != "VarDecl" && each.refers_kind != "ParmVarDecl" && each.refers_kind != "BindingDecl") return;
    VariableUse& use = uses[each.refers_to];
    if (!use.first) use.first = &each;
    judge(each, use);
  });
}

VariableUses uses_of(const SyntaxNode& node) {
  VariableUses uses;
  add_uses(node, uses);
  return uses;
}

} // namespace unply
