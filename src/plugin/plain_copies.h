// A copy of each function without access hooks, in which a program runs when it is not recorded, or when only times are
// wanted (`unply record --repeat`). Hooks make code that does little but access memory up to 87 times slower and keep
// it from being vectorised: no estimate can correct this to a few percent, and even inactive hooks cost a factor of 14.
// A copy contains only the begins and ends of regions in addition.
#ifndef UNPLY_PLUGIN_PLAIN_COPIES_H
#define UNPLY_PLUGIN_PLAIN_COPIES_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace unply {

bool plain_copies_wanted(); // unless UNPLY_COPIES=0, which the driver sets for --no-copies

/// Copies the functions right after their regions are placed: copies call each other, and the preparations for
/// instrumentation (pinned values, early simplification and inlining) do not affect them, so the optimiser compiles a
/// copy like the original function.
class PlainCopiesPass : public llvm::PassInfoMixin<PlainCopiesPass> {
public:
  explicit PlainCopiesPass(bool optimise) : optimise_(optimise) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  bool optimise_;
};

bool is_plain_copy(const llvm::Function& function);

/// Of each function there is also a copy for the loop profile (docs/design/discovery.md): with hooks, without regions,
/// prepared in the same way at every -O level.
bool is_loop_copy(const llvm::Function& function);

/// Runs passes on the loop copies alone.
class LoopCopiesPass : public llvm::PassInfoMixin<LoopCopiesPass> {
public:
  explicit LoopCopiesPass(llvm::FunctionPassManager passes) : passes_(std::move(passes)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  llvm::FunctionPassManager passes_;
};

/// Runs passes on functions without the copies.
class HookedFunctionsPass : public llvm::PassInfoMixin<HookedFunctionsPass> {
public:
  explicit HookedFunctionsPass(llvm::FunctionPassManager passes) : passes_(std::move(passes)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  llvm::FunctionPassManager passes_;
};

/// At -O0 clang alone makes functions that no optimiser touches, not even that of the linker (-flto).
struct UnoptimisedCopiesPass : llvm::PassInfoMixin<UnoptimisedCopiesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Around the early inliner: nothing is inlined into copies, or not any more.
void close_to_inliner(llvm::Function& copy, bool close);

/// Puts before the body of each function that has a copy: if `flag` says so for this thread, go on in the copy. After
/// the instrumentation, so that inlined accessors bring no branches into the loops that it reads. Makes copies ordinary
/// internal functions. Static functions that are called with hooks only need no such entry. Returns how many functions
/// have one; without a flag none.
unsigned place_dispatches(llvm::Module& module, llvm::GlobalVariable* flag);

} // namespace unply

#endif
