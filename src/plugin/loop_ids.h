// Simplifies control flow, and keeps what tells where a loop stands in the source: that is metadata of the branch at
// the loop's end, and a block that is only this branch may go.
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

} // namespace unply

#endif
