// Names for accesses as a programmer would write them, from debug information: "u[]", "*p", "s.n", "C.data[]",
// "this->m". Best effort: the empty string if the name is uncertain.
#ifndef UNPLY_PLUGIN_ACCESS_NAMES_H
#define UNPLY_PLUGIN_ACCESS_NAMES_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

#include <string>

namespace unply {

/// The object at `pointer`, accessed by an instruction of `function`.
std::string access_name(const llvm::Value& pointer, const llvm::Function& function);
/// The object that the Fortran descriptor at `descriptor` describes.
std::string described_name(const llvm::Value& descriptor, const llvm::Function& function);

/// The member or element of a variable that begins at this byte: "s.n", "a[]", "o.p.x".
std::string part_name(const llvm::DIVariable& variable, int64_t byte, const llvm::Function& function);

/// Place, function and outermost call site of an instruction.
struct SourcePlace {
  std::string file;
  uint32_t line = 0, column = 0;
  std::string function, inlined_file;
  uint32_t inlined_line = 0;
};
SourcePlace source_place(const llvm::Instruction& instruction);

} // namespace unply

#endif
