// Models of the memory accesses of flang's runtime (_FortranA...): assignment, allocation, characters, array
// intrinsics, input and output. Its arguments are mostly descriptors, which the runtime of unply walks
// (src/runtime/fortran.cpp).
#ifndef UNPLY_PLUGIN_FORTRAN_MODELS_H
#define UNPLY_PLUGIN_FORTRAN_MODELS_H

#include "hooks.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/InstrTypes.h"

namespace unply {

/// Makes the site of an access of a call: to what `pointer` points to or, through a descriptor there, to the elements.
using FortranSite = llvm::function_ref<llvm::Constant*(const llvm::Value& pointer, bool elements, bool write)>;

/// If the callee is a function of flang's runtime that is known, places the hooks around the call.
bool apply_fortran_model(llvm::CallBase& call, Hooks& hooks, FortranSite site);

bool is_call_of_flangs_runtime(const llvm::Instruction* instruction);

} // namespace unply

#endif
