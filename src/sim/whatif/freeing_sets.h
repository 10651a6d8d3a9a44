// Finds the variables that together limit a loop: all of them, and the fewest whose removal gives nearly as much
// parallelism as the removal of all.
//
// A set that frees must cut every path that is too long, and an edge is cut only by all variables that carry it. So the
// search takes one such path and tries, for each of its edges, the set with the variables of that edge added; sets of
// one more variable come only when none smaller is left. What it finds is therefore a smallest set.
#pragma once
#include "sim/whatif/what_if.h"

namespace unply {

struct FreeingSets {
  std::vector<std::string> variables; // that carry a dependence which can be removed, those of most edges first
  uint64_t span = 0;                  // without any of them
  bool leaves_map = false;            // no dependence is left then
  std::vector<std::string> fewest;    // of them, the fewest that reach `enough` on the processors
  uint64_t fewest_span = 0;
  bool proven = false; // that no smaller set does; else the search ended early

  bool any() const { return !variables.empty(); }
};

// A set suffices if its span is at most this many times the span without all variables, or the work per processor.
inline constexpr double kEnoughTimes = 1.05;
inline constexpr uint64_t kFreeingVisits = 2'000'000'000; // edges looked at, 3 to 6 s

// Extensions stay: they are no variable's. Precondition: processors > 0.
FreeingSets find_freeing_sets(const WhatIfGraph& graph, uint32_t processors, uint64_t visits = kFreeingVisits);

} // namespace unply
