// unply stg verify: records a run, or takes a recording of one, and compares it with what the task graph says about the
// same ranks and arguments, call by call. Exit code 1: they differ.
#include "base/number_text.h"
#include "cli/command.h"
#include "cli/stg/bindings_option.h"
#include "cli/stg/bound_values.h"
#include "cli/stg/recorded_program.h"
#include "cli/stg/values_option.h"
#include "stg/agreement/agreement.h"
#include "stg/graph/operation_tiers.h"
#include "stg/program/place_text.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

constexpr const char* kStgVerifyFooter =
    "Values that the program takes from its data are taken from the run where they are trip counts; calls that depend\n"
    "on them count as observed and are not verified.\n"
    "Exit codes: 0 identical; 1 different; 2 usage, unreadable file, a value that is needed and not given.\n"
    "\n"
    "Examples:\n"
    "  unply stg verify solver.taskgraph -- mpirun -np 4 ./solver 4096\n"
    "  unply stg verify solver.taskgraph --trace solver.trace --at n=4096\n"
    "  unply stg verify solver.taskgraph --bindings of_two.json -- mpirun -np 8 ./solver 4096";

struct VerifyCommand {
  std::string file, trace, bindings, save_bindings;
  std::vector<std::string> at, words;
  bool json = false;
};

double share(uint64_t part, uint64_t whole) { return whole == 0 ? 0 : 100.0 * double(part) / double(whole); }

bool has_openmp(const stg::Program& program) {
  return std::ranges::any_of(program.procedures, [](const stg::Procedure& procedure) {
    return std::ranges::any_of(procedure.operations, [](auto& operation) { return stg::is_openmp(operation.call); });
  });
}

void print_constructs(const char* lead, const stg::ConstructCounts& counts) {
  fmt::print("{}{} with {}, {} with {}, {}, {}\n", lead, count_text(counts.tasks, "OpenMP task"),
             count_text(counts.dependences, "dependence"), count_text(counts.loops, "loop"),
             count_text(counts.iterations, "iteration"), count_text(counts.regions, "region"),
             count_text(counts.waits, "wait"));
}

void print_calls(const stg::CallCounts& counts, int ranks) {
  const uint64_t all = counts.operations();
  if (all == 0) {
    fmt::print("IDENTICAL {} collectives ({} rank{}); no messages\n", counts.collectives, ranks, ranks == 1 ? "" : "s");
    return;
  }
  fmt::print("IDENTICAL {} operations ({} rank{}; exact {:.0f} %, evaluable {:.0f} %, observed {:.0f} %)\n", all, ranks,
             ranks == 1 ? "" : "s", share(counts.by_tier[0], all), share(counts.by_tier[1], all),
             share(counts.by_tier[2], all));
  fmt::print("  {} sends, {} receives, {} to or from nobody, {} collectives, {} receives completed by waits\n",
             counts.sends, counts.receives, counts.nobody, counts.collectives, counts.completions);
  if (counts.evaluable_sizes > 0)
    fmt::print("  {} of the exact ones have sizes that are evaluable\n", counts.evaluable_sizes);
  if (counts.known_arguments > 0)
    fmt::print("  {} of the {} observed only in whether and how often they happen: no answer decides their arguments\n",
               counts.known_arguments, counts.by_tier[2]);
}

void print_text(const stg::Program& program, const stg::Agreement& agreement, int ranks) {
  const stg::CallCounts& counts = agreement.counts;
  fmt::print("{}", bound_text(agreement, "note: "));
  if (const auto& difference = agreement.difference) {
    if (program.mpi.empty())
      fmt::print("DIFFERENT in construct {}: {}\n", difference->call, difference->what);
    else
      fmt::print("DIFFERENT in call {} of rank {}: {}\n", difference->call, difference->rank, difference->what);
    fmt::print("  graph: {}{}\n", difference->program.empty() ? "nothing more" : difference->program,
               difference->program.empty() ? "" : " (" + place_text(program, difference->place) + ")");
    fmt::print("  run:   {}{}\n", difference->run.empty() ? "nothing more" : difference->run,
               difference->run.empty() ? "" : " (" + difference->run_site + ")");
    if (const std::string line = quoted_line(program, difference->place); !difference->program.empty() && !line.empty())
      fmt::print("  {}: {}\n", place_text(program, difference->place), line);
    return;
  }
  if (!program.mpi.empty()) print_calls(counts, ranks);
  const stg::ConstructCounts& c = counts.constructs;
  if (program.mpi.empty() || c.tasks + c.loops + c.regions + c.waits > 0)
    print_constructs(program.mpi.empty() ? "IDENTICAL " : "  ", c);
}

