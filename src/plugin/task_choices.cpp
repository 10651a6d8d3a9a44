// Reading and matching; see task_choices.h.
#include "task_choices.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Process.h"

#include <cstdlib>
#include <optional>
#include <set>

namespace unply {

using namespace llvm;

namespace {

constexpr const char* kChoices = "__unply.choices";

// "ns::Grid<int>::update<2>" as "ns::Grid::update". Operators have angle brackets of their own, which stay.
std::string without_template_arguments(StringRef name) {
  std::string plain;
  int depth = 0;
  while (!name.empty()) {
    if (depth == 0 && name.consume_front("operator")) {
      plain += "operator";
      const size_t symbol = name.find_first_not_of("<>=-");
      plain += name.take_front(symbol).str();
      name = name.drop_front(std::min(symbol, name.size()));
      continue;
    }
    const char c = name.front();
    name = name.drop_front();
    if (c == '<') ++depth;
    if (depth == 0) plain += c;
    if (c == '>') --depth;
  }
  return plain;
}

std::string without_unnamed_namespaces(std::string name) {
  constexpr StringRef kUnnamed = "(anonymous namespace)::";
  for (size_t at; (at = name.find(kUnnamed.str())) != std::string::npos;) name.erase(at, kUnnamed.size());
  return name;
}

// "ns::Grid::update" for "Grid::update", not for "rid::update"; and "int f<int>(int)" for "f<int>(int)", since the
// demangled name of a template begins with the type of its result.
bool ends_with_name(StringRef full, StringRef name) {
  if (!full.consume_back(name)) return false;
  return full.empty() || full.ends_with("::") || full.ends_with(" ");
}

std::string text_of(char* made) {
  const std::string text = made ? made : "";
  std::free(made);
  return text;
}

bool is_demangled(const char* mangled, StringRef name) {
  ItaniumPartialDemangler parts;
  if (parts.partialDemangle(mangled) || !parts.isFunction()) return false;
  const std::string scope = text_of(parts.getFunctionDeclContextName(nullptr, nullptr));
  const std::string prefix = scope.empty() ? "" : scope + "::";
  const std::string base = prefix + text_of(parts.getFunctionBaseName(nullptr, nullptr));
  for (const std::string& full : {base, text_of(parts.getFunctionName(nullptr, nullptr)),
                                  text_of(parts.finishDemangle(nullptr, nullptr)), without_template_arguments(base)})
    if (ends_with_name(without_unnamed_namespaces(full), name)) return true;
  return false;
}

// flang: _QPupdate_row, _QMgridPupdate_row, all in small letters
bool is_fortran_name(StringRef mangled, StringRef name) {
  if (!mangled.starts_with("_Q")) return false;
  const auto [module, procedure] = name.contains("::") ? name.rsplit("::") : std::pair(StringRef(), name);
  const std::string ending = (module.empty() ? "P" : "M" + module.lower() + "P") + procedure.lower();
  return mangled.ends_with(ending);
}

} // namespace

std::vector<TaskChoice> read_task_choices() {
  std::vector<TaskChoice> choices;
  const std::optional<std::string> text = sys::Process::GetEnv("UNPLY_TASKS");
  if (!text) return choices;
  SmallVector<StringRef> parts;
  SplitString(*text, parts, "\n;");
  for (StringRef part : parts) {
    part = part.trim();
    TaskChoice choice;
    choice.text = part.str();
    if (part.consume_front("fn:")) {
      choice.name = part.str();
    } else {
      const auto [file, line] = part.rsplit(':');
      if (line.getAsInteger(10, choice.line) || choice.line == 0) continue;
      choice.name = file.str();
    }
    choices.push_back(std::move(choice));
  }
  return choices;
}

bool executions_are_pooled() {
  const std::optional<std::string> text = sys::Process::GetEnv("UNPLY_POOL");
  return text && !text->empty() && *text != "0";
}

bool same_file(StringRef path, StringRef suffix) {
  suffix.consume_front("./");
  if (!path.consume_back(suffix)) return false;
  return path.empty() || path.ends_with("/") || suffix.starts_with("/");
}

bool is_named(const Function& function, StringRef name) {
  if (const DISubprogram* program = function.getSubprogram(); program && program->getName() == name) return true;
  const std::string mangled = function.getName().str();
  return mangled == name || is_fortran_name(mangled, name) || is_demangled(mangled.c_str(), name);
}

void keep_found_choices(Module& module, const std::vector<TaskChoice>& choices) {
  NamedMDNode* kept = module.getOrInsertNamedMetadata(kChoices);
  LLVMContext& context = module.getContext();
  for (const TaskChoice& choice : choices)
    if (choice.found) kept->addOperand(MDNode::get(context, MDString::get(context, choice.text)));
}

std::string take_task_choices(Module& module) {
  std::set<std::string, std::less<>> found;
  if (NamedMDNode* kept = module.getNamedMetadata(kChoices)) {
    for (const MDNode* node : kept->operands()) found.insert(cast<MDString>(node->getOperand(0))->getString().str());
    kept->eraseFromParent();
  }
  std::string text;
  for (const TaskChoice& choice : read_task_choices())
    text += (found.contains(choice.text) ? "1" : "0") + choice.text + "\n";
  return text;
}

} // namespace unply
