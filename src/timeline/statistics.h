// Figures of a parallel run or of a window of it, in one pass: the statistics of parallel-execution-profiler-1991
// (statements, loops, overheads, subroutines) and what users ask of today's tools (lost time by cause, waits, locks,
// the critical path).
//
// Times are clipped to the window; counts are of what ended in it. `efficiency` is active time over threads x elapsed,
// threads being the most that were alive at once; time at which fewer were alive counts as idle. What is not recorded
// is taken off threads x elapsed.
#pragma once
#include "timeline/locks.h"
#include "timeline/loops.h"
#include "timeline/subroutines.h"
#include <memory>

namespace unply {

struct StatisticsRequest {
  uint64_t from_ns = 0, to_ns = ~uint64_t{0};
};

struct LaneStatistics {
  StateTimes times; // within the window
  // Of the active time, what the thread had no core for though neither a preemption nor a wait is recorded: known of
  // threads whose time on a core the system counted, and only of the whole run.
  uint64_t off_core_ns = 0;
  uint64_t active_ns() const { return times.of(ProcState::active) - off_core_ns; }
  std::array<uint64_t, kActivities> by_activity_ns{};
};

struct WaitStatistics { // one kind of wait at one place
  Activity activity;
  ProcState state;
  uint32_t site;
  uint64_t time_ns = 0; // within the window
  Spread duration_ns;   // of those that ended in it
};

struct RegionStatistics { // parallel regions that begin at one place
  uint32_t site = 0;
  uint64_t executions = 0, elapsed_ns = 0, capacity_ns = 0; // capacity: team x elapsed
  Spread duration_ns, team;
  Spread all_active_ns; // of an execution, all threads together
  StateTimes times;
  double efficiency() const {
    uint64_t unrecorded_ns = std::min(times.of(ProcState::unrecorded), capacity_ns);
    return ratio(times.of(ProcState::active), capacity_ns - unrecorded_ns);
  }
};

struct UserRegionStatistics { // unply_region of the user's
  uint64_t name;              // number of the object
  uint32_t site;
  Spread duration_ns;
  uint64_t active_ns = 0;
};

// A parallel statement: all executions of one primitive, in thread time.
struct StatementStatistics {
  ConstructKind kind;
  uint8_t detail;
  uint64_t count = 0, elapsed_ns = 0;
};

struct RunStatistics {
  TimelineHead head;
  uint64_t from_ns = 0, to_ns = 0;
  uint32_t threads = 0; // most alive at once
  std::vector<LaneStatistics> lanes;
  StateTimes times;         // of all lanes
  uint64_t off_core_ns = 0; // of all lanes
  std::array<uint64_t, kActivities> by_activity_ns{};
  std::vector<WaitStatistics> waits;      // longest first
  std::vector<RegionStatistics> regions;  // longest first
  std::vector<UserRegionStatistics> user; // longest first
  std::vector<StatementStatistics> statements;
  std::vector<LoopStatistics> loops;             // by time lost, then elapsed
  std::vector<LockStatistics> locks;             // by waiting, then holding
  std::vector<SubroutineStatistics> subroutines; // by time
  CriticalPath path;

  uint64_t elapsed_ns() const { return to_ns - from_ns; }
  uint64_t unrecorded_ns() const { return times.of(ProcState::unrecorded); }
  uint64_t capacity_ns() const { return threads * elapsed_ns() - unrecorded_ns(); }
  uint64_t active_ns() const { return times.of(ProcState::active) - off_core_ns; }
  uint64_t taken_ns() const { return times.of(ProcState::preempted) + off_core_ns; } // cores, by the system
  uint64_t lost_ns() const { return capacity_ns() - active_ns(); }
  uint64_t idle_ns() const { // or not there
    return threads * elapsed_ns() - (times.total() - times.of(ProcState::idle));
  }
  double efficiency() const { return ratio(active_ns(), capacity_ns()); }
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
  TimelineSink beside(const TimelineSink& other); // takes what `other` takes, and passes it on
  RunStatistics finish(const TimelineHead& head);

private:
  class Collector;
  std::unique_ptr<Collector> collector_;
};

// The most lanes that exist at the same time within the window.
uint32_t most_alive(std::span<const Lane> lanes, uint64_t from_ns, uint64_t to_ns);

} // namespace unply
