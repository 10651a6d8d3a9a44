// Locks and critical sections: numbers of acquisitions and waits, hold times, and the places of the waits.
#pragma once
#include "timeline/figures.h"

namespace unply {

struct LockStatistics {
  uint32_t process;
  uint8_t kind; // UnplyLock
  uint64_t object;
  uint64_t contended = 0, wait_ns = 0, longest_wait_ns = 0;
  Spread hold_ns;    // of each acquisition
  Spread own_ns;     // the same, preemption excluded from its holders
  uint32_t site = 0; // where most of the waiting was, or the first hold
  double contention() const { return ratio(contended, hold_ns.count); }
};

class LockCollector {
public:
  void take(const Construct& construct, uint32_t process);
  std::vector<LockStatistics> finish() const;

private:
  struct Row {
    LockStatistics figures;
    std::map<uint32_t, uint64_t> waits; // by site
  };
  std::map<std::pair<uint32_t, uint64_t>, Row> rows_; // process, lock
};

} // namespace unply
