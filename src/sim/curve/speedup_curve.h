// The speedup curve of a program: for each number of processors the bounds and the results of schedulers, with every
// schedule checked, and how each figure is known. Parts that run one after the other (the executions of a trace region)
// are scheduled separately; work, span, bounds and makespans add up, and the number of processors is the largest that
// any part needs. Points are independent and computed on several threads; the result does not depend on their number.
#pragma once
#include "sim/schedulers/scheduler.h"
#include <optional>

namespace unply {

enum class Known : uint8_t {
  optimal,  // no schedule is shorter: its makespan is a lower bound too
  bound,    // of an exact search that ended at its limit: no shorter schedule was found
  heuristic // a schedule that this scheduler makes; others may be shorter
};
const char* known_name(Known known);

struct CurvePoint {
  uint32_t processors = 1;
  const Scheduler* scheduler = nullptr;
  bool overheads = false; // on the machine, else without any overhead
  uint64_t makespan = 0;
  uint64_t alone = 0; // the time of one processor: the work; with a first solution this scheduler's own time on one
  uint64_t makespan_most = 0, alone_most = 0; // with the upper ends of lengths; 0: measured once
  uint64_t makespan_beside = 0;               // with lengths beside copies of the program; 0: not measured
  Known known = Known::heuristic;
  double speedup() const { return makespan == 0 ? 1 : static_cast<double>(alone) / static_cast<double>(makespan); }
  double speedup_most() const { return static_cast<double>(alone_most) / static_cast<double>(makespan_most); }
  // Where processors share memory: of a run that begins with the lengths alone on one.
  double speedup_beside() const { return static_cast<double>(alone) / static_cast<double>(makespan_beside); }
  double efficiency() const { return speedup() / processors; }
};

struct CurveBounds { // of makespans without overheads
  uint32_t processors = 1;
  uint64_t lower = 0, upper = 0; // of every schedule; of every greedy one
};

struct CurveTotals {
  uint32_t parts = 0;
  uint64_t tasks = 0, edges = 0, work = 0, span = 0;
  uint64_t work_most = 0, span_most = 0;             // with the upper ends of lengths; 0: measured once
  uint64_t work_beside = 0;                          // with lengths beside copies of the program; 0: not measured
  uint64_t burdened_span = 0;                        // with the machine's steal at each spawn; the span without machine
  uint32_t width = 0;                                // most tasks at once if all start as soon as they can
  uint32_t least_processors = 0, min_processors = 0; // lower and upper bound of the fewest that reach the span
  double maximum_speedup() const { return span == 0 ? 1 : static_cast<double>(work) / static_cast<double>(span); }
};

struct SpeedupCurve {
  CurveTotals totals;
  std::vector<CurveBounds> bounds; // by processors; empty with a first solution
  std::vector<CurvePoint> points;  // by overheads, scheduler as asked for, processors
};

struct CurveRequest {
  std::vector<uint32_t> processors;         // ascending; empty: default_processors
  std::vector<const Scheduler*> schedulers; // each on the ideal machine
  std::vector<const Scheduler*> on_machine; // and these on options.machine
  SchedulerOptions options;
  uint32_t beside = 0;  // lengths beside copies are known for so many processors
  unsigned threads = 0; // 0: those of this machine, at most 8, on large graphs 2
};

// 1, 2, 4, ... below the number that reaches the span, and that number; none above `most`.
std::vector<uint32_t> default_processors(uint32_t reaching_span, uint32_t most = 64);

Result<CurveTotals> curve_totals(std::span<const JobGraph> parts, const SchedulerOptions& options);
Result<SpeedupCurve> speedup_curve(std::span<const JobGraph> parts, const CurveRequest& request);

// One schedule for each part, checked.
Result<std::vector<Schedule>> schedules_of(std::span<const JobGraph> parts, const Scheduler& scheduler,
                                           uint32_t processors, const SchedulerOptions& options);

// The recommendation of a curve. From one P to the double of it the time falls by less than kLeastGain at the knee;
// recommended is the most that is at or before the knee and has an efficiency of at least kLeastEfficiency.
inline constexpr double kLeastGain = 0.10, kLeastEfficiency = 0.50;
struct Worthwhile {
  std::optional<uint32_t> knee; // none: the curve does not go that far
  uint32_t recommended = 1;
};
// points: of one scheduler, ascending processors. Times at the span cannot fall any more; 0 if that is not known.
Worthwhile worthwhile(std::span<const CurvePoint> points, uint64_t span);

} // namespace unply
