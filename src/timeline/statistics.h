// Figures of a parallel run or of a window of it, in one pass: the statistics of parallel-execution-profiler-1991
// (statements, loops, overheads, subroutines) and the figures of today's tools (lost time by cause, waits, locks, the
// critical path). Times are clipped to the window; counts refer to constructs that ended in it. `efficiency` is active
// time over threads x elapsed, threads being the most that were alive at once; time at which fewer were alive counts as
// idle. Time that is not recorded, and the start and the end of MPI, are subtracted from threads x elapsed.
#pragma once
#include "timeline/run_statistics.h"
#include <memory>

namespace unply {

struct StatisticsRequest {
  uint64_t from_ns = 0, to_ns = ~uint64_t{0};
};

Result<RunStatistics> run_statistics(const EventSource& source, const StatisticsRequest& request);
Result<RunStatistics> run_statistics(const EventFile& file, const StatisticsRequest& request);
Result<RunStatistics> run_statistics(const Trace& trace, const StatisticsRequest& request); // a simulated run

// The same, of a pass over the timeline that is made for something else too.
class StatisticsPass {
public:
  StatisticsPass(const EventSource& source, const StatisticsRequest& request);
  // process_of: of each lane. cores: that there were, 0 if unknown
  StatisticsPass(const Trace& tables, std::vector<uint32_t> process_of, uint64_t end_ns,
                 const StatisticsRequest& request, uint64_t cores = 0);
  ~StatisticsPass();
  TimelineSink beside(const TimelineSink& other); // takes the same as `other`, and passes it on
  RunStatistics finish(const TimelineHead& head);

private:
  class Collector;
  std::unique_ptr<Collector> collector_;
};

// The most lanes that exist at the same time within the window.
uint32_t most_alive(std::span<const Lane> lanes, uint64_t from_ns, uint64_t to_ns);

} // namespace unply
