// What clang's syntax tree tells about each loop of C and C++: docs/design/discovery.md lists the keys. A pass asks for
// a loop by the place that its metadata holds (Loop::getStartLoc), in the same process, while the tree still lives.
//
// Nothing is computed before the first question (syntax_table.h).
// 21,000 lines of C with 4000 loops: 35 ms for the walk and 19 us a loop, together 1.2 % of their compilation with
// hooks at -O0 (9.3 s; EPYC, 2026-11-26). The tree stays in memory until then, which clang would free earlier.
#ifndef UNPLY_PLUGIN_LOOP_FACTS_H
#define UNPLY_PLUGIN_LOOP_FACTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include <string>

namespace unply {

/// The facts of the loop statement whose first character stands there, as JSON; empty if unknown. `file` as file_name()
/// gives it; column 0 (-gno-column-info) finds a loop that is alone on its line. Ask only for loops that have an ID: of
/// a loop by goto, getStartLoc() is the place of whatever stands before it, which may be another loop.
std::string loop_facts(llvm::StringRef file, unsigned line, unsigned column);

/// `text` of the whole expression in which the lambda stands, as JSON; empty if unknown. The place is that of its `[`.
std::string lambda_facts(llvm::StringRef file, unsigned line, unsigned column);

/// Prints the facts of each loop of a module to the standard error, for tests: UNPLY_PRINT_LOOP_FACTS=1.
bool loop_facts_printed();
class PrintLoopFactsPass : public llvm::PassInfoMixin<PrintLoopFactsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

} // namespace unply

#endif
