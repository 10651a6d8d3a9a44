// What each loop is worth: its share of the program, and the speedup of the whole program by number of processors.
// Amdahl's law with whole iterations as chunks, and the cost of starting and joining threads for each execution of the
// loop. Memory bandwidth is not counted. All times are estimates: an interval goes with each speedup.
#pragma once
#include "discover/verdict.h"
#include <array>

namespace unply {

inline constexpr std::array<uint32_t, 6> kRankedCores = {2, 4, 8, 16, 32, 64};
inline constexpr uint32_t kHeadlineCores = 8;

struct ParallelCosts { // of libomp on a common machine; `unply machine` measures them
  double fork_ns = 1500, fork_per_core_ns = 200;
  double wait_ns = 200;      // until another thread sees that an iteration of a doacross loop has ended
  double work_unit_ns = 0.4; // an instruction
  double least_unit_ns = 0.25, most_unit_ns = 1;
};

struct Speedup {
  double low = 1, likely = 1, high = 1;
};

struct LoopGain {
  uint32_t loop = 0;
  double coverage = 0; // share of the program's work
  std::array<Speedup, kRankedCores.size()> speedups;
  double iteration_ns = 0, instance_ns = 0;
  uint32_t nested_in = kNoSourceLoop; // a loop around it that is worth running in parallel
  bool worthwhile = false;            // it ends sooner in parallel on some number of processors, by a tenth
  const Speedup& headline() const;
};

// One row for each loop that may run in parallel (doall, reduction), and for each doacross loop that is worth it:
// worthwhile ones that are in no other first, by gain; then those nested in one, then the rest.
std::vector<LoopGain> rank_loops(const SourceLoops& loops, const std::vector<LoopVerdict>& verdicts,
                                 const ParallelCosts& costs = {});
double coverage_of(const SourceLoops& loops, uint32_t loop); // 0 where nothing is known
// "iterations take 18 ns, one execution 0.9 us: less than starting threads costs".
std::string grain_text(const LoopGain& gain);

} // namespace unply
