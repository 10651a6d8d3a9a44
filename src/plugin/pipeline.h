// Defines the order of the passes in one place.
#ifndef UNPLY_PLUGIN_PIPELINE_H
#define UNPLY_PLUGIN_PIPELINE_H

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace unply {

void add_passes(llvm::ModulePassManager& passes, llvm::OptimizationLevel level);
void add_last_passes(llvm::ModulePassManager& passes, llvm::OptimizationLevel level);

} // namespace unply

#endif
