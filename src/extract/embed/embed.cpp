// The compiler plugin of `unply stg build`: before any optimisation it puts a copy of the module's bitcode into a
// section of the object, which every linker and archive passes on, and dormant timers into its code. The copy has no
// timers; it says which instructions are under which (timer_marks.h).
#include "extract/embed/timed_places.h"
#include "extract/embed/timer_hooks.h"
#include "extract/read_modules.h"
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Plugins/PassPlugin.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace {

using namespace llvm;

struct EmbedBitcode : PassInfoMixin<EmbedBitcode> {
  static bool isRequired() { return true; } // functions without optimisation too
  PreservedAnalyses run(Module& module, ModuleAnalysisManager& analyses) {
    const auto places = unply::extract::timed_places(module, analyses);
    unply::extract::mark_timed_code(module, places, true);
    std::string bitcode;
    raw_string_ostream stream(bitcode);
    WriteBitcodeToFile(module, stream);
    unply::extract::mark_timed_code(module, places, false);
    char size[8];
    support::endian::write64le(size, bitcode.size());
    const std::string bytes = unply::extract::kBitcodeMark + std::string(size, 8) + bitcode;
    auto* data = ConstantDataArray::getString(module.getContext(), bytes, false);
    auto* variable = new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data, "unply.stg");
    variable->setSection(unply::extract::kBitcodeSection);
    variable->setAlignment(Align(1));
    appendToUsed(module, {variable}); // --gc-sections keeps it
    unply::extract::add_timers(module, places);
    return places.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
};

} // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "unply_embed", "1", [](PassBuilder& builder) {
            builder.registerPipelineStartEPCallback(
                [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(EmbedBitcode()); });
          }};
}
