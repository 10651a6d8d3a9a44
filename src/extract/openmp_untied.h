// An untied task of clang is cut at its scheduling points: behind each it puts itself into the runtime's queue again,
// and the next thread that takes it jumps to the next part. Here one thread runs the parts one after the other.
#pragma once
#include <llvm/IR/Function.h>

namespace unply::extract {

void join_parts(llvm::Function& function);

} // namespace unply::extract
