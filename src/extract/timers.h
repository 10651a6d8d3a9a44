// Which timers of the executable cover a computation. A timer counts for it if no time of the computation is outside of
// its timers, but for code that takes none, and no time of anything else is inside them, but for computations that have
// the same timers. What cannot be covered in this way has no timer.
#pragma once
#include "extract/emit.h"

namespace unply::extract {

// Computations of procedures that do not communicate may be covered by the timers of the calls of their procedure; and
// what lies under a timer that counts for something else has that timer as well, or none of the two has.
void spread_timers(Tables& tables);

} // namespace unply::extract
