// What running tasks in parallel costs on a machine, in ns; all zero is the ideal machine of idra-ideal-speedups-1994.
// `unply machine --calibrate` measures these and saves them.
#pragma once
#include "base/result.h"
#include <cstdint>
#include <string>

namespace unply {

// Fewer than this share of the processors asked for were free: times of parallel runs say nothing then.
inline constexpr double kFreeShare = 0.95;

struct Machine {
  std::string name = "ideal"; // host name, or the name in the file
  uint64_t task_ns = 0;       // to start and end a task, on the processor that runs it
  uint64_t spawn_ns = 0;      // to make a task ready, on the processor that ended its last predecessor
  uint64_t steal_ns = 0;      // to take a task that another processor made ready
  uint64_t barrier_ns = 0;    // from the last arrival to the next loop, for all
  uint64_t fork_ns = 0;       // to open and close a parallel region, once
  uint64_t lock_ns = 0;       // to take and release a lock, added to each task that holds one
  bool ideal() const { return (task_ns | spawn_ns | steal_ns | barrier_ns | fork_ns | lock_ns) == 0; }
};

} // namespace unply
