// What is said of times that are none.
#pragma once
#include "trace/trace.h"

namespace unply {

// Of one run with access hooks: no estimate takes off all that hooks cost, and code that the compiler would have made
// vector code of is recorded as it runs with them. So tasks take at most what was measured.
bool times_are_bounds(const TraceInfo& info);
std::string bounds_sentence(); // then

} // namespace unply
