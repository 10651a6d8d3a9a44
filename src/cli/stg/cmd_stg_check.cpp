// unply stg check: what is wrong with a message-passing program for some number of processes, before it runs: found by
// matching the messages of small instances, and by the sets of the graph.
#include "cli/command.h"
#include "cli/stg/bindings_option.h"
#include "cli/stg/check_report.h"
#include "cli/stg/check_runs.h"
#include "cli/stg/stg_verbs.h"
#include "cli/stg/values_option.h"
#include "stg/graph/task_graph_file.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace unply {

namespace {

constexpr const char* kStgCheckFooter =
    "Found: partners that do not exist, messages that are never sent or never received, different tags, messages "
    "longer\n"
    "than their receive, collectives in different order, with different roots, sizes or operators, requests that "
    "nothing\n"
    "waits for, tags and counts that MPI refuses, deadlocks. Sends that only work with buffering, and faults behind a\n"
    "condition on data, are named and fail with --strict.\n"
    "\n"
    "Exit codes: 0 nothing wrong; 1 something is wrong; 2 usage, unreadable file.\n"
    "\n"
    "Examples:\n"
    "  unply stg check solver.taskgraph                    # P = 1 to 9\n"
    "  unply stg check solver.taskgraph --up-to 16 --at n=100 --strict\n"
    "  unply stg check solver.taskgraph --at n=100 --sarif solver.sarif";

struct CheckCommand {
  std::string file, sarif, bindings;
  std::vector<std::string> at, arguments;
  int up_to = 9;
  bool strict = false, json = false;
};

int check(const CheckCommand& command) {
  auto given = parse_values(command.at);
  if (!given) return print_error(given.error());
  const auto file = stg::read_task_graph(command.file);
  if (!file) return print_error(file.error());
  given->arguments = command.arguments;
  if (const auto taken = take_bindings(command.bindings, file->program, *given); !taken)
    return print_error(taken.error());
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
  add_bindings_option(app, command.bindings);
  app.add_flag("--strict", command.strict, "sends that only work with buffering are errors");
  app.add_flag("--json", command.json, "as JSON");
  app.add_option("--sarif", command.sarif, "also write FILE as SARIF 2.1.0")->type_name("FILE");
  app.footer(kStgCheckFooter);
  if (const int code = parse_command_line(app, argc, argv); code >= 0) return code;
  return check(command);
}

} // namespace unply
