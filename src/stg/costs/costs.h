// What an iteration of each computation of a program takes, from recorded runs. A sample is the time between two
// recorded calls of a rank and the computations that the program executes there; equal ones are kept once, by their
// median. Where timers ran, the time under the timers of a computation is a sample of its own, and what is left is one
// for the computations that have none. Figures follow from all samples by least squares without negative figures.
//
// Computations whose iterations and instances are in proportion in all samples cannot be told apart: they are one
// group and share their figures.
#pragma once
#include "stg/agreement/recorded_run.h"
#include <optional>

namespace unply::stg {

struct ComputationName { // which one of a program; found again by all four
  std::string procedure = {};
  uint32_t index = 0;
  std::string place = {}, name = {}; // "pipeline.c:29", "work"
  bool operator==(const ComputationName&) const = default;
};

struct CostTerm { // of one computation in one sample
  uint32_t computation = 0;
  uint64_t instances = 0, iterations = 0;
  auto operator<=>(const CostTerm&) const = default;
};

struct CostSample {
  std::vector<CostTerm> terms = {};        // by computation
  bool timed = false;                      // by timers of these computations
  uint64_t posts = 0, posted_bytes = 0;    // of non-blocking sends and receives, which have no end in a recording
  uint64_t count = 0;                      // of segments that are alike
  std::optional<double> cache_misses = {}; // of all these segments together, where they were counted
  double median_ns = 0, deviation_ns = 0;  // deviation: the median one from the median
};

struct FittedCost {
  double iteration_ns = 0, constant_ns = 0; // constant: of each instance
  uint64_t samples = 0;                     // segments that contain it; 0: not executed
  uint64_t instances = 0;                   // executions in them
  bool timed = false;                       // all samples that contain it are of timers
  double r2 = -1;                           // of the samples that contain it; -1: fewer than three different ones
  double residual = 0;                      // their mean |time - fitted|, as a share of the time
  std::optional<double> cache_misses = {};  // of an iteration, or of an execution where it has none; of its group
  uint32_t group = 0;                       // the first computation of its group
};

struct TaskCosts {
  std::vector<ComputationName> computations = {}; // all of the program
  std::vector<FittedCost> fitted = {};            // of each
  std::vector<CostSample> samples = {};
  uint64_t runs = 0;
};

std::vector<ComputationName> computations_of(const Program& program);

struct RunSamples {
  std::vector<CostSample> samples = {};
  std::vector<uint32_t> unexplained = {}; // computations whose timers ran where the program does not execute them
  std::vector<uint32_t> silent = {};      // and those whose timers did not run where it does
};
// Bindings are those of the run. Errors: the run is not what the program does, values that are needed and not given.
Result<RunSamples> samples_of_run(const Program& program, Bindings bindings, const RecordedRun& run);

// From costs.samples; sets costs.fitted.
void fit_costs(TaskCosts& costs);

// Errors: unreadable or damaged, of another program.
Result<TaskCosts> read_costs(const std::string& path, const Program& program);
Result<void> write_costs(const std::string& path, const TaskCosts& costs);

} // namespace unply::stg
