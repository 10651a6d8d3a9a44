// Task and trace regions in the IR: RegionPass turns the calls in source code (pragma, API) and the regions selected by
// --tasks into the runtime's begin/end calls (region_calls.h).
#ifndef UNPLY_PLUGIN_REGIONS_H
#define UNPLY_PLUGIN_REGIONS_H

#include "llvm/IR/PassManager.h"

namespace unply {

/// Before any inlining, which joins the blocks by which the parts of a loop are known.
struct ChosenLoopsPass : llvm::PassInfoMixin<ChosenLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

struct RegionPass : llvm::PassInfoMixin<RegionPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Keeps the early inliner away from functions with region boundaries (and from those that lead into a library), and
/// lets the later one have them: inlining a task into its caller before instrumentation would let the caller's locals,
/// passed by address, become registers. Keeps it away from the copies
/// without hooks as well, as callers.
class KeepRegionFunctionsPass : public llvm::PassInfoMixin<KeepRegionFunctionsPass> {
public:
  explicit KeepRegionFunctionsPass(bool keep) : keep_(keep) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  bool keep_;
};

} // namespace unply

#endif
