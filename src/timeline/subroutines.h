// Use and efficiency of subroutines. The paper prints e_s = np (T_t - T_d) / sum T_i, which is at least 1 and the
// reciprocal of its own efficiency of an interval; here efficiency is sum T_i / (np (T_t - T_d)), the printed form its
// inverse. T_t - T_d is the time of the executions of its parallel regions and, in regions of other subroutines, of its
// loops; np their threads; T_i the active time of thread i within them, inner constructs included.
#pragma once
#include "timeline/loops.h"

namespace unply {

struct SubroutineStatistics {
  StringId function{};      // empty: not known, or not in any construct
  StateTimes times;         // by the site of the activity
  uint64_t loop_ns = 0;     // of the active time, in parallel loops
  uint64_t parallel_ns = 0; // sum of T_i
  uint64_t capacity_ns = 0; // sum of np (T_t - T_d)
  uint64_t executions = 0;  // of its regions and loops
  double efficiency() const { return ratio(parallel_ns, capacity_ns); }
  double inverse() const { return ratio(capacity_ns, parallel_ns); } // as printed in the paper
};

class SubroutineCollector {
public:
  explicit SubroutineCollector(const Trace& trace);
  void take(const StateInterval& interval, uint64_t time_ns); // time_ns: of it that counts
  void take_region(const Construct& region);
  void take_loop(const LoopExecution& loop);
  std::vector<SubroutineStatistics> finish();

private:
  SubroutineStatistics& row_of(uint32_t site) { return rows_[site < row_of_.size() ? row_of_[site] : 0]; }
  std::vector<uint32_t> row_of_;           // of each site
  std::vector<SubroutineStatistics> rows_; // 0: not known
};

} // namespace unply
