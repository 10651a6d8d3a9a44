// The limits of an exact search, and its result for one makespan.
#pragma once
#include "sim/schedule.h"

namespace unply {

struct ExactLimits {
  double seconds = 10;
  // Of the search; 0: kExactNodesPerSecond of them for each second, which a machine of 2024 is faster than. The same
  // nodes give the same answer if the seconds do not run out before them.
  uint64_t nodes = 0;
  // Where the search begins, if all other schedulers have been asked already; else it asks them.
  const Schedule* known = nullptr;
};
inline constexpr double kExactNodesPerSecond = 50'000;

enum class Reachable : uint8_t { yes, no, unknown };
struct Decision {
  Reachable reachable = Reachable::unknown;
  Schedule schedule; // if yes; its makespan is at most the one asked for
};

} // namespace unply
