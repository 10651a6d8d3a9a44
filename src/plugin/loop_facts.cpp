// See loop_facts.h.
#include "loop_facts.h"

#include "file_names.h"
#include "syntax_table.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

namespace unply {

std::string loop_facts(llvm::StringRef file, unsigned line, unsigned column) {
  SyntaxTable* table = syntax_table();
  return table ? table->facts_of_loop(file, line, column) : "";
}

std::string lambda_facts(llvm::StringRef file, unsigned line, unsigned column) {
  SyntaxTable* table = syntax_table();
  return table ? table->facts_of_lambda(file, line, column) : "";
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
