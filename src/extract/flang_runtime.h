// Calls of flang's runtime library that carry a program's arguments and handles, in terms that the extractor follows.
#pragma once

#include <llvm/IR/Instructions.h>

namespace unply::extract {

// Rewrites, in place: the start of the program, which keeps argc and argv; the count of its arguments; the copy of one
// of them into a variable; the assignment of a small scalar to a short array of derived type, such as
// requests = MPI_REQUEST_NULL. False, and nothing is changed, for any other call, and for operands whose descriptors
// are not visible at the call.
bool rewrite_flang_runtime(llvm::CallInst& call);

// The text that a READ of a number reads from, if the number is the first of its READ statement; null for files.
llvm::Value* text_of_read(llvm::CallInst& input);

} // namespace unply::extract
