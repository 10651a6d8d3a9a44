#include "skeleton/write_skeleton.h"
#include "skeleton/variable_uses.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

// Types with a declarator around the name, such as those of pointers to functions.
static std::string member_type(const std::string& type) {
  return type.find_first_of("([") == std::string::npos ? type : "std::type_identity_t<" + type + ">";
}

static bool uses(const std::vector<uint64_t>& list, uint64_t id) { return std::ranges::find(list, id) != list.end(); }

static std::string problem_struct(const SkeletonParts& parts) {
  std::string out = "  struct problem { // the arguments of a call\n";
  for (const SkeletonParameter& p : parts.parameters) {
    std::string type = member_type(p.member_type);
    out += p.by_pointer ? fmt::format("    {}* {} = nullptr;\n", type, p.name)
                        : fmt::format("    mutable {} {}{{}};\n", type, p.name);
  }
  if (!parts.kept.empty()) out += "    // variables of divide() that combine() or the calls need\n";
  for (const KeptVariable& v : parts.kept) {
    std::string type = member_type(v.type);
    if (v.how == KeptHow::object) out += fmt::format("    mutable std::optional<{}> {};\n", type, v.name);
    if (v.how == KeptHow::reference)
      out += fmt::format("    mutable std::remove_reference_t<{}>* {} = nullptr;\n", type, v.name);
    if (v.how == KeptHow::value || v.how == KeptHow::array)
      out += fmt::format("    mutable {} {}{{}};\n", type, v.name);
  }
  out += "    problem() = default;\n";
  std::string takes, sets;
  for (const SkeletonParameter& p : parts.parameters) {
    takes += fmt::format("{}{} unply_{}", takes.empty() ? "" : ", ",
                         p.by_pointer ? member_type(p.member_type) + "&" : member_type(p.member_type), p.name);
    sets += fmt::format("{}{}({}(unply_{}))", sets.empty() ? "" : ", ", p.name,
                        p.by_pointer ? "std::addressof" : "std::move", p.name);
  }
  if (!parts.parameters.empty())
    out += fmt::format("    {}problem({}) : {} {{}}\n", parts.parameters.size() == 1 ? "explicit " : "", takes, sets);
  return out + "  };\n";
}

// The names that a part of the function knows, as they were there.
static std::string names(const SkeletonParts& parts, const std::vector<uint64_t>& used, bool kept) {
  std::string out;
  for (const SkeletonParameter& p : parts.parameters) {
    if (!uses(used, p.id)) continue;
    if (p.by_pointer)
      out += fmt::format("    auto& {0} = *unply_problem.{0};\n", p.name);
    else
      out += fmt::format("    {1}{2} {0} = unply_problem.{0};\n", p.name,
                         p.by_alias ? "auto" : member_type(p.member_type), p.by_alias ? "&" : "");
  }
  if (!kept) return out;
  for (const KeptVariable& v : parts.kept) {
    if (!uses(used, v.id)) continue;
    bool pointer = v.how == KeptHow::object || v.how == KeptHow::reference;
    std::string type = v.how == KeptHow::value ? member_type(v.type) : "auto&";
    out += fmt::format("    {1} {0} = {2}unply_problem.{0};\n", v.name, type, pointer ? "*" : "");
  }
  return out;
}

static std::string features(const SkeletonParts& parts) {
  std::vector<std::string> list;
  constexpr size_t kMost = 8;
  for (const SkeletonParameter& p : parts.parameters)
    if (p.number && list.size() < kMost)
      list.push_back(fmt::format("{{\"{0}\", static_cast<double>(unply_problem.{0})}}", p.name));
  if (list.empty()) return "";
  return fmt::format("  // what unply fit describes a problem's size by\n"
                     "  std::array<unply::feature, {}> features(const problem& unply_problem) const {{\n    return "
                     "{{{{{}}}}};\n  }}\n",
                     list.size(), fmt::join(list, ", "));
}

