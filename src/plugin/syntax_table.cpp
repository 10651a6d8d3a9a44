// See syntax_table.h. The plugin's consumer only keeps the declarations that clang hands to code generation, which also
// covers those that come from precompiled headers and modules, and instantiations when they are made.
#include "syntax_table.h"

#include "call_json.h"
#include "loop_json.h"
#include "loop_places.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Path.h"

namespace unply {

// As clang and then file_name() do with the names in debug information.
std::string SyntaxTable::name_of(std::string typed) const {
  const clang::CodeGenOptions& code = compiler_.getCodeGenOpts();
  llvm::SmallString<256> path(typed), folder(code.DebugCompilationDir);
  for (const auto& [from, to] : llvm::reverse(code.DebugPrefixMap))
    if (llvm::sys::path::replace_path_prefix(path, from, to)) break;
  for (const auto& [from, to] : llvm::reverse(code.DebugPrefixMap))
    if (llvm::sys::path::replace_path_prefix(folder, from, to)) break;
  llvm::StringRef name = path;
  if (!folder.empty() && name.consume_front(folder) && name.consume_front("/") && !name.empty()) return name.str();
  return path.str().str();
}

void SyntaxTable::add_to(Table& table, Entry entry, clang::SourceLocation at) {
  const LoopPlaces places(compiler_.getASTContext());
  const auto [line, column] = places.of(at);
  entry.file = name_of(places.file_of(at));
  entry.column = column;
  Entries& on_line = table[line];
  for (const Entry& known : on_line) // another instantiation
    if (known.column == entry.column && known.file == entry.file) return;
  on_line.push_back(std::move(entry));
}

namespace {

// Of its name, as debug information has it: an instantiation may stand where the template is only declared.
clang::SourceLocation place_of(const clang::FunctionDecl& function) {
  const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  return pattern && pattern->hasBody(pattern) ? pattern->getLocation() : function.getLocation();
}

// Debug information may add the template arguments, `fib<int>`, or leave them out, as of the constructors of P<int>.
bool has_name(const clang::FunctionDecl& function, llvm::StringRef asked) {
  const std::string own = function.getNameInfo().getAsString();
  return asked == own || (asked.starts_with(own + "<") && asked.ends_with(">")) ||
         llvm::StringRef(own).starts_with(asked.str() + "<");
}

// By the name of the file as a whole, or by its last part where one entry only has that: names pass through maps of
// prefixes, which a user may nest.
template <class Table, class Fits> auto find_in(Table& table, unsigned line, llvm::StringRef file, Fits fits) {
  const auto on_line = table.find(line);
  decltype(on_line->second.data()) none = nullptr;
  if (on_line == table.end()) return none;
  llvm::SmallVector<decltype(none), 2> same, similar;
  for (auto& entry : on_line->second) {
    if (!fits(entry)) continue;
    if (entry.file == file) same.push_back(&entry);
    if (llvm::sys::path::filename(entry.file) == llvm::sys::path::filename(file)) similar.push_back(&entry);
  }
  if (same.size() == 1) return same.front();
  return same.empty() && similar.size() == 1 ? similar.front() : none;
}

SyntaxTable* current_table = nullptr; // the compiler has one thread

class SyntaxConsumer : public clang::ASTConsumer {
public:
  explicit SyntaxConsumer(const clang::CompilerInstance& compiler) : table_(compiler) {}
  ~SyntaxConsumer() override {
    if (current_table == &table_) current_table = nullptr;
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef declared) override {
    for (const clang::Decl* declaration : declared) table_.add(declaration);
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    current_table = context.getDiagnostics().hasErrorOccurred() ? nullptr : &table_;
  }

private:
  SyntaxTable table_;
};

class SyntaxAction : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    // Passes ask while code is generated.
    compiler.getCodeGenOpts().ClearASTBeforeBackend = false;
    return std::make_unique<SyntaxConsumer>(compiler);
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<SyntaxAction> kRegistration("unply-loops", "facts about loops and calls");

} // namespace

void SyntaxTable::find_all() {
  LoopsAndFunctions found = find_loops_and_functions(declarations_);
  for (const LoopStatement& loop : found.loops) {
    add_to(loops_, {.loop = loop, .expression = {}, .file = {}, .json = {}}, loop.statement->getBeginLoc());
    // Of a loop with a directive, clang's metadata has the place of that.
    if (loop.directive.isValid())
      add_to(loops_, {.loop = loop, .expression = {}, .file = {}, .json = {}}, loop.directive);
  }
  for (const clang::FunctionDecl* function : found.functions)
    add_to(functions_, {.loop = {}, .function = function, .expression = {}, .file = {}, .json = {}},
           place_of(*function));
  for (const LambdaText& lambda : found.lambdas)
    add_to(lambdas_, {.loop = {}, .expression = lambda.expression, .file = {}, .json = {}}, lambda.at);
  declarations_.clear();
}

std::string SyntaxTable::facts_of_loop(llvm::StringRef file, unsigned line, unsigned column) {
  if (!declarations_.empty()) find_all();
  Entry* loop = find_in(loops_, line, file, [&](const Entry& entry) { return column == 0 || entry.column == column; });
  if (!loop) return "";
  if (loop->json.empty()) loop->json = facts_as_json(loop->loop, compiler_.getASTContext());
  return loop->json;
}

std::string SyntaxTable::facts_of_lambda(llvm::StringRef file, unsigned line, unsigned column) {
  if (!declarations_.empty()) find_all();
  const Entry* lambda = find_in(lambdas_, line, file, [&](const Entry& entry) { return entry.column == column; });
  return lambda ? text_as_json(lambda->expression, compiler_.getASTContext()) : "";
}

std::string SyntaxTable::facts_of_function(llvm::StringRef file, unsigned line, llvm::StringRef name) {
  if (!declarations_.empty()) find_all();
  Entry* function =
      find_in(functions_, line, file, [&](const Entry& entry) { return has_name(*entry.function, name); });
  if (!function) return "";
  if (function->json.empty()) function->json = calls_as_json(*function->function, compiler_.getASTContext());
  return function->json;
}

SyntaxTable* syntax_table() { return current_table; }

} // namespace unply
