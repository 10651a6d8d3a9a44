// unply stats: where the time of a parallel run went: states, loops, waits, locks, subroutines, the critical path
// (parallel-execution-profiler-1991), in one pass over its events.
#include "base/split.h"
#include "cli/command.h"
#include "cli/graph_output.h"
#include "cli/spelling.h"
#include "cli/stats/stats.h"
#include "cli/time_option.h"
#include "trace/trace_reader.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace unply {

namespace {
constexpr const char* kStatsFooter =
    "States: active; waiting for a task, an event (barrier, message, condition variable) or a lock; overhead of the\n"
    "runtime; preempted; idle; set-up of MPI; not recorded. Efficiency: active time / (threads x elapsed), with the\n"
    "most alive at once.\n"
    "TABLE of --by: loop, region, thread, process, subroutine, lock, wait, barrier, statement, path, user or phase.\n"
    "\n"
    "Exit codes: 0 printed; 2 usage, unreadable file, no parallel run in it.\n"
    "\n"
    "Examples:\n"
    "  unply stats app.trace                              # lost time, by cause\n"
    "  unply stats app.trace --from 1.2s --to 1400ms      # of this part of the run\n"
    "  unply stats app.trace --by loop                    # every loop: iterations, chunks, threads, imbalance\n"
    "  unply stats app.trace --by statement --exclude task\n"
    "  unply stats app.trace --by loop --csv > loops.csv\n"
    "  unply stats app.trace --json | jq '.efficiency'";

struct StatsCommand {
  std::string file, from, to, by, machine, exclude;
  bool json = false, csv = false;
};

Result<std::vector<std::string>> parse_statements(const std::string& text) {
  std::vector<std::string> words, known = statement_names();
  if (!text.empty()) words = split(text, ',');
  for (const std::string& word : words) {
    if (std::ranges::find(known, word) == known.end()) {
      std::string near = nearest_word(word, known);
      return fail(
          fmt::format("--exclude: unknown statement '{}', expected one of the table that --by statement prints", word),
          near.empty() ? "for example --exclude task,chunk" : fmt::format("did you mean {}?", near));
    }
  }
  return words;
}

int print_stats(const StatsCommand& command, const StatsInput& input) {
  SourceQuotes sources(*input.tables, command.file, false);
  std::string text;
  if (command.json)
    text = stats_json(input, sources, command.by);
  else if (command.csv)
    text = stats_csv(input, sources, command.by);
  else
    text = stats_text(input, sources, command.by, terminal_width(), Style::of_stdout());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

struct Costs {
  std::optional<Machine> machine;
  std::vector<std::string> excluded;
};

int print_events(const StatsCommand& command, const EventFile& file, const Costs& costs) {
  auto window = parse_window(command.from, command.to, file.duration_ns());
  if (!window) return print_error(window.error());
  auto run = run_statistics(file, {window->begin_ns, window->end_ns});
  if (!run) return print_error(run.error().about(command.file));
  return print_stats(command, {.file = command.file,
                               .tables = &file.tables(),
                               .objects = file.objects(),
                               .processes = file.processes(),
                               .run = std::move(*run),
                               .machine = costs.machine,
                               .excluded = costs.excluded});
}

// What unply bound --emit wrote: its processors are threads that are active or idle.
int print_simulated(const StatsCommand& command, const Trace& trace, const Costs& costs) {
  auto window = parse_window(command.from, command.to, timeline_head(trace).duration_ns);
  if (!window) return print_error(window.error());
  auto run = run_statistics(trace, {window->begin_ns, window->end_ns});
  if (!run) return print_error(run.error().about(command.file));
  return print_stats(command, {.file = command.file,
                               .tables = &trace,
                               .objects = {},
                               .processes = {},
                               .run = std::move(*run),
                               .machine = costs.machine,
                               .excluded = costs.excluded});
}

int run_stats(const StatsCommand& command) {
  if (!command.by.empty())
    if (auto known = find_word("--by", command.by, stats_tables()); !known) return print_error(known.error());
  if (command.csv && command.by.empty())
    return print_error({"--csv: one table is written, expected --by with its name", "for example --by loop"});
  auto excluded = parse_statements(command.exclude);
  if (!excluded) return print_error(excluded.error());
  auto machine = stats_machine(command.machine);
  if (!machine) return print_error(machine.error());
  Costs costs{*machine, *excluded};
  auto tables = read_trace(command.file, {.graph = false, .sources = false});
  if (tables && tables->info.simulated) {
    auto trace = read_trace(command.file);
    return trace ? print_simulated(command, *trace, costs) : print_error(trace.error());
  }
  auto file = open_parallel_run(command.file);
  return file ? print_events(command, *file, costs) : print_error(file.error());
}
} // namespace

int cmd_stats(int argc, char** argv) {
  StatsCommand command;
  CLI::App app("Where the time of a parallel run went: states, loops, waits, locks, subroutines, the critical path.");
  app.add_option("FILE", command.file, "recording of a parallel run made by unply record")->required();
  app.add_option("--from", command.from, "begin of the part to look at: 1.2s, 300ms, 20%");
  app.add_option("--to", command.to, "end of it");
  app.add_option("--by", command.by, "one table in full, named below");
  app.add_option("--exclude", command.exclude, "kinds of statements to leave out of that table, separated by commas");
  app.add_option("--machine", command.machine,
                 "costs that unply machine measured: a file, or none (default: the saved one)");
  app.add_flag("--json", command.json, "machine-readable output: JSON on standard output");
  app.add_flag("--csv", command.csv, "the table of --by as comma-separated values, times in ns");
  app.footer(kStatsFooter);
  if (int status = parse_command_line(app, argc, argv); status >= 0) return status;
  return run_stats(command);
}

} // namespace unply
