// Bounds of the makespan on P processors, without any schedule. Lower: max(span, ceil(work / P)), raised by Fernandez
// and Bussell's bound (IEEE Trans. Computers C-22, 1973): if all ends by the span, each task lies between its earliest
// and its latest start, so at least R(a, b) of work falls into [a, b), and P processors need ceil(R / P) for it; the
// span must grow by the excess over b - a. Upper: Graham's and Brent's (work + (P - 1) span) / P, for every schedule
// that leaves no processor idle while a task is ready.
//
// R - P (b - a) is greatest on the upper hull of the points (b - a, R), which is the same for all P: one pass over the
// intervals serves all of them. The pass costs O(tasks) for each interval start after four sorts; it is cut to evenly
// chosen starts where `steps` would not do, and left out for more tasks than kMostIntervalTasks.
#pragma once
#include "sim/job_graph.h"

namespace unply {

enum class LowerBy : uint8_t { span, work, interval, lock };

struct WorkInterval {
  uint64_t begin = 0, end = 0;
  uint64_t work = 0; // that at least falls into it if the makespan is the span
};

struct Bounds {
  uint32_t processors = 1;
  uint64_t lower = 0; // of every schedule
  uint64_t upper = 0; // of every greedy schedule, rounded down; with locks the work, as one task always runs
  LowerBy by = LowerBy::span;
  WorkInterval interval; // if by interval: the certificate
};

// Which intervals were looked at.
enum class IntervalSearch : uint8_t { all, sampled, none };

class BoundsOfGraph {
public:
  static constexpr uint64_t kSteps = 10'000'000; // tasks x interval starts, 0.4 s; all starts of 1600 tasks
  static constexpr uint32_t kMostIntervalTasks = 2'000'000;

  // Not for first_solution, in which work may be left out.
  static Result<BoundsOfGraph> of(const JobGraph& jobs, uint64_t steps = kSteps);

  Result<Bounds> at(uint32_t processors) const; // fails for 0
  // Fewest processors that could reach the span: the most that one of the intervals, or all work, needs.
  uint32_t least_processors_for_span() const;

  uint64_t work() const { return work_; }
  uint64_t span() const { return span_; }
  IntervalSearch search() const { return search_; }

private:
  uint64_t work_ = 0, span_ = 0, lock_work_ = 0;
  uint32_t tasks_ = 0;
  IntervalSearch search_ = IntervalSearch::none;
  std::vector<WorkInterval> hull_; // upper hull of (end - begin, work), ascending lengths
};

// R by its definition, one task at a time: the certificate of an interval.
uint64_t mandatory_work(const JobGraph& jobs, uint64_t begin, uint64_t end);

const char* lower_by_name(LowerBy by); // "span", "work", "interval", "lock"

} // namespace unply
