// The linked module in the form that everything behind reads: MPI calls are calls of kOperation with values instead of
// Fortran's references, results that C takes by address are stored results (so that they become SSA values), what the
// user gives (atoi, scanf) is a call of its own; variables are SSA values, loops are in simplified form.
#pragma once
#include "extract/prepared.h"

namespace unply::extract {

Prepared prepare(llvm::Module& module);

} // namespace unply::extract
