// Maximum parallelism (idra-ideal-speedups-1994, section 3): the parallelism on any number of processors, if every task
// starts as soon as its last predecessor has ended (ASAP). Tasks occupy half-open intervals [start, start + length):
// consecutive tasks never overlap, and tasks of length 0 never run.
#pragma once
#include "sim/job_graph.h"
#include <span>

namespace unply {

struct ProfileStep {
  uint64_t time;    // from here to the next step's time
  uint32_t running; // tasks at once, N(t)
  bool operator==(const ProfileStep&) const = default;
};

struct Parallelism {
  uint64_t work = 0;                // the sum of lengths
  uint64_t span = 0;                // the heaviest path: the makespan on processors without end
  std::vector<uint64_t> start;      // of each task, ASAP
  std::vector<ProfileStep> profile; // ascending times, neighbours differ, the last one is {span, 0}; empty: span is 0
  // Most tasks at once when all start ASAP. The paper calls this the minimum number of processors that reaches the
  // span; it is an upper bound of that number: later starts may need fewer, see find_min_processors. At least 1 if
  // there are tasks.
  uint32_t width = 0;
  // work / span: the maximum speedup, which is also the mean of N(t); 1 if the span is 0.
  double maximum_speedup() const { return span == 0 ? 1 : static_cast<double>(work) / static_cast<double>(span); }
};

Parallelism find_parallelism(const JobGraph& jobs);

// N(t) of parts that run one after the other, each ASAP: of a part that begins when those before it have ended.
std::vector<ProfileStep> profile_in_series(std::span<const JobGraph> parts);

// The least that any schedule takes and the most that each task may wait: work, span and ASAP starts without profile,
// for graphs of 10 million tasks.
Parallelism find_work_and_span(const JobGraph& jobs);

// Cilkview's burdened span: the heaviest path when each edge from a task with several successors, a spawn that another
// processor may take, costs `burden`.
uint64_t burdened_span(const JobGraph& jobs, uint64_t burden);

// The heaviest path that begins with each task, itself included ("level" in HLFET, "tail" below).
std::vector<uint64_t> tails_of(const JobGraph& jobs);

} // namespace unply
