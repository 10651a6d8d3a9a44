// Values that a register would carry from one task instance to another. `double s; for (...) { task { s += a[i]; } }`
// depends on itself through s at every -O level, although SROA would promote s before anything is instrumented.
#ifndef UNPLY_PLUGIN_CARRIED_VALUES_H
#define UNPLY_PLUGIN_CARRIED_VALUES_H

#include "llvm/IR/PassManager.h"

namespace unply {

/// Pins variables in memory until unpin() and gives captured loop indices and the like a companion (see the .cpp).
struct CarriedValuesPass : llvm::PassInfoMixin<CarriedValuesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

} // namespace unply

#endif
