// unply report: reads a recording, builds its graph, searches and checks the figures, prints them.
#include "cli/command.h"
#include "cli/discover/discovery.h"
#include "cli/kinds_option.h"
#include "cli/report/report.h"
#include "cli/report/task_graph_report.h"
#include "cli/site_roles.h"
#include "graph/load_trace.h"
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>

namespace unply {

static constexpr const char* kReportFooter =
    "The figures count flow and extension dependences: anti and output dependences come from reused memory, and "
    "renaming\n"
    "removes them, so they are shown separately (\"as written\"; all_kinds in JSON). --kinds selects others. "
    "Executions\n"
    "of a trace region follow each other: tasks, dependences, work, span and levels add up, width is the largest.\n"
    "\n"
    "Of a recording of an MPI program the report says which of its calls the program's static task graph explains: "
    "that\n"
    "of --taskgraph, or the one that unply stg build wrote beside the program.\n"
    "\n"
    "Of a program that nobody annotated the report says which loops can run in parallel, with which clauses, what "
    "stops\n"
    "the others, and what each would bring.\n"
    "\n"
    "Exit codes: 0 printed; 2 usage, unreadable recording, no task instance recorded.\n"
    "Colours: only on a terminal, and not if NO_COLOR is set.\n"
    "\n"
    "Examples:\n"
    "  unply report heat.trace\n"
    "  unply report app.trace   # without annotation: its loops\n"
    "  unply report --kinds all --top 20 heat.trace\n"
    "  unply report --json heat.trace | jq '.traces[] | {tasks, parallelism}'";

// Of a program that nobody annotated.
static int report_loops(Trace&& trace, const ReportOptions& options, const std::string& format, bool top_given,
                        bool quote, const std::string& machine) {
  auto found = discover(options.file, std::move(trace), machine);
  if (!found) return print_error(found.error());
  LoopReportOptions loop_options{.width = options.width};
  if (top_given) loop_options.top = options.top;
  SourceQuotes sources(*found->trace, options.file, quote);
  std::string text = format == "json"    ? loops_json(*found)
                     : format == "sarif" ? loops_sarif(*found)
                                         : loops_text(*found, loop_options, sources, Style::of_stdout());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

static int report_graph(Trace&& trace, const ReportOptions& options, bool json, bool quote) {
  auto graph = ExecutionGraph::build(std::move(trace));
  if (!graph) return print_error(graph.error().about(options.file));
  if (graph->vertices() == 0) return print_error(no_tasks(options.file, graph->trace()));
  // From here on every figure has passed the independent checks.
  auto traces = summarise(*graph, options.kinds);
  if (!traces) return print_error(traces.error().about(options.file));
  SiteRoles roles = site_roles(graph->trace(), options.file);
  for (TraceSummary& summary : *traces) summary.recursion = find_recursion(*graph, summary.executions, roles);

  std::string text;
  if (json) {
    text = report_json(*graph, *traces, options);
  } else {
    SourceQuotes sources(graph->trace(), options.file, quote);
    text = report_text(*graph, *traces, options, sources, Style::of_stdout());
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

int cmd_report(int argc, char** argv) {
  ReportOptions options;
  std::string kinds, task_graph, machine, format = "text";
  bool json = false, no_source = false;
  CLI::App app(
      "Reports the parallelism of the recorded execution, the dependences that limit it, and the speedup available.");
  app.add_option("FILE", options.file, "recording made by unply record")->required();
  app.add_flag("--json", json, "machine-readable output: JSON on standard output");
  app.add_option("--format", format, "text, json, or sarif: loops of a program without annotation, for editors")
      ->check(CLI::IsMember({"text", "json", "sarif"}));
  app.add_option("--kinds", kinds, "dependences to count: flow,anti,output,extension or all (default flow,extension)");
  app.add_option("--top", options.top, "hottest dependences shown (default 5; all with --json)");
  app.add_option("--taskgraph", task_graph,
                 "of an MPI program: what unply stg build wrote; default: beside the program")
      ->type_name("FILE");
  app.add_option("--machine", machine, std::string("of loops without annotation: ") + kMachineHelp);
  app.add_flag("--no-source", no_source, "do not quote source lines");
  app.add_option("--width", options.width, "width of the text (default: the terminal's, else 100)")
      ->check(CLI::Range(40, 10000));
  app.footer(kReportFooter);
  options.width = terminal_width();
  if (int status = parse_command_line(app, argc, argv); status >= 0) return status;
  if (json) format = "json";
  json = format == "json";
  if (!kinds.empty()) {
    auto parsed = parse_kinds(kinds);
    if (!parsed) return print_error(parsed.error());
    options.kinds = *parsed;
  }
  if (json && app.count("--top") == 0) options.top = ~size_t{0};

  const auto graph_file = find_task_graph(options.file, task_graph);
  if (!graph_file) return print_error(graph_file.error());
  if (!graph_file->file.empty()) {
    const auto explained = explain_run(options.file, *graph_file);
    if (!explained) return print_error(explained.error());
    fmt::print("{}", json ? explained_json(*explained) : explained_text(*explained));
    return kExitOk;
  }

  auto trace = load_trace(options.file);
  if (!trace) return print_error(trace.error());
  if (trace->loops.recorded && trace->tasks.size() == 0)
    return report_loops(std::move(*trace), options, format, app.count("--top") != 0, !no_source, machine);
  if (format == "sarif")
    return print_error({fmt::format("--format sarif: {} has no loop profile", options.file),
                        "record a program without task annotations, or with unply record --loops"});
  return report_graph(std::move(*trace), options, json, !no_source);
}

} // namespace unply
