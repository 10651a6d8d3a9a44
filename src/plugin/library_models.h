// What well-known library functions read and write through their arguments, since their code is not instrumented.
#ifndef UNPLY_PLUGIN_LIBRARY_MODELS_H
#define UNPLY_PLUGIN_LIBRARY_MODELS_H

#include "hooks.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/InstrTypes.h"

namespace unply {

/// Makes the site of an access of a modelled call: the pointer and whether it is written.
using ModelSite = llvm::function_ref<llvm::Constant*(const llvm::Value& pointer, bool write)>;

/// If the call has a model, places its hooks behind the call. Must run before any hook is placed around it.
bool apply_library_model(llvm::CallBase& call, Hooks& hooks, ModelSite site);

} // namespace unply

#endif
