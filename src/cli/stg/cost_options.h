// --costs and --ns-per-iteration of the verbs of `unply stg`: what computations take.
#pragma once
#include "base/result.h"
#include "stg/costs/costs.h"
#include "stg/prediction/prediction_costs.h"

namespace CLI {
class App;
}

namespace unply {

struct CostOptions {
  std::string file; // empty: none
  double iteration_ns = 0;
};

void add_cost_options(CLI::App& app, CostOptions& options);
// Sets what computations take, each one that a run of stg measure executed as measured.
Result<void> take_costs(const CostOptions& options, const stg::Program& program, stg::PredictionCosts& costs);

} // namespace unply
