// One memory access: its kind, address and size.
#ifndef UNPLY_PLUGIN_ACCESS_H
#define UNPLY_PLUGIN_ACCESS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace unply {

struct Access {
  llvm::Instruction* at = nullptr;         // the hook goes before it
  llvm::Instruction* behind = nullptr;     // or behind this one, if the accessed object is known only then
  llvm::Instruction* moved_from = nullptr; // marks the place in its loop, in front of which `at` was moved
  llvm::Value* pointer = nullptr;
  uint64_t bytes = 0;            // if known at compile time, else 0 and `length` says
  llvm::Value* length = nullptr; // in bytes, any integer type
  llvm::Value* when = nullptr;   // i1: the hook is called only then; null: always
  bool write = false;
  bool atomic = false;   // or volatile: stays a single hook at its place
  bool repeated = false; // an earlier access of the same task instance stands for it: neither hook nor stream

  /// Where the program has it.
  llvm::Instruction* place() const { return moved_from ? moved_from : at; }
};

/// The shadow, keyed by plain addresses, has no room for other address spaces (fs- and gs-relative, GPU memory).
bool followed(const llvm::Value* pointer);
/// Tells whether this is the argument area of a call that va_arg reads: behind the pointers of a va_list
/// (overflow_arg_area and reg_save_area, x86-64). The caller's compiler and the entry of the callee fill it with code
/// that is not in the IR, in stack memory with histories of other calls; the passed values are known from their
/// computation.
bool is_argument_area(const llvm::Value* pointer);
/// `length` bytes at `pointer`, if both can be followed.
void add_range(llvm::SmallVectorImpl<Access>& out, llvm::Instruction& at, llvm::Value* pointer, llvm::Value* length,
               bool write);

} // namespace unply

#endif
