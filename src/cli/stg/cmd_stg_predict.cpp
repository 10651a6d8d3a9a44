// unply stg predict: simulates runs of a program on any number of processes, and prints time, speedup and waiting.
#include "cli/command.h"
#include "cli/number_list.h"
#include "cli/stg/bindings_option.h"
#include "cli/stg/cost_options.h"
#include "cli/stg/stg_verbs.h"
#include "cli/stg/values_option.h"
#include "sim/machine_file.h"
#include "stg/export/predicted_run.h"
#include "stg/graph/task_graph_file.h"
#include "stg/prediction/prediction.h"
#include "stg/program/place_text.h"
#include "trace/output_file.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

constexpr const char* kStgPredictFooter =
    "Computations take the times of --costs, others their innermost iterations times --ns-per-iteration; messages "
    "take\n"
    "LogGP's times and share the ports of their ranks, collective operations the times of usual algorithms.\n"
    "Exit codes: 0 predicted; 1 a deadlock; 2 usage, unreadable file, what cannot be predicted.\n"
    "\n"
    "Examples:\n"
    "  unply stg predict solver.taskgraph -p 1..1024 --costs solver.costs --machine m.json -- 4096 100\n"
    "  unply stg predict pipeline.taskgraph -p 64 --at nb=64,b=1000 --ns-per-iteration 1.9 --latency-ns 1000\n"
    "  unply stg predict solver.taskgraph -p 64 --costs solver.costs -o run.trace -- 4096   # for unply view run.trace";

struct StgPredictCommand {
  std::string file, processes = "1..64", machine, output, bindings;
  CostOptions computing;
  std::vector<std::string> at, arguments;
  double latency_ns = 0, byte_ns = 0, overhead_ns = 0;
  int64_t eager_bytes = INT64_MAX;
  bool json = false;
};

Result<stg::PredictionCosts> costs_of(const StgPredictCommand& command, const CLI::App& app) {
  stg::PredictionCosts costs;
  if (!command.machine.empty()) {
    const auto network = read_network_costs(command.machine);
    if (!network) return error_of(network);
    const LogGP& measured = network->ping_pong;
    costs = {.latency_s = measured.latency_s,
             .per_byte_s = measured.gap_per_byte_s,
             .send_s = measured.o_send_s,
             .receive_s = measured.o_recv_s,
             .eager_bytes = int64_t(measured.eager_bytes)};
  }
  if (app.count("--latency-ns") != 0) costs.latency_s = command.latency_ns * 1e-9;
  if (app.count("--ns-per-byte") != 0) costs.per_byte_s = command.byte_ns * 1e-9;
  if (app.count("--overhead-ns") != 0) costs.send_s = costs.receive_s = command.overhead_ns * 1e-9;
  if (app.count("--eager-bytes") != 0) costs.eager_bytes = command.eager_bytes;
  return costs;
}

std::string text_of(const stg::Program& program, uint32_t procedure, uint32_t index) {
  const stg::Computation& computation = program.procedures[procedure].computations[index];
  const std::string name = computation.name.empty() ? "in " + program.procedures[procedure].name : computation.name;
  return fmt::format("{} {}", place_text(program, computation.place), name);
}

std::string text_of(const stg::Program& program, const stg::PathPart& part) {
  if (part.kind == stg::PathPart::Kind::computation) return text_of(program, part.procedure, part.index);
  const stg::Operation& operation = program.procedures[part.procedure].operations[part.index];
  return fmt::format("{} {}", place_text(program, operation.place), operation.name);
}

// The first row's time and processes are what others are compared with.
struct Row {
  unsigned processes;
  stg::PredictedRun run;
  double speedup, efficiency, waiting;

  // Share of the longest computation in all time of all processes.
  double dominant_share() const {
    const double all_s = run.time_s * processes;
    return run.by_computation.empty() || all_s <= 0 ? 0 : run.by_computation[0].time_s / all_s;
  }
};

