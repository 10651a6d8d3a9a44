// Entry point of -fpass-plugin=: puts the passes at the start of the optimisation pipeline, at every -O level, so the
// program is instrumented as written and the user's -O level still applies to the later passes. Order: regions ->
// carried values -> simplification -> instrumentation (pipeline.h says why).
#include "pipeline.h"

#include "call_facts.h"
#include "llvm_compat.h"
#include "loop_facts.h"
#include "llvm/Passes/PassBuilder.h"

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "unply", "0.1", [](llvm::PassBuilder& builder) {
            if (unply::loop_facts_printed())
              builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
                passes.addPass(unply::PrintLoopFactsPass());
              });
            if (unply::call_facts_printed())
              builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
                passes.addPass(unply::PrintCallFactsPass());
              });
            builder.registerPipelineStartEPCallback(unply::add_passes);
            builder.registerOptimizerLastEPCallback(
                [](llvm::ModulePassManager& passes, llvm::OptimizationLevel level, llvm::ThinOrFullLTOPhase) {
                  unply::add_last_passes(passes, level);
                });
          }};
}
