// What tells where a loop stands in the source is metadata of the branch at its end. A block that is only this branch
// may go, and the end of a loop with `continue` may be in several places: two passes that keep one loop of the source
// one.
#ifndef UNPLY_PLUGIN_LOOP_IDS_H
#define UNPLY_PLUGIN_LOOP_IDS_H

#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace unply {

class SimplifyKeepingLoopsPass : public llvm::PassInfoMixin<SimplifyKeepingLoopsPass> {
public:
  explicit SimplifyKeepingLoopsPass(const llvm::SimplifyCFGOptions& options) : simplify_(options) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  llvm::SimplifyCFGPass simplify_;
};

/// Gives a loop whose back edges all have its metadata a single one. LoopSimplify would take them for two loops, one in
/// the other.
struct JoinBackEdgesPass : llvm::PassInfoMixin<JoinBackEdgesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

} // namespace unply

#endif