void print_row(const stg::Program& program, const Row& row) {
  std::string dominant = "-";
  if (row.dominant_share() > 0) {
    const stg::ComputationTime& longest = row.run.by_computation[0];
    dominant =
        fmt::format("{} {:.0f} %", text_of(program, longest.procedure, longest.index), 100 * row.dominant_share());
  }
  fmt::print("{:>9} {:>14.9f} {:>9.2f} {:>10.1f} % {:>8.1f} % {:>12}  {}\n", row.processes, row.run.time_s, row.speedup,
             100 * row.efficiency, 100 * row.waiting, row.run.messages, dominant);
  for (const std::string& stuck : row.run.stuck) fmt::print("  deadlock: {}\n", stuck);
}

constexpr size_t kPathLines = 8;

void print_path(const stg::Program& program, const Row& row) {
  if (row.run.time_s <= 0 || row.run.critical_path.empty()) return;
  fmt::print("\ncritical path with {} process{}:\n", row.processes, row.processes == 1 ? "" : "es");
  double shown_s = 0;
  size_t lines = 0;
  for (const stg::PathPart& part : row.run.critical_path) {
    if (part.time_s <= 0 || lines++ == kPathLines) break;
    fmt::print("  {:>5.1f} %  {:>9} x {}\n", 100 * part.time_s / row.run.time_s, part.count, text_of(program, part));
    shown_s += part.time_s;
  }
  if (const double rest = 1 - shown_s / row.run.time_s; rest > 5e-4) fmt::print("  {:>5.1f} %  else\n", 100 * rest);
}

void print_without_cost(const stg::Program& program, const Row& row, double iteration_s) {
  for (const stg::ComputationTime& time : row.run.by_computation)
    if (!time.has_cost)
      fmt::print(stderr, "note: {} has no measured cost: {:.4g} ns for each iteration\n",
                 text_of(program, time.procedure, time.index), iteration_s * 1e9);
}

nlohmann::json path_of(const stg::Program& program, const Row& row) {
  static constexpr const char* kKinds[] = {"computation", "message", "collective"};
  nlohmann::json path = nlohmann::json::array();
  for (const stg::PathPart& part : row.run.critical_path)
    path.push_back({{"kind", kKinds[size_t(part.kind)]},
                    {"what", text_of(program, part)},
                    {"count", part.count},
                    {"time_s", part.time_s}});
  return path;
}

nlohmann::json computations_json(const stg::Program& program, const Row& row) {
  nlohmann::json computations = nlohmann::json::array();
  for (const stg::ComputationTime& time : row.run.by_computation)
    computations.push_back({{"what", text_of(program, time.procedure, time.index)},
                            {"instances", time.instances},
                            {"time_s", time.time_s},
                            {"measured", time.has_cost}});
  return computations;
}

nlohmann::json json_of(const stg::Program& program, const Row& row) {
  return {{"processes", row.processes},
          {"time_s", row.run.time_s},
          {"speedup", row.speedup},
          {"efficiency", row.efficiency},
          {"waiting_share", row.waiting},
          {"computing_s", row.run.computing_s},
          {"messages", row.run.messages},
          {"collectives", row.run.collectives},
          {"computations", row.run.computations},
          {"stuck", row.run.stuck},
          {"critical_path", path_of(program, row)},
          {"by_computation", computations_json(program, row)}};
}

Result<stg::PredictedRun> predict_into(const std::string& path, const stg::Program& program,
                                       const stg::Bindings& bindings, const stg::PredictionCosts& costs) {
  auto file = OutputFile::create(path);
  if (!file) return error_of(file);
  stg::PredictedRunWriter writer(program, bindings, "predicted by unply stg predict: no run was recorded", **file);
  auto run = stg::predict_run(program, bindings, costs, &writer);
  if (!run) return run;
  TRY(writer.finish());
  TRY((*file)->publish());
  return run;
}

