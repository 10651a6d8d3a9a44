// Truth values that an iteration changes by an associative operation of logic: `x = x && e`, `x = x || e`, and
// `x = x .eqv. e`, which compilers write as branches, selects and comparisons.
#ifndef UNPLY_PLUGIN_TRUTH_VALUES_H
#define UNPLY_PLUGIN_TRUTH_VALUES_H

#include "extremes.h"

namespace unply {

/// "&&", "||", "^" of C, ".eqv." or ".neqv." of Fortran; "": what becomes of the value is none of these.
llvm::StringRef operation_on_truth(const ValueChain& chain, const llvm::Loop& loop);

bool is_zero(const llvm::Value& value);
/// It is 0 or 1; `at`: an instruction of its module.
bool is_truth(const llvm::Value& value, const llvm::Instruction& at);

} // namespace unply

#endif
