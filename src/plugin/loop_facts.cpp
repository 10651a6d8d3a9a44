// See loop_facts.h. The plugin's consumer only keeps the declarations that clang hands to code generation, which also
// covers those that come from precompiled headers and modules, and instantiations when they are made.
#include "loop_facts.h"

#include "file_names.h"
#include "loop_index.h"
#include "loop_json.h"
#include "loop_places.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

namespace unply {
namespace {

class LoopTable {
public:
  explicit LoopTable(const clang::CompilerInstance& compiler) : compiler_(compiler) {}

  void add(const clang::Decl* declaration) { declarations_.push_back(declaration); }
  std::string facts(llvm::StringRef file, unsigned line, unsigned column);

private:
  struct Loop {
    LoopStatement statement;
    std::string file;
    unsigned column = 0;
    std::string json;
  };
  void find_all();
  void add_loop(const LoopStatement& found, clang::SourceLocation at, const clang::ASTContext& context);
  std::string name_of(std::string typed) const;
  Loop* find(llvm::StringRef file, unsigned line, unsigned column);

  const clang::CompilerInstance& compiler_;
  llvm::SmallVector<const clang::Decl*, 0> declarations_;
  llvm::DenseMap<unsigned, llvm::SmallVector<Loop, 1>> by_line_;
};

// As clang and then file_name() do with the names in debug information.
std::string LoopTable::name_of(std::string typed) const {
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

void LoopTable::add_loop(const LoopStatement& found, clang::SourceLocation at, const clang::ASTContext& context) {
  const LoopPlaces places(context);
  const auto [line, column] = places.of(at);
  std::string file = name_of(places.file_of(at));
  llvm::SmallVector<Loop, 1>& on_line = by_line_[line];
  for (const Loop& known : on_line) // another instantiation
    if (known.column == column && known.file == file) return;
  on_line.push_back({.statement = found, .file = std::move(file), .column = column, .json = {}});
}

void LoopTable::find_all() {
  const clang::ASTContext& context = compiler_.getASTContext();
  for (const LoopStatement& found : find_loops(declarations_)) {
    add_loop(found, found.statement->getBeginLoc(), context);
    // Of a loop with a directive, clang's metadata has the place of that.
    if (found.directive.isValid()) add_loop(found, found.directive, context);
  }
  declarations_.clear();
}

// By the name of the file as a whole, or by its last part where one loop only has that: names pass through maps of
// prefixes, which a user may nest.
LoopTable::Loop* LoopTable::find(llvm::StringRef file, unsigned line, unsigned column) {
  const auto on_line = by_line_.find(line);
  if (on_line == by_line_.end()) return nullptr;
  llvm::SmallVector<Loop*, 2> same, similar;
  for (Loop& loop : on_line->second) {
    if (column != 0 && loop.column != column) continue;
    if (loop.file == file) same.push_back(&loop);
    if (llvm::sys::path::filename(loop.file) == llvm::sys::path::filename(file)) similar.push_back(&loop);
  }
  if (same.size() == 1) return same.front();
  return same.empty() && similar.size() == 1 ? similar.front() : nullptr;
}

std::string LoopTable::facts(llvm::StringRef file, unsigned line, unsigned column) {
  if (!declarations_.empty()) find_all();
  Loop* loop = find(file, line, column);
  if (!loop) return "";
  if (loop->json.empty()) loop->json = facts_as_json(loop->statement, compiler_.getASTContext());
  return loop->json;
}

LoopTable* current_table = nullptr; // of the source that is being compiled; the compiler has one thread

class LoopConsumer : public clang::ASTConsumer {
public:
  explicit LoopConsumer(const clang::CompilerInstance& compiler) : table_(compiler) {}
  ~LoopConsumer() override {
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
  LoopTable table_;
};

class LoopFactsAction : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    // Passes ask while code is generated.
    compiler.getCodeGenOpts().ClearASTBeforeBackend = false;
    return std::make_unique<LoopConsumer>(compiler);
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<LoopFactsAction> kRegistration("unply-loops", "facts about each loop");

} // namespace

std::string loop_facts(llvm::StringRef file, unsigned line, unsigned column) {
  return current_table ? current_table->facts(file, line, column) : "";
}

bool loop_facts_printed() {
  const char* asked = std::getenv("UNPLY_PRINT_LOOP_FACTS");
  return asked && llvm::StringRef(asked) == "1";
}

llvm::PreservedAnalyses PrintLoopFactsPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      const llvm::DILocation* start = loop->getLoopID() ? loop->getStartLoc().get() : nullptr;
      if (!start) continue; // a loop by goto has the place of whatever stands before it
      const std::string file = file_name(*start);
      llvm::errs() << function.getName() << ' ' << file << ':' << start->getLine() << ':' << start->getColumn() << ' '
                   << loop_facts(file, start->getLine(), start->getColumn()) << '\n';
    }
  }
  return llvm::PreservedAnalyses::all();
}

} // namespace unply
