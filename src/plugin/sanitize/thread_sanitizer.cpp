// Loaded by -fpass-plugin= into flang, which has no -fsanitize=thread: adds the passes that clang adds for it, at the
// same places of the pipeline. It is a plugin of its own since a program that is checked for races has no hooks.
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"

namespace unply {
namespace {

// At the begin, so that no optimisation in between adds a load or store that the source does not execute.
struct SanitizeThreadPass : llvm::PassInfoMixin<SanitizeThreadPass> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module)
      if (!function.isDeclaration()) function.addFnAttr(llvm::Attribute::SanitizeThread);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; } // also without optimisation
};

void add_callbacks(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(SanitizeThreadPass()); });
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        passes.addPass(llvm::ModuleThreadSanitizerPass());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::ThreadSanitizerPass()));
      });
}

} // namespace
} // namespace unply

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "unply_thread_sanitizer", "0.1", unply::add_callbacks};
}
