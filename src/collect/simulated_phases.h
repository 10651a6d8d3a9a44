// The phases of skeletons that a simulated program wrote to the file which UNPLY_PHASES names: CSV with the columns
// rank,call,phase,level,partner,bytes,begin_ns,end_ns,cpu_ns and one for each feature. Read here for their sums; the
// rows themselves go on to `unply fit` as they are.
#pragma once
#include "base/result.h"
#include <cstdint>
#include <string>
#include <vector>

namespace unply {

struct SimulatedCall {
  uint64_t number = 0;
  double seconds = 0; // of the slowest rank
  // Sums over levels of the slowest rank at each: the paper's sum of max_i.
  double divide_s = 0, sequential_s = 0, exchange_s = 0, combine_s = 0;
};

class SimulatedPhases {
public:
  // Adds the output of a run; its calls are numbered on behind those of the runs before. Fails if it is no such file,
  // or if its features are others than those of the runs before. Without any row it gives no calls.
  Result<std::vector<SimulatedCall>> add(const std::string& text, const std::string& name);
  const std::string& text() const { return text_; } // of all runs, with one head

private:
  std::string head_, text_;
  uint64_t calls_ = 0;
};

} // namespace unply
