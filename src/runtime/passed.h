// Values that pass in registers to and from tasks that are calls; see passed.cpp.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

extern bool values_pass; // some call was announced

/// The task at `depth` has begun, or is about to end; `function`: it is a chosen function.
void begin_passed(uint32_t depth, bool function);
void end_passed(uint32_t depth);

} // namespace unply::runtime
