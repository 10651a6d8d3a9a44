// Values that are computed in the same way, in code that no pass has simplified across memory yet.
#ifndef UNPLY_PLUGIN_SAME_VALUE_H
#define UNPLY_PLUGIN_SAME_VALUE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Value.h"

namespace unply {

/// Also two loads of one address: that nothing stores there between them is the caller's business.
bool same_value(const llvm::Value* left, const llvm::Value* right);

/// Whether such a part takes part in the computation of `value`; also true where that is too long to tell.
bool is_computed_from(const llvm::Value& value, llvm::function_ref<bool(const llvm::Value&)> is_part);

} // namespace unply

#endif
