// With -Og, or -fextend-variable-liveness, clang reads each variable where its scope ends, into a call of
// llvm.fake.use, so that a debugger finds it there. The source reads nothing there: the calls and their loads go, but
// in plain copies, which are for running and debugging the program as it is.
#ifndef UNPLY_PLUGIN_FAKE_USES_H
#define UNPLY_PLUGIN_FAKE_USES_H

#include "llvm/IR/PassManager.h"

namespace unply {

struct FakeUsesPass : llvm::PassInfoMixin<FakeUsesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

} // namespace unply

#endif
