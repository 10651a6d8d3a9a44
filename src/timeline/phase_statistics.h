// Phases of a skeleton, one row for each phase and level: the time of the slowest thread counts, as the paper's cost
// model takes the maximum over the processes (divide-and-conquer-skeletons-2007, equation 1).
#pragma once
#include "timeline/figures.h"

namespace unply {

struct PhaseStatistics {
  Phase phase;
  uint32_t level;
  uint32_t processes = 0, threads = 0; // that take part
  Spread duration_ns;                  // of each
  uint64_t most_ns = 0;                // of the thread that spends most in it
  uint32_t slowest_lane = 0;           // that thread
  uint64_t sum_ns = 0;                 // of all threads; of calls without those inside other calls
  uint64_t bytes = 0;
  double mean_ns() const { return ratio(sum_ns, threads); }
  double imbalance() const { return most_ns == 0 ? 0 : 1 - mean_ns() / static_cast<double>(most_ns); }
};

// The phase, other than calls, on which some thread spends most of its time, all levels together.
struct DominantPhase {
  Phase phase;
  uint64_t time_ns; // of that thread
  uint32_t level;   // at which it spends most of it
  uint64_t level_ns;
};

struct PhaseTimes {
  std::vector<PhaseStatistics> rows; // longest first
  uint64_t call_ns = 0;              // of the thread that spends most in calls
  std::optional<DominantPhase> dominant;
};

class PhaseStatisticsCollector {
public:
  void take(const Construct& construct, uint32_t process);
  PhaseTimes finish() const;

private:
  std::optional<DominantPhase> find_dominant() const;
  struct Row {
    Spread duration_ns;
    uint64_t bytes = 0;
    std::map<uint32_t, std::pair<uint32_t, uint64_t>> by_lane; // process and time
  };
  std::map<std::pair<Phase, uint32_t>, Row> rows_; // phase, level
};

} // namespace unply