void print_json(const stg::Program& program, const stg::Agreement& agreement, int ranks, const std::string& note) {
  const stg::CallCounts& counts = agreement.counts;
  nlohmann::json made = {{"identical", !agreement.difference.has_value()},
                         {"ranks", ranks},
                         {"operations", counts.operations()},
                         {"sends", counts.sends},
                         {"receives", counts.receives},
                         {"nobody", counts.nobody},
                         {"collectives", counts.collectives},
                         {"completions", counts.completions},
                         {"exact", counts.by_tier[0]},
                         {"evaluable", counts.by_tier[1]},
                         {"observed", counts.by_tier[2]},
                         {"evaluable_sizes", counts.evaluable_sizes},
                         {"observed_known_arguments", counts.known_arguments},
                         {"bound", bound_json(agreement)}};
  if (const stg::ConstructCounts& constructs = counts.constructs; has_openmp(program))
    made["openmp"] = {{"tasks", constructs.tasks},
                      {"dependences", constructs.dependences},
                      {"loops", constructs.loops},
                      {"iterations", constructs.iterations},
                      {"regions", constructs.regions},
                      {"waits", constructs.waits},
                      {"note", note}};
  if (const auto& difference = agreement.difference)
    made["difference"] = {{"rank", difference->rank},         {"call", difference->call},
                          {"what", difference->what},         {"graph", difference->program},
                          {"run", difference->run},           {"place", place_text(program, difference->place)},
                          {"run_place", difference->run_site}};
  fmt::print("{}\n", made.dump(2));
}

// The order of constructs is that of the program on one thread only, and there each task runs where it is made.
void run_one_thread() {
  setenv("OMP_NUM_THREADS", "1", 1);
  setenv("OMP_THREAD_LIMIT", "1", 1); // also where the program sets its own number
}

// What is left out of the comparison.
std::string left_out(const stg::RecordedRun& run) {
  if (std::ranges::none_of(run.ranks, &stg::RecordedRank::has_teams)) return {};
  return "note: more than one thread ran OpenMP: its constructs are compared by kind, place, iterations and\n"
         "  dependences, not in their order, and without barriers, taskwaits and critical sections\n";
}

int verify(const VerifyCommand& command) {
  const auto file = stg::read_task_graph(command.file);
  if (!file) return print_error(file.error());
  stg::Bindings known; // before the run, so that a file that cannot be read costs none
  if (const auto taken = take_bindings(command.bindings, file->program, known); !taken)
    return print_error(taken.error());
  const bool openmp = has_openmp(file->program);
  if (openmp && command.trace.empty()) run_one_thread();
  auto run = run_of_program(file->program, command.at, command.trace, command.words, cmd_record);
  if (!run) return print_error(run.error());
  const std::string note = openmp ? left_out(run->run) : std::string();
  run->bindings.openmp = openmp;
  run->bindings.ask = known.ask;
  const int ranks = run->bindings.ranks;
  const auto agreement = stg::compare_with_run(file->program, run->bindings, run->run, stg::operation_tiers(*file));
  if (!agreement) return print_error(agreement.error().about(command.file));
  if (command.json) {
    print_json(file->program, *agreement, ranks, note);
  } else {
    fmt::print("{}", note);
    print_text(file->program, *agreement, ranks);
  }
  if (!command.save_bindings.empty() && !agreement->difference)
    if (const auto saved = stg::write_run_bindings(command.save_bindings, agreement->observed, file->program); !saved)
      return print_error(saved.error());
  return agreement->difference ? kExitAnswerNo : kExitOk;
}

} // namespace

int cmd_stg_verify(int argc, char** argv) {
  VerifyCommand command;
  command.words = take_arguments(argc, argv);
  CLI::App app("Compares a run with the task graph, call by call: unply stg verify FILE [OPTIONS] -- mpirun ...",
               "unply stg verify");
  app.add_option("FILE", command.file, "the task graph that unply stg build wrote")->required();
  app.add_option("--at", command.at, "values that the program asks for: n=100,m=3; P is that of the run");
  app.add_option("--trace", command.trace, "compare this recording of a run");
  add_bindings_option(app, command.bindings);
  app.add_option("--save-bindings", command.save_bindings,
                 "writes to a file what was taken from this run, if it is identical");
  app.add_flag("--json", command.json, "as JSON");
  app.footer(kStgVerifyFooter);
  if (const int code = parse_command_line(app, argc, argv); code >= 0) return code;
  if (command.words.empty() == command.trace.empty())
    return print_error({"stg verify: a command to run behind --, or a recording with --trace, is needed",
                        "unply stg verify solver.taskgraph -- mpirun -np 4 ./solver"});
  return verify(command);
}

} // namespace unply
