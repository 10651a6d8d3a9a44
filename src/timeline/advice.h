// Accounts for the lost time of the threads: findings, each for one cause, the largest first. The printing code chooses
// the words.
//
// Invariant: the findings add up to the lost time (RunStatistics::lost_ns).
#pragma once
#include "timeline/statistics.h"

namespace unply {

enum class LostBy : uint8_t {
  loop_end,  // waiting at the end of a loop: index of the loop
  barrier,   // any other barrier. site: where most of it was
  lock,      // index of the lock
  wait,      // any other wait. activity, site: index of the row of waits
  idle,      // no work: serial code ran elsewhere, or fewer threads were there
  overhead,  // the runtime's and the recorder's own
  preempted, // cores taken away
  off_core,  // no core, and neither a preemption nor a wait is recorded
};

struct Finding {
  LostBy cause;
  uint64_t lost_ns;
  size_t index = 0; // of RunStatistics::loops, locks or waits
  uint32_t site = 0;
};

std::vector<Finding> find_lost_time(const RunStatistics& run);

} // namespace unply
