// The order of the passes, one place to read it.
#ifndef UNPLY_PLUGIN_PIPELINE_H
#define UNPLY_PLUGIN_PIPELINE_H

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace unply {

void add_passes(llvm::ModulePassManager& passes, llvm::OptimizationLevel level);
void add_last_passes(llvm::ModulePassManager& passes, llvm::OptimizationLevel level);

} // namespace unply

#endif
