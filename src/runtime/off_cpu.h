// See off_cpu.cpp.
#pragma once
#include <stdint.h>

namespace unply::runtime {

inline constexpr uint64_t kLongTicks = 100'000; // about 50 us
extern double ticks_per_us;

// Returns the part of the `ticks` that ended at `now` which the followed thread lost to other programs; it counts all
// time lost since the last call, so a call is needed after each long interval, inside tasks and outside.
uint64_t off_cpu_ticks(uint64_t now, uint64_t ticks);

} // namespace unply::runtime
