// See cost_options.h.
#include "cli/stg/cost_options.h"
#include <CLI/CLI.hpp>

namespace unply {

void add_cost_options(CLI::App& app, CostOptions& options) {
  app.add_option("--costs", options.file, "what unply stg measure wrote");
  app.add_option("--ns-per-iteration", options.iteration_ns, "of computations without a cost of their own");
}

Result<void> take_costs(const CostOptions& options, const stg::Program& program, stg::PredictionCosts& costs) {
  costs.iteration_s = options.iteration_ns * 1e-9;
  if (options.file.empty()) return {};
  const auto measured = stg::read_costs(options.file, program);
  if (!measured) return error_of(measured);
  for (const stg::FittedCost& fitted : measured->fitted)
    costs.computations.push_back(fitted.samples == 0 ? std::nullopt
                                                     : std::optional(stg::ComputationCost{fitted.iteration_ns * 1e-9,
                                                                                          fitted.constant_ns * 1e-9}));
  return {};
}

} // namespace unply
