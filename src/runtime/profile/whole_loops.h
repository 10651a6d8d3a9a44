// Loops whose accesses are all affine: their dependences from a few comparisons of streams instead of all accesses.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

// Notes the dependences that the loop carries, and those within its iterations. False: no formula applies, and nothing
// was noted.
bool note_streams(const UnplyLoop& loop, uint64_t trip, const UnplyStream* streams, uint32_t count);

// The same for a nest, outermost loop last.
bool note_nest(UnplyLoop* const* loops, const uint64_t* trips, uint32_t depth, const UnplyNestStream* rows,
               uint32_t count);

} // namespace unply::runtime
