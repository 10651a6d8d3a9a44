// What the loop profile knows of a byte, or of many that have the state in common; see states.h.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

// Time in the upper 40 bits (10^12 iterations: hours), a site or a set of readers in the lower 24.
inline constexpr uint32_t kTimeShift = 24;
inline constexpr uint64_t kWhoMask = (1ull << kTimeShift) - 1;
struct State {
  uint64_t write; // 0: never
  uint64_t read;  // 0: not since
  bool operator==(const State&) const = default;
};
extern State* states; // by index: id / 2

} // namespace unply::runtime
