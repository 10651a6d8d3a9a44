// One access to memory: what is read or written where.
#ifndef UNPLY_PLUGIN_ACCESS_H
#define UNPLY_PLUGIN_ACCESS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace unply {

struct Access {
  llvm::Instruction* at = nullptr;     // the hook goes before it
  llvm::Instruction* behind = nullptr; // or behind this one, if what is accessed is known only then
  llvm::Value* pointer = nullptr;
  uint64_t bytes = 0;            // if known at compile time, else 0 and `length` says
  llvm::Value* length = nullptr; // in bytes, any integer type
  bool write = false;
  bool atomic = false;   // or volatile: stays a single hook at its place
  bool repeated = false; // an earlier access of the same task instance stands for it: neither hook nor stream
};

/// Other address spaces (fs- and gs-relative, GPU memory) have no place in a shadow keyed by plain addresses.
bool followed(const llvm::Value* pointer);
/// Whether this is the area of a call's arguments that va_arg reads: behind the pointers of a va_list
/// (overflow_arg_area and reg_save_area, x86-64). The caller's compiler and the entry of the callee fill it with code
/// that is not in the IR, in a place of the stack where other calls have left their histories; what is passed is known
/// from where it was computed.
bool is_argument_area(const llvm::Value* pointer);
/// `length` bytes at `pointer`, if both can be followed.
void add_range(llvm::SmallVectorImpl<Access>& out, llvm::Instruction& at, llvm::Value* pointer, llvm::Value* length,
               bool write);

} // namespace unply

#endif
