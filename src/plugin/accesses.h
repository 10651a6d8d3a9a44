// The memory accesses of a function: what is read and written where, before anything is placed.
#ifndef UNPLY_PLUGIN_ACCESSES_H
#define UNPLY_PLUGIN_ACCESSES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace unply {

struct Access {
  llvm::Instruction* at = nullptr; // the hook goes before it
  llvm::Value* pointer = nullptr;
  uint64_t bytes = 0;            // if known at compile time, else 0 and `length` says
  llvm::Value* length = nullptr; // in bytes, any integer type
  bool write = false;
  bool atomic = false;   // or volatile: stays a single hook at its place
  bool repeated = false; // an earlier access of the same task instance stands for it: neither hook nor stream
};

/// All loads, stores, atomics and memory intrinsics in program order, those of masked and vector intrinsics one per
/// lane. May add instructions that compute a lane's address and length (0 where the lane is off).
llvm::SmallVector<Access, 0> collect_accesses(llvm::Function& function);

} // namespace unply

#endif
