// The pass that places the hooks and writes the module's tables.
#ifndef UNPLY_PLUGIN_INSTRUMENT_H
#define UNPLY_PLUGIN_INSTRUMENT_H

#include "llvm/IR/PassManager.h"

namespace unply {

struct InstrumentPass : llvm::PassInfoMixin<InstrumentPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

} // namespace unply

#endif
