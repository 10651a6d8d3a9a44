// See call_facts.h.
#include "call_facts.h"

#include "file_names.h"
#include "syntax_table.h"

#include "llvm/IR/Module.h"

namespace unply {

std::string call_facts(llvm::StringRef file, unsigned line, llvm::StringRef name) {
  SyntaxTable* table = syntax_table();
  return table ? table->facts_of_function(file, line, name) : "";
}

bool call_facts_printed() {
  const char* asked = std::getenv("UNPLY_PRINT_CALL_FACTS");
  return asked && llvm::StringRef(asked) == "1";
}

llvm::PreservedAnalyses PrintCallFactsPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    const llvm::DISubprogram* program = function.getSubprogram();
    if (function.isDeclaration() || !program) continue;
    const std::string file = file_name(*program);
    const std::string facts = call_facts(file, program->getLine(), program->getName());
    if (!llvm::StringRef(facts).contains("\"callee\"")) continue;
    llvm::errs() << function.getName() << ' ' << file << ':' << program->getLine() << ' ' << facts << '\n';
  }
  return llvm::PreservedAnalyses::all();
}

} // namespace unply
