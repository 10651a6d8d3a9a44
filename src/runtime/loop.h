// The affine accesses of a loop (loop.cpp), as those of a nest of loops use them (nest.cpp).
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

void touch_loop(uint64_t trip, const UnplyStream* streams, uint32_t count);
void touch_nest(const uint64_t* trips, uint32_t depth, const UnplyNestStream* rows, uint32_t count);
void touch_stream(const UnplyStream& s, uint64_t first, uint64_t end); // iterations [first, end), in a task

} // namespace unply::runtime
