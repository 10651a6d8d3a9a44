// The calls of a loop copy that might become tasks: a row for the function in the module's loop table, and hooks where
// it begins and ends and where one of its parts begins (runtime_abi.h, "The parts of a function").
#ifndef UNPLY_PLUGIN_FUNCTION_PARTS_H
#define UNPLY_PLUGIN_FUNCTION_PARTS_H

#include "hooks.h"
#include "module_tables.h"

#include "llvm/Analysis/LoopInfo.h"

namespace unply {

/// The function calls itself, without another one between.
bool calls_itself(const llvm::Function& function);

/// Two of its calls might become tasks of their own, and so it must stay a function: inlined, it would never be
/// executed.
bool may_have_parts(const llvm::Function& function);

/// When all other hooks are placed, so that these come first in the function.
void place_parts(llvm::Function& function, const llvm::LoopInfo& loops, ModuleTables& tables, Hooks& hooks);

} // namespace unply

#endif
