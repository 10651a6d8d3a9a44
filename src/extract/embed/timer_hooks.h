// The code of timers, as include/unply/timer_abi.h describes it. It is put in before any optimisation, outside of the
// loops that are timed, so that these are optimised as before.
#pragma once
#include "extract/embed/timed_places.h"

namespace unply::extract {

void add_timers(llvm::Module& module, const std::vector<TimedPlace>& places);

} // namespace unply::extract
