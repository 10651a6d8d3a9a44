// unply stg measure: records a run, or takes a recording of one, and fits to it the cost of an iteration of each
// computation. A file of costs that is there already is extended by the run.
#include "cli/command.h"
#include "cli/stg/recorded_program.h"
#include "cli/stg/stg_verbs.h"
#include "cli/stg/values_option.h"
#include "stg/costs/costs.h"
#include "stg/graph/task_graph_file.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace unply {

namespace {

constexpr const char* kStgMeasureFooter =
    "The time between two calls is the sum of the computations there: iterations times ns per iteration, and a "
    "constant\n"
    "for each instance where runs can tell it. Runs of several sizes tell more.\n"
    "Exit codes: 0 measured; 2 usage, unreadable file, a run that is not what the graph says.\n"
    "\n"
    "Examples:\n"
    "  unply stg measure solver.taskgraph -o solver.costs -- mpirun -np 2 ./solver 1024\n"
    "  unply stg measure solver.taskgraph -o solver.costs --trace solver.trace";

struct MeasureCommand {
  std::string file, output, trace;
  std::vector<std::string> at, words;
};

std::string text_of(const stg::ComputationName& name) {
  return fmt::format("{} {}", name.place, name.name.empty() ? "in " + name.procedure : name.name);
}

// Always four digits: "4.000".
std::string four_digits(double value) {
  std::string text = fmt::format("{:#.4g}", value);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

void print_costs(const stg::TaskCosts& costs) {
  fmt::print("{:<32} {:>14} {:>12} {:>10} {:>8} {:>7} {:>9}  {}\n", "computation", "ns/iteration", "constant ns",
             "executed", "samples", "R2", "residual", "by");
  for (size_t i = 0; i < costs.fitted.size(); ++i) {
    const stg::FittedCost& cost = costs.fitted[i];
    const std::string name = text_of(costs.computations[i]);
    if (cost.samples == 0) {
      fmt::print("{:<32} not executed\n", name);
      continue;
    }
    fmt::print("{:<32} {:>14} {:>12.4g} {:>10} {:>8} {:>7} {:>7.1f} %  {}\n", name, four_digits(cost.iteration_ns),
               cost.constant_ns, cost.instances, cost.samples, cost.r2 < 0 ? "-" : fmt::format("{:.4f}", cost.r2),
               100 * cost.residual, cost.timed ? "timer" : "calls");
    if (cost.cache_misses) fmt::print("{:<32} {:>14.4g} cache misses in an iteration\n", "", *cost.cache_misses);
  }
  for (size_t i = 0; i < costs.fitted.size(); ++i)
    if (costs.fitted[i].samples != 0 && costs.fitted[i].group != i)
      fmt::print("note: {} cannot be told apart from {}: both have the figures of the two together\n",
                 text_of(costs.computations[i]), text_of(costs.computations[costs.fitted[i].group]));
}

int measure(const MeasureCommand& command) {
  const auto file = stg::read_task_graph(command.file);
  if (!file) return print_error(file.error());
  stg::TaskCosts costs = {.computations = stg::computations_of(file->program)};
  if (std::filesystem::exists(command.output)) {
    auto known = stg::read_costs(command.output, file->program);
    if (!known) return print_error(known.error());
    costs = std::move(*known);
  }
  const auto run = run_of_program(file->program, command.at, command.trace, command.words, cmd_record, true);
  if (!run) return print_error(run.error());
  const auto samples = stg::samples_of_run(file->program, run->bindings, run->run);
  if (!samples) return print_error(samples.error().about(command.file));
  costs.samples.insert(costs.samples.end(), samples->samples.begin(), samples->samples.end());
  ++costs.runs;
  stg::fit_costs(costs);
  if (const auto written = stg::write_costs(command.output, costs); !written) return print_error(written.error());
  print_costs(costs);
  const bool counted = std::ranges::any_of(costs.fitted, [](auto& cost) { return cost.cache_misses.has_value(); });
  if (!run->run.timers.empty() && !counted)
    fmt::print("note: cache misses were not counted: the system gives the program no counter (perf_event_open)\n");
  for (const uint32_t number : samples->unexplained)
    fmt::print("note: a timer of {} ran where the task graph does not execute it; that time is left out\n",
               text_of(costs.computations[number]));
  for (const uint32_t number : samples->silent)
    fmt::print("note: no timer of {} ran where the task graph executes it; it has no figure from there\n",
               text_of(costs.computations[number]));
  return kExitOk;
}

} // namespace

int cmd_stg_measure(int argc, char** argv) {
  MeasureCommand command;
  command.words = take_arguments(argc, argv);
  CLI::App app("Costs of computations from a run: unply stg measure FILE -o COSTS [OPTIONS] -- mpirun ...",
               "unply stg measure");
  app.add_option("FILE", command.file, "the task graph that unply stg build wrote")->required();
  app.add_option("-o", command.output, "the file of costs; one that is there is extended by this run")->required();
  app.add_option("--at", command.at, "values that the program asks for: n=100,m=3; P is that of the run");
  app.add_option("--trace", command.trace, "take this recording of a run");
  app.footer(kStgMeasureFooter);
  if (const int code = parse_command_line(app, argc, argv); code >= 0) return code;
  if (command.words.empty() == command.trace.empty())
    return print_error({"stg measure: a command to run behind --, or a recording with --trace, is needed",
                        "unply stg measure solver.taskgraph -o solver.costs -- mpirun -np 2 ./solver"});
  return measure(command);
}

} // namespace unply
