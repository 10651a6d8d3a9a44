// unply stg check: what is wrong with a message-passing program for some number of processes, before it runs: found by
// matching the messages of small instances, and by the sets of the graph.
#include "cli/command.h"
#include "cli/stg/check_report.h"
#include "cli/stg/stg_verbs.h"
#include "cli/stg/values_option.h"
#include "stg/graph/task_graph_file.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

constexpr const char* kFooter =
    "Found: partners that do not exist, messages that are never sent or never received, different tags, messages "
    "longer\n"
    "than their receive, collectives in different order, with different roots, sizes or operators, requests that "
    "nothing\n"
    "waits for, deadlocks. Sends that only work with buffering are named and fail with --strict.\n"
    "\n"
    "Exit codes: 0 nothing wrong; 1 something is wrong; 2 usage, unreadable file.\n"
    "\n"
    "Examples:\n"
    "  unply stg check solver.taskgraph                    # P = 1 to 9\n"
    "  unply stg check solver.taskgraph --up-to 16 --at n=100 --strict\n"
    "  unply stg check solver.taskgraph --at n=100 --sarif solver.sarif";

struct CheckCommand {
  std::string file, sarif;
  std::vector<std::string> at, arguments;
  int up_to = 9;
  bool strict = false, json = false;
};

// Values that the user has not given: tried in this order until the program runs with them.
struct Guess {
  const char* text;
  std::function<double(const std::string& name, int ranks)> value;
};

bool counts_iterations(const std::string& name) {
  return name.find("it") != std::string::npos || name.find("step") != std::string::npos || name.starts_with("T_");
}

const std::vector<Guess>& guesses() {
  static const std::vector<Guess> all = {
      {"24, iterations 3", [](const std::string& name, int) { return counts_iterations(name) ? 3.0 : 24.0; }},
      {"P, iterations 3",
       [](const std::string& name, int ranks) { return counts_iterations(name) ? 3.0 : double(ranks); }},
      {"1", [](const std::string&, int) { return 1.0; }},
  };
  return all;
}

stg::Bindings bound(const stg::Program& program, const stg::Bindings& given, const Guess& guess, int ranks) {
  stg::Bindings bindings = given;
  bindings.ranks = ranks;
  for (const stg::Parameter& parameter : program.parameters)
    if (parameter.argument < 0 || given.arguments.empty()) // a word that is not there is not read
      bindings.values.try_emplace(parameter.name, guess.value(parameter.name, ranks));
  // Conditions on data: the same answer on every rank; 0 leaves what is repeated until it converges.
  bindings.ask = [guess, ranks](const stg::Unknown& unknown) -> std::optional<int64_t> {
    if (unknown.symbol.starts_with("c_")) return 0;
    return unknown.symbol.starts_with("T_") ? std::optional<int64_t>(int64_t(guess.value(unknown.symbol, ranks)))
                                            : std::nullopt;
  };
  return bindings;
}

bool is_clean(const stg::Matching& matching) {
  const auto is_type = [](const stg::Finding& one) { return one.fault == stg::Fault::different_types; };
  return !matching.aborted && !matching.cut && std::ranges::all_of(matching.findings, is_type);
}

// One number of processes: with the first guess that the program accepts. What only one guess shows may be the fault of
// the guess: it counts where every accepted guess shows some.
Result<void> check_ranks(const stg::Program& program, const stg::Bindings& given, int ranks, CheckReport& report) {
  std::optional<stg::Matching> kept;
  std::string why;
  bool free_values = false;
  for (const stg::Parameter& parameter : program.parameters)
    free_values = free_values || !given.values.contains(parameter.name);
  for (const Guess& guess : guesses()) {
    const stg::Bindings bindings = bound(program, given, guess, ranks);
    auto matching = stg::match(program, bindings, {});
    if (!matching) return error_of(matching);
    if (matching->aborted || matching->cut) {
      why = matching->cut ? "it has more steps than are tried"
                          : "it stops at " + place_text(program, matching->abort_place);
    } else if (is_clean(*matching)) {
      auto strict = stg::match(program, bindings, {.rendezvous = true});
      if (!strict) return error_of(strict);
      kept = std::move(*strict);
      break;
    } else if (!kept) {
      kept = std::move(*matching);
      report.values = guess.text;
    }
    if (!free_values) break;
  }
  if (!kept)
    report.skipped[ranks] = why;
  else
    report.add(ranks, *kept);
  for (const auto& [symbol, times] : kept ? kept->asked : std::map<std::string, uint64_t>{})
    if (!given.values.contains(symbol)) report.assumed.insert(symbol);
  return {};
}

int check(const CheckCommand& command) {
  auto given = parse_values(command.at);
  if (!given) return print_error(given.error());
  const auto file = stg::read_task_graph(command.file);
  if (!file) return print_error(file.error());
  given->arguments = command.arguments;
  CheckReport report(file->program);
  if (file->graph) report.add_graph(*file->graph);
  const int first = given->ranks ? given->ranks : 1, last = given->ranks ? given->ranks : command.up_to;
  for (int ranks = first; ranks <= last; ++ranks)
    if (const auto done = check_ranks(file->program, *given, ranks, report); !done)
      return print_error(done.error().about(command.file));
  if (!command.sarif.empty())
    if (const auto written = report.write_sarif(command.sarif, command.strict); !written)
      return print_error(written.error());
  fmt::print("{}", command.json ? report.json(command.strict) : report.text(command.strict));
  return report.fails(command.strict) ? kExitAnswerNo : kExitOk;
}

} // namespace

int cmd_stg_check(int argc, char** argv) {
  CheckCommand command;
  command.arguments = take_arguments(argc, argv);
  CLI::App app("What is wrong with a message-passing program for some number of processes.", "unply stg check");
  app.add_option("FILE", command.file, "the task graph that unply stg build wrote")->required();
  app.add_option("--up-to", command.up_to, "numbers of processes that are tried: 1 to this")
      ->check(CLI::Range(1, 1024));
  app.add_option("--at", command.at, "values: n=100; with P=4 only that number of processes");
  app.add_flag("--strict", command.strict, "sends that only work with buffering are errors");
  app.add_flag("--json", command.json, "as JSON");
  app.add_option("--sarif", command.sarif, "also write FILE as SARIF 2.1.0")->type_name("FILE");
  app.footer(kFooter);
  if (const int code = parse_command_line(app, argc, argv); code >= 0) return code;
  return check(command);
}

} // namespace unply
