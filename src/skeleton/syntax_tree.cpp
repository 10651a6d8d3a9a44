// clang prints the file of a place only where it differs from that of the place printed before it, so the document is
// walked in its own order; it prints no file at all for places in macros' arguments that stay in one file.
#include "skeleton/syntax_tree.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace unply {
using Json = nlohmann::ordered_json;

namespace {
class Reader {
public:
  SyntaxNode node(const Json& json) {
    SyntaxNode node;
    for (const auto& [key, value] : json.items()) {
      if (key == "id") node.id = number(value);
      if (key == "kind") node.kind = value.get<std::string>();
      if (key == "loc") {
        node.name_at = place(value, node.in_macro).first;
        node.file = file_;
        node.in_macro = false;
      }
      if (key == "range") range(value, node);
      if (key == "name") node.name = value.get<std::string>();
      if (key == "type") type(value, node);
      if (key == "opcode") node.opcode = value.get<std::string>();
      if (key == "castKind") node.cast = value.get<std::string>();
      if (key == "storageClass") node.storage = value.get<std::string>();
      if (key == "init") node.init = value.get<std::string>();
      if (key == "hasElse") node.has_else = true;
      if (key == "hasInit") node.has_init = true;
      if (key == "hasVar") node.has_var = true;
      if (key == "referencedDecl") refer(value, node);
      if (key == "inner")
        for (const Json& child : value) node.inner.push_back(this->node(child));
    }
    return node;
  }

private:
  static uint64_t number(const Json& value) { return std::strtoull(value.get<std::string>().c_str(), nullptr, 16); }

  // Offset and length of a token; of one in a macro, those of the macro's name where it is used.
  std::pair<size_t, size_t> place(const Json& json, bool& in_macro) {
    if (!json.is_object()) return {kNoPlace, 0};
    if (json.contains("expansionLoc")) {
      bool ignored = false;
      in_macro = true;
      if (json.contains("spellingLoc")) place(json["spellingLoc"], ignored); // it comes first, and may name a file
      return place(json["expansionLoc"], ignored);
    }
    if (json.contains("file")) file_ = json["file"].get<std::string>();
    if (!json.contains("offset")) return {kNoPlace, 0};
    return {json["offset"].get<size_t>(), json.value("tokLen", size_t{0})};
  }

  void range(const Json& json, SyntaxNode& node) {
    if (json.contains("begin")) node.begin = place(json["begin"], node.in_macro).first;
    if (!json.contains("end")) return;
    auto [at, length] = place(json["end"], node.in_macro);
    if (at != kNoPlace) node.end = at + length;
  }

  static void type(const Json& json, SyntaxNode& node) {
    node.type = json.value("qualType", "");
    node.canonical_type = json.value("desugaredQualType", node.type);
  }

  static void refer(const Json& json, SyntaxNode& node) {
    node.refers_to = json.contains("id") ? number(json["id"]) : 0;
    node.refers_kind = json.value("kind", "");
    node.refers_name = json.value("name", "");
    if (json.contains("type")) node.refers_type = json["type"].value("qualType", "");
  }

  std::string file_;
};

bool has_body(const SyntaxNode& function) {
  return !function.inner.empty() && function.inner.back().is("CompoundStmt");
}

void collect(const SyntaxNode& node, std::string_view name, std::string_view file, bool in_template,
             std::vector<SyntaxNode>& found) {
  bool function = node.is("FunctionDecl") || node.is("CXXMethodDecl");
  if (function && node.name == name && node.file == file && has_body(node)) {
    found.push_back(node);
    found.back().is_template = in_template;
    return;
  }
  for (const SyntaxNode& child : node.inner)
    collect(child, name, file, in_template || node.is("FunctionTemplateDecl") || node.is("ClassTemplateDecl"), found);
}
} // namespace

Result<std::vector<SyntaxNode>> read_functions(const std::string& json, std::string_view name, std::string_view file) {
  std::vector<SyntaxNode> found;
  std::istringstream in(json);
  Reader reader;
  while (in >> std::ws && in.peek() == '{') {
    Json document = Json::parse("null");
    try {
      in >> document;
      collect(reader.node(document), name, file, false, found);
    } catch (const Json::exception& error) {
      return fail(fmt::format("clang's syntax tree: {}", error.what()), "this is a defect of unply: please report it");
    }
  }
  return found;
}

void link_parents(SyntaxNode& node) {
  for (SyntaxNode& child : node.inner) {
    child.parent = &node;
    link_parents(child);
  }
}

const SyntaxNode& bare_expression(const SyntaxNode& node) {
  const SyntaxNode* at = &node;
  while (at->inner.size() == 1 && (at->is("ParenExpr") || at->is("ImplicitCastExpr") || at->is("ExprWithCleanups") ||
                                   at->is("CXXBindTemporaryExpr") || at->is("MaterializeTemporaryExpr")))
    at = &at->inner[0];
  return *at;
}

} // namespace unply
