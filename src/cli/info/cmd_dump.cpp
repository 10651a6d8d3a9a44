// unply dump: prints a recording as text, for grep, diff and tests.
#include "cli/command.h"
#include "cli/info/dump_text.h"
#include "cli/spelling.h"
#include "graph/recording_file.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace unply {

int cmd_dump(int argc, char** argv) {
  DumpOptions options;
  std::string path;
  bool no_times = false;
  CLI::App app("Prints a recording as text: one line for each row, in the order of the file's tables.");
  app.add_option("FILE", path, "the recording")->required();
  app.add_option("--table", options.table, "only this table: meta, strings, sites, regions, traces, tasks, edges, ...");
  app.add_flag("--no-times", no_times,
               "leave out values that differ from run to run: times, machine, addresses, counters");
  app.footer("Exit codes: 0 printed; 2 usage, unreadable recording.\n\n"
             "Examples:\n"
             "  unply dump heat.trace | less\n"
             "  unply dump --no-times heat.trace > expected.txt");
  if (int code = parse_command_line(app, argc, argv); code >= 0) return code;
  options.times = !no_times;
  std::vector<std::string> tables(std::begin(kDumpTables), std::end(kDumpTables));
  if (!options.table.empty() && std::find(tables.begin(), tables.end(), options.table) == tables.end()) {
    std::string nearest = nearest_word(options.table, tables);
    return print_error(
        {fmt::format("--table {}: no such table, expected one of {}", options.table, fmt::join(tables, ", ")),
         nearest.empty() ? "unply dump FILE prints all but strings" : fmt::format("did you mean {}?", nearest)});
  }

  auto trace = read_recording(path, {.counts = true});
  if (!trace) return print_error(trace.error());
  TextOutput out(stdout);
  dump_trace(*trace, options, out);
  auto streamed = dump_stream(path, *trace, options, out);
  if (streamed) streamed = dump_phases(path, *trace, options, out);
  auto written = out.finish();
  if (!written) return print_error(written.error());
  return streamed ? kExitOk : print_error(streamed.error());
}

} // namespace unply