std::string skeleton_struct(const SkeletonParts& parts) {
  auto member = [&](const char* result, const char* head, const std::vector<uint64_t>& used, bool kept,
                    const std::string& body) {
    return fmt::format("  {} {} {{\n{}{}  }}\n", result, head, names(parts, used, kept), body);
  };
  // Each function begins with the variables of the original that it may name.
  std::string out = "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wunused-variable\"\n";
  out += fmt::format("struct {}_skeleton {{\n", parts.function) + problem_struct(parts);
  out += parts.gives_nothing ? "  struct solution {};\n\n"
                             : fmt::format("  using solution = {};\n\n", member_type(parts.solution));
  out += member("bool", "is_base([[maybe_unused]] const problem& unply_problem) const", parts.used_is_base, false,
                parts.is_base);
  out += member("solution", "solve([[maybe_unused]] const problem& unply_problem) const", parts.used_solve, false,
                parts.solve);
  std::string several =
      parts.fixed_arity ? fmt::format("std::array<problem, {}>", parts.calls.size()) : "std::vector<problem>";
  out += member(several.c_str(), "divide([[maybe_unused]] const problem& unply_problem) const", parts.used_divide,
                false, parts.divide);
  out += member(
      "solution",
      "combine([[maybe_unused]] const problem& unply_problem, [[maybe_unused]] std::span<solution> unply_parts) const",
      parts.used_combine, true, parts.combine);
  return out + features(parts) + "};\n#pragma GCC diagnostic pop\n";
}

static std::string replacement(const SyntaxNode& function, const FunctionSource& source, const SkeletonParts& parts) {
  const SyntaxNode& body = function.inner.back();
  std::string name = function.name, original = name + "_original", arguments, moved;
  std::vector<TextEdit> renamed = {{function.name_at, function.name_at + name.size(), original}}, named;
  for (const SkeletonCall& call : parts.calls) {
    const SyntaxNode& callee = bare_expression(call.call->inner[0]);
    renamed.push_back({callee.begin, source.end_of(callee), original});
  }
  size_t index = 0;
  for (const SyntaxNode& child : function.inner) {
    if (!child.is("ParmVarDecl")) continue;
    const SkeletonParameter& p = parts.parameters[index++];
    if (child.name.empty()) named.push_back({child.end, child.end, " " + p.name});
    std::string value = is_reference(p.type) && !p.type.ends_with("&&") ? p.name : "std::move(" + p.name + ")";
    arguments += (arguments.empty() ? "" : ", ") + (is_scalar(p.type) ? p.name : value);
  }
  std::string head = source.cut(function.begin, body.begin, named);
  std::string give = parts.gives_nothing ? "" : "return ";
  std::string out =
      "// The function as it was, for comparison.\n" + source.cut(function.begin, body.end, renamed) + "\n\n";
  out += skeleton_struct(parts) + "\n" + head + "{\n";
  out += fmt::format("  return unply::emitted::call(\"{}\", [&](unply::emitted::version unply_version) -> {} {{\n",
                     name, member_type(parts.solution));
  out +=
      fmt::format("    if (unply_version == unply::emitted::version::original) return {}({});\n", original, arguments);
  out += fmt::format("    const {}_skeleton::problem unply_problem{};\n", name,
                     parts.parameters.empty() ? "" : "(" + arguments + ")");
  out += fmt::format("    if (unply_version == unply::emitted::version::openmp)\n      "
                     "{}unply::divide_and_conquer(unply::emitted::parallel{{}}, {}_skeleton{{}}, unply_problem);\n",
                     give, name);
  out += fmt::format("    else\n      {}unply::divide_and_conquer(unply::seq{{}}, {}_skeleton{{}}, unply_problem);\n",
                     give, name);
  return out + "  });\n}";
}

// Where the names of a C file begin: behind its last #include.
static size_t behind_includes(const std::string& text) {
  size_t behind = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    size_t first = text.find_first_not_of(" \t", at);
    if (first < end && text.compare(first, 1, "#") == 0 &&
        text.compare(text.find_first_not_of(" \t", first + 1), 7, "include") == 0)
      behind = end;
    at = end;
  }
  return behind;
}

std::string skeleton_file(const SyntaxNode& function, const FunctionSource& source, const SkeletonParts& parts,
                          bool is_c, const std::string& command) {
  std::string out =
      fmt::format("// Made by `{}`: {} as a divide-and-conquer skeleton.\n"
                  "// UNPLY_SKELETON=original, sequential or openmp (the default) says which version runs.\n",
                  command, function.name);
  for (const std::string& note : parts.notes) out += "// Taken for granted: " + note + "\n";
  out += "#include <unply/divide_and_conquer.h>\n#include <unply/divide_and_conquer/emitted.h>\n"
         "#include <array>\n#include <cstddef>\n#include <cstdlib>\n#include <memory>\n#include <optional>\n#include "
         "<span>\n"
         "#include <type_traits>\n#include <utility>\n#include <vector>\n\n";
  std::vector<TextEdit> edits = {{function.begin, function.inner.back().end, replacement(function, source, parts)}};
  size_t begin = is_c ? behind_includes(source.text()) : 0;
  if (!is_c) return out + source.cut(0, source.text().size(), edits);
  return out + source.cut(0, begin) + "extern \"C\" {\n" + source.cut(begin, source.text().size(), edits) + "}\n";
}

} // namespace unply
