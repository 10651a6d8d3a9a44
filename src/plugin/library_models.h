// Hooks for calls of library functions, whose code is not instrumented: a list (library_models.def) describes their
// accesses, otherwise the call is counted by name (unseen_calls.h).
#ifndef UNPLY_PLUGIN_LIBRARY_MODELS_H
#define UNPLY_PLUGIN_LIBRARY_MODELS_H

#include "hooks.h"
#include "seen_functions.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

namespace unply {

struct Model;

/// Makes the site of an access of a modelled call: the pointer (null: `hidden` names what is touched) and whether it is
/// written. Sites of one call follow each other.
using ModelSite = llvm::function_ref<llvm::Constant*(const llvm::Value* pointer, llvm::StringRef hidden, bool write)>;

/// The model of a call of a function that is not defined in this module; null if there is none that fits.
const Model* library_model(const llvm::CallBase& call);
/// Defined here, and yet modelled: it calls a virtual function of an object that libstdc++.so made. It must not be
/// inlined before its calls are hooked.
bool leads_into_library(const llvm::Function& function);
/// Whether a model says that nothing is touched.
bool touches_nothing(const Model& model);
/// Whether it reads or writes a file, so that the order of its calls counts.
bool moves_in_file(const Model& model);

/// Whether the call gives a block of the heap back, its first argument.
bool gives_block_back(const llvm::CallBase& call);
/// How many bytes that block has, before the call.
llvm::Value* bytes_of_block(llvm::IRBuilderBase& at, llvm::CallBase& call);

/// The calls of one function that have models that touch something: their arguments and results are handed to the
/// runtime in one array on the stack.
class ModelledCalls {
public:
  ModelledCalls(llvm::Function& function, Hooks& hooks, SeenFunctions& seen)
      : function_(function), hooks_(hooks), seen_(seen) {}

  /// Must run before other hooks are placed around the call.
  void place(llvm::CallBase& call, const Model& model, ModelSite site);

private:
  llvm::Value* words(unsigned count);
  llvm::Constant* describe(llvm::CallBase& call, const Model& model, ModelSite site, int& when);

  llvm::Function& function_;
  Hooks& hooks_;
  SeenFunctions& seen_;
  llvm::AllocaInst* words_ = nullptr;
};

} // namespace unply

#endif
