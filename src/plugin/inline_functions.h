// Tells the runtime which inline functions and instances of templates of this object file have hooks: an object file
// that was compiled without unply may define them too, and the linker keeps one definition of each (runtime_abi.h).
#ifndef UNPLY_PLUGIN_INLINE_FUNCTIONS_H
#define UNPLY_PLUGIN_INLINE_FUNCTIONS_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace unply {

/// Puts the mark before the code of a function that other object files may define or call, or that a pointer leads to.
void mark_instrumented(llvm::Function& function, bool has_hooks);

/// Writes the table of the marked functions with hooks, and the constructor that hands it over.
struct InlineFunctionsPass : llvm::PassInfoMixin<InlineFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

} // namespace unply

#endif
