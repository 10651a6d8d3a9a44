// Ranks thousands of single changes: gives the same answer as evaluating every one of them, but never evaluates most of
// them.
//
//   1. Criticality decides, exactly: the span becomes shorter if and only if every critical path holds a dependence or
//      a task that the change touches. 64 changes are looked at in one pass over the critical tasks, a bit each.
//   2. Of those left, one critical path with the change made bounds the new span from below.
//   3. In the order of these bounds the new spans are computed, 8 in one pass, until the list cannot change.
#pragma once
#include "sim/whatif/what_if.h"

namespace unply {

inline constexpr uint32_t kNoChangedRegion = 0xffffffff;

struct SingleChange {
  std::vector<uint32_t> removed = {}; // groups
  uint32_t region = kNoChangedRegion; // or a region
  double faster = 1;                  // times, at least 1
};

struct RankedChange {
  uint32_t change;     // index into those given
  uint64_t work, span; // after it
  uint64_t time;       // after it, on the processors: max(span, work / P), of any schedule at least
  bool operator==(const RankedChange&) const = default;
};

struct ChangeRanking {
  WhatIfFigures base;
  std::vector<RankedChange> best; // least time first, then least span, least work, lowest index
  size_t changes = 0;             // given
  size_t shorten = 0;             // of them, those after which the span is shorter
  size_t evaluated = 0;           // of them, those whose span was computed
};

// Preconditions: processors > 0; groups and regions are the graph's.
ChangeRanking rank_changes(const WhatIfGraph& graph, const std::vector<SingleChange>& changes, uint32_t processors,
                           size_t top);

} // namespace unply