int predict(const StgPredictCommand& command, const CLI::App& app) {
  auto bindings = parse_values(command.at);
  if (!bindings) return print_error(bindings.error());
  if (bindings->ranks != 0) return print_error({"stg predict: P is given by -p", "-p 1..64"});
  const auto processes = parse_doubling_list("-p", command.processes, 1);
  if (!processes) return print_error(processes.error());
  if (!command.output.empty() && processes->size() != 1)
    return print_error({fmt::format("-o {}: one run is written, and -p has {} numbers of processes", command.output,
                                    processes->size()),
                        "-p 64 -o run.trace"});
  auto costs = costs_of(command, app);
  if (!costs) return print_error(costs.error());
  const auto file = stg::read_task_graph(command.file);
  if (!file) return print_error(file.error());
  if (const auto taken = take_costs(command.computing, file->program, *costs); !taken)
    return print_error(taken.error());
  bindings->arguments = command.arguments;
  if (const auto taken = take_bindings(command.bindings, file->program, *bindings); !taken)
    return print_error(taken.error());
  if (!command.json)
    fmt::print("{:>9} {:>14} {:>9} {:>12} {:>10} {:>12}  {}\n", "processes", "time s", "speedup", "efficiency",
               "waiting", "messages", "dominant");
  nlohmann::json rows = nlohmann::json::array();
  std::optional<std::pair<unsigned, double>> first;
  std::optional<Row> last;
  bool stuck = false;
  for (const uint32_t ranks : *processes) {
    bindings->ranks = int(ranks);
    auto run = command.output.empty() ? stg::predict_run(file->program, *bindings, *costs)
                                      : predict_into(command.output, file->program, *bindings, *costs);
    if (!run) return print_error(run.error().about(command.file));
    if (const auto used = check_values_used(file->program, *bindings, run->asked); !used)
      return print_error(used.error());
    if (!first) first = {ranks, run->time_s};
    const double time_s = run->time_s, waiting_s = run->waiting_s, speedup = time_s > 0 ? first->second / time_s : 1;
    last = {.processes = ranks,
            .run = std::move(*run),
            .speedup = speedup,
            .efficiency = speedup * first->first / ranks,
            .waiting = time_s > 0 ? waiting_s / (time_s * ranks) : 0};
    stuck = stuck || !last->run.stuck.empty();
    if (command.json)
      rows.push_back(json_of(file->program, *last));
    else
      print_row(file->program, *last);
  }
  if (command.json)
    fmt::print("{}\n", rows.dump(2));
  else if (last)
    print_path(file->program, *last);
  if (last && !command.computing.file.empty()) print_without_cost(file->program, *last, costs->iteration_s);
  return stuck ? kExitAnswerNo : kExitOk;
}

} // namespace

int cmd_stg_predict(int argc, char** argv) {
  StgPredictCommand command;
  command.arguments = take_arguments(argc, argv);
  CLI::App app("Time, speedup and waiting of runs on any number of processes, by simulation.", "unply stg predict");
  app.add_option("FILE", command.file, "the task graph that unply stg build wrote")->required();
  app.add_option("-p", command.processes, "numbers of processes: 1..1024 by doubling, or 2,3,5; default: 1..64");
  add_bindings_option(app, command.bindings);
  app.add_option("--at", command.at, "values that the program asks for: n=100,m=3");
  add_cost_options(app, command.computing);
  app.add_option("-o,--output", command.output, "write the run as a recording, for unply view and stats")
      ->type_name("FILE");
  app.add_option("--machine", command.machine, "a machine file with a measured network");
  app.add_option("--latency-ns", command.latency_ns, "of a message; default: of the machine, else 0");
  app.add_option("--ns-per-byte", command.byte_ns, "of a message; likewise");
  app.add_option("--overhead-ns", command.overhead_ns, "of the sender and of the receiver of a message; likewise");
  app.add_option("--eager-bytes", command.eager_bytes, "the longest message whose send does not wait; default: any");
  app.add_flag("--json", command.json, "as JSON");
  app.footer(kStgPredictFooter);
  if (const int code = parse_command_line(app, argc, argv); code >= 0) return code;
  if (command.computing.file.empty() && app.count("--ns-per-iteration") == 0)
    return print_error({"stg predict: what computations take is needed",
                        "--costs solver.costs, which unply stg measure writes, or --ns-per-iteration 2"});
  return predict(command, app);
}

} // namespace unply
