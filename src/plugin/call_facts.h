// What clang's syntax tree tells about the calls in each function of C and C++: docs/design/discovery.md lists the
// keys. Nothing is computed before the first question (syntax_table.h).
#ifndef UNPLY_PLUGIN_CALL_FACTS_H
#define UNPLY_PLUGIN_CALL_FACTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include <string>

namespace unply {

/// The facts about the calls in the function that is defined there, as JSON; empty if unknown. `file` as file_name()
/// gives it, `line` and `name` those of its DISubprogram. Two lambdas on one line have the same name: unknown.
std::string call_facts(llvm::StringRef file, unsigned line, llvm::StringRef name);

/// Prints the facts of each function of a module that has calls to the standard error, for tests:
/// UNPLY_PRINT_CALL_FACTS=1.
bool call_facts_printed();
class PrintCallFactsPass : public llvm::PassInfoMixin<PrintCallFactsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

} // namespace unply

#endif
