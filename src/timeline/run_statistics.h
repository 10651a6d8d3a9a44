// Figures of a parallel run, or of a window of it: see statistics.h.
#pragma once
#include "timeline/locks.h"
#include "timeline/loops.h"
#include "timeline/phase_statistics.h"
#include "timeline/subroutines.h"

namespace unply {

struct LaneStatistics {
  StateTimes times; // within the window
  // The part of the active time for which the thread had no core although neither a preemption nor a wait is recorded:
  // known for threads whose CPU time the system counted, and only for the whole run.
  uint64_t off_core_ns = 0;
  uint64_t active_ns() const { return times.of(ProcState::active) - off_core_ns; }
  std::array<uint64_t, kActivities> by_activity_ns{};
};

struct WaitStatistics { // one kind of wait at one place
  Activity activity;
  ProcState state;
  uint16_t function; // of MPI: see function_of()
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
  PhaseTimes phases;                             // of a skeleton
  CriticalPath path;

  uint64_t elapsed_ns() const { return to_ns - from_ns; }
  uint64_t unrecorded_ns() const { return times.of(ProcState::unrecorded); }
  uint64_t setup_ns() const { return times.of(ProcState::setup); } // starting and ending MPI
  uint64_t capacity_ns() const { return threads * elapsed_ns() - unrecorded_ns() - setup_ns(); }
  uint64_t active_ns() const { return times.of(ProcState::active) - off_core_ns; }
  uint64_t taken_ns() const { return times.of(ProcState::preempted) + off_core_ns; } // cores, by the system
  uint64_t lost_ns() const { return capacity_ns() - active_ns(); }
  uint64_t idle_ns() const { // or not there
    return threads * elapsed_ns() - (times.total() - times.of(ProcState::idle));
  }
  double efficiency() const { return ratio(active_ns(), capacity_ns()); }
};

} // namespace unply
