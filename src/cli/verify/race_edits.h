// The patch as the build with ThreadSanitizer has it.
#pragma once
#include "discover/unified_diff.h"
#include <cstdint>

namespace unply {

// Neighbouring iterations are on different threads, so that a race between them is met all through the loop, not only
// where the part of one thread ends. The lines keep their numbers.
std::vector<LineEdit> race_edits(std::vector<LineEdit> edits);
// At least so many, and a prime: iterations that lie two, four or eight apart are on different threads, too.
uint32_t race_threads(uint32_t least);

} // namespace unply
