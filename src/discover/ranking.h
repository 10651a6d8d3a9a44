// What each loop is worth: its share of the program, and the speedup of the whole program by number of processors.
// Amdahl's law with whole iterations as chunks, and the cost of starting and joining threads for each execution of the
// loop. Memory bandwidth is not counted: a profile does not say how many bytes a loop moves. All times are estimates:
// an interval goes with each speedup.
#pragma once
#include "discover/verdict.h"
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace unply {

inline constexpr std::array<uint32_t, 6> kRankedCores = {2, 4, 8, 16, 32, 64};
inline constexpr uint32_t kHeadlineCores = 8;
inline constexpr auto kHeadline =
    static_cast<size_t>(std::ranges::find(kRankedCores, kHeadlineCores) - kRankedCores.begin());

struct CostRange {
  double low = 0, likely = 0, high = 0;
};

struct ParallelCosts { // in ns, assumed of libomp on a common machine; `unply machine --calibrate` measures them
  CostRange fork = {750, 1500, 3000};      // to open and close a parallel region, without what each thread adds
  CostRange fork_thread = {100, 200, 400}; // what each thread adds
  CostRange wait = {100, 200, 400};        // until another thread sees that an iteration of a doacross loop has ended
  CostRange task = {500, 1000, 2000};      // to make a task and to wait for it
  CostRange instruction = {0.25, 0.4, 1};  // a unit of work
};

// The costs that are taken together: threads and tasks cost most where the work takes least, for the low end of an
// interval.
struct CostCase {
  double fork, fork_thread, wait, task, instruction;
  double fork_on(uint32_t cores) const { return fork + fork_thread * cores; }
};
CostCase pessimistic(const ParallelCosts& costs);
CostCase likely(const ParallelCosts& costs);
CostCase optimistic(const ParallelCosts& costs);

struct Speedup {
  double low = 1, likely = 1, high = 1;
};

using Speedups = std::array<Speedup, kRankedCores.size()>; // by number of processors

struct LoopGain {
  uint32_t loop = 0;
  double coverage = 0; // share of the program's work
  Speedups speedups;
  double iteration_ns = 0, instance_ns = 0;
  uint32_t nested_in = kNoSourceLoop; // a loop around it that is worth running in parallel
  bool worthwhile = false;            // it ends sooner in parallel on some number of processors, by a tenth
  std::string limit;                  // what most of the time is spent on with most processors; "": the loop itself
  const Speedup& headline() const;
};

// One row for each loop that may run in parallel (doall, reduction), and for each doacross loop, or guarded one with a
// test, that is worth it:
// worthwhile ones that are in no other first, by gain; then those nested in one, then the rest.
std::vector<LoopGain> rank_loops(const SourceLoops& loops, const std::vector<LoopVerdict>& verdicts,
                                 const ParallelCosts& costs = {});
std::string rest_limit(double speedup);                      // words for LoopGain::limit
double coverage_of(const SourceLoops& loops, uint32_t loop); // 0 where nothing is known
// Of the whole program with all of these changes, each of which saves what it saves alone: none may be inside another.
// Nothing where they cover more than the program, so that some must be.
std::optional<Speedups> speedups_together(const std::vector<const LoopGain*>& gains);
// "iterations take 18 ns, one execution 0.9 us: less than starting threads costs".
std::string grain_text(const LoopGain& gain);

} // namespace unply
