// How the source names the values that iterations hand on in registers.
#ifndef UNPLY_PLUGIN_SCALAR_NAMES_H
#define UNPLY_PLUGIN_SCALAR_NAMES_H

#include "carried_scalar.h"

#include "llvm/Support/JSON.h"

#include <string>

namespace unply {

/// `facts`: those of the loop's statement; empty: it has no name.
std::string name_of(const CarriedScalar& scalar, const llvm::json::Object& facts);
/// The name is one of a function further out, which hands on the address: the statement has another one for it, and may
/// use the name for something else.
bool is_callers_name(const CarriedScalar& scalar, const std::string& name, const llvm::Loop& loop);
/// Behind the loop another variable of the same function has a value that a private copy of this one passed through.
bool is_read_by_another_name(const CarriedScalar& scalar, const llvm::json::Object& facts, const llvm::Loop& loop);

} // namespace unply

#endif
