// ALLOCATE and DEALLOCATE of Fortran, where flang leaves them to its runtime library (with stat=, for arrays of derived
// type), as stores to the array's descriptor and an allocation.
#pragma once

#include <llvm/IR/Instructions.h>

namespace unply::extract {

// Rewrites the call in place, together with the calls that set the bounds of the array, which must stand in the block
// of the allocation. False, and nothing is changed, for any other call.
bool rewrite_flang_allocation(llvm::CallInst& call);

} // namespace unply::extract
