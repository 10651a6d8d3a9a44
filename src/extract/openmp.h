// OpenMP's runtime calls become operations around straight code: the outlined function of a parallel region and the
// entry of a task are called where they are made and later inlined, so that what they capture are plain values.
#pragma once
#include "extract/prepared.h"

namespace unply::extract {

// Before variables become SSA values. False: the module has no OpenMP. Functions to be inlined have alwaysinline.
bool lift_openmp(llvm::Module& module, Prepared& prepared);

} // namespace unply::extract
