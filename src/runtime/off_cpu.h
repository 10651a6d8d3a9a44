// See off_cpu.cpp.
#pragma once
#include <stdint.h>

namespace unply::runtime {

inline constexpr uint64_t kLongTicks = 100'000; // about 50 us
extern double ticks_per_us;

// Of the `ticks` that ended at `now`, those that the followed thread lost to other programs; what was lost since the
// last call counts, so a call is due after each long stretch, inside tasks and outside.
uint64_t off_cpu_ticks(uint64_t now, uint64_t ticks);

} // namespace unply::runtime
