// Predicts a run of a program by simulating it: the ranks of a World run on demand, computations take their iterations
// times a cost, messages take LogGP's times, collective operations run trees of such messages. Memory does not depend
// on the number of iterations. Messages that leave or reach one rank at the same time share its port (network.h); those
// within a collective operation meet no others.
//
// A send up to `eager_bytes` ends when it has left; a longer or a synchronous one ends when its receive has it.
#pragma once
#include "stg/prediction/path_sums.h"
#include "stg/prediction/prediction_costs.h"
#include "stg/prediction/run_observer.h"
#include "stg/run/rank_machine.h"

namespace unply::stg {

struct ComputationTime { // summed over ranks
  uint32_t procedure = 0, index = 0;
  uint64_t instances = 0;
  double time_s = 0;
  bool has_cost = false; // of its own
};

struct PredictedRun {
  double time_s = 0;      // until the last rank ends
  double computing_s = 0; // summed over ranks
  double waiting_s = 0;   // summed over ranks: for messages and for other ranks in collective operations
  uint64_t messages = 0, collectives = 0, computations = 0;
  std::vector<ComputationTime> by_computation = {}; // those that ran, longest first
  std::vector<PathPart> critical_path = {};         // longest first
  std::map<std::string, uint64_t> asked = {};       // values that the bindings gave, and how often
  std::vector<std::string> stuck = {}; // a deadlock: "rank 1 waits in recv at x.c:8"; the times are until then
};

// Errors: what the interpreter cannot run, receives from any source or of any tag and waits whose order the run
// chooses, non-blocking collective operations, loops whose iterations are not known.
// observer: may be null.
Result<PredictedRun> predict_run(const Program& program, Bindings bindings, const PredictionCosts& costs,
                                 RunObserver* observer = nullptr);

} // namespace unply::stg
