// The search of all schedules that end by a given makespan T, depth first in the order of time: at 0 and at each end of
// a task it chooses which ready tasks start, or to leave processors idle.
//
// What it leaves out (each rule maps a schedule to one with a smaller sum of starts, or with the same sum and earlier
// in the order of the search, so the least schedule is never left out):
//   idling     a task that could have started on a processor left idle may not start before all processors have been
//              busy meanwhile; if they are not until it could have ended, the schedule could be shifted left
//   twins      of two ready tasks of one length, the one with fewer successors never goes before the one with more
//   memory     the same tasks started as in a state that failed, none of them ending later, nor the sum of starts less
// and what cannot end by T: heads and tails, and the work that must fall into [now, d) and into [a, T).
#pragma once
#include "sim/schedulers/exact_limits.h"
#include <chrono>

namespace unply {

struct SmallGraph {
  std::vector<uint64_t> length;
  std::vector<std::vector<uint32_t>> before, after; // predecessors and successors; vertices in a topological order
  std::vector<uint32_t> lock;                       // empty: none

  static SmallGraph of(const JobGraph& jobs);
  SmallGraph reversed() const; // vertex v becomes n - 1 - v
  uint32_t tasks() const { return static_cast<uint32_t>(length.size()); }
};

// Valid for every schedule on P processors: task v starts at head[v] or later, and from its end to the makespan there
// are at least tail[v]. Raised by the work of ancestors and descendants, which P processors must do in between.
struct HeadsAndTails {
  std::vector<uint64_t> head, tail;
};
HeadsAndTails find_heads_and_tails(const SmallGraph& graph, uint32_t processors);

// Whether some interval must hold more work than P processors can do, or a task has no place left.
bool overloaded(const SmallGraph& graph, const HeadsAndTails& known, uint32_t processors, uint64_t makespan);

struct SearchBudget {
  uint64_t nodes;
  std::chrono::steady_clock::time_point until;
  bool timed_out = false;
};

// Starts by task if yes. Takes the nodes that it visits from the budget.
Reachable search_schedules(const SmallGraph& graph, const HeadsAndTails& known, uint32_t processors, uint64_t makespan,
                           SearchBudget& budget, std::vector<uint64_t>& start);

} // namespace unply
