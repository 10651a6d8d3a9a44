// What another schedule would have made of a loop: the chunks as measured, spread evenly over their iterations, handed
// out again as the OpenMP library would: libomp's dynamic steals from blocks, libgomp's is a queue. An estimate:
// iterations of one chunk may differ, and caches are not the same.
#pragma once
#include "timeline/loops.h"
#include <optional>
#include <string>

namespace unply {

struct ScheduleEstimate {
  std::string schedule; // "dynamic,16"
  uint64_t slowest_ns;  // of the threads in the execution that lost most, with dispatch_ns for each chunk
  uint64_t now_ns;      // of the same execution as measured
};

// The best of dynamic with several chunk sizes and guided; none if none is better by a tenth, or if the chunks of no
// execution are known one by one. libgomp: the program is compiled for it.
std::optional<ScheduleEstimate> estimate_schedule(const LoopStatistics& loop, uint64_t dispatch_ns, bool libgomp);

} // namespace unply
