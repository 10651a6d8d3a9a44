// The notice about upper bounds that are not measured times.
#pragma once
#include "trace/trace.h"

namespace unply {

// For one run with access hooks: no estimate removes the whole cost of hooks, and hooks prevent vectorisation. The
// measured times are therefore upper bounds.
bool times_are_bounds(const TraceInfo& info);
std::string bounds_sentence(); // then

} // namespace unply
