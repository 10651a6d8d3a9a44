// unply graph: the execution graph of a recording in a format that other tools read, or as a picture.
#include "analysis/trace_summary.h"
#include "cli/command.h"
#include "cli/kinds_option.h"
#include "cli/spelling.h"
#include "graph/load_trace.h"
#include "graph/write_graph.h"
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>

namespace unply {

namespace {
struct Format {
  const char* name;
  void (*write)(const ExecutionGraph&, const GraphSelection&, TextOutput&);
};
constexpr Format kFormats[] = {
    {"dot", write_dot}, {"json", write_json}, {"graphml", write_graphml}, {"svg", write_svg}};

constexpr const char* kFooter =
    "Vertices are numbered from 1 in a topological order. Without --format the ending of the output's name decides,\n"
    "else dot. JSON: {\"tasks\":[{id,region,begin_ns,end_ns,label,...}],\"edges\":[{from,to,kind,site_from,site_to,\n"
    "variable,count}]}, where count is the number of bytes that carry the dependence.\n"
    "\n"
    "Exit codes: 0 written; 2 usage, unreadable recording, no task instance recorded, output not writable.\n"
    "\n"
    "Examples:\n"
    "  unply graph heat.trace -o heat.svg\n"
    "  unply graph --kinds flow heat.trace | dot -Tpdf -o heat.pdf\n"
    "  unply graph --format json heat.trace | jq '.edges | length'";
} // namespace

static Result<const Format*> find_format(const std::string& name, const std::string& output) {
  std::string word = name, given = "--format " + name;
  if (name.empty()) {
    size_t dot = output.find_last_of("./");
    if (dot == std::string::npos || output[dot] != '.') return &kFormats[0];
    word = output.substr(dot + 1);
    given = "-o " + output;
  }
  std::vector<std::string> known;
  for (const Format& format : kFormats) {
    if (word == format.name) return &format;
    known.emplace_back(format.name);
  }
  std::string near = nearest_word(word, known);
  return fail(fmt::format("{}: unknown format '{}', expected dot, json, graphml or svg", given, word),
              near.empty() ? "for example --format svg" : fmt::format("did you mean {}?", near));
}

// `id` as the report shows it: 0 for tasks outside every trace region, then trace regions by first execution.
static Result<std::vector<bool>> executions_of(const ExecutionGraph& graph, const std::string& file, uint32_t id) {
  uint32_t next = 1;
  for (const TraceRegionRuns& runs : graph.trace_regions()) {
    if ((runs.region == kNoRegion ? 0 : next++) != id) continue;
    std::vector<bool> chosen(graph.executions(), false);
    bool any = false;
    for (uint32_t execution : runs.executions) {
      chosen[execution] = true;
      any |= !graph.vertices_of(execution).empty();
    }
    if (!any)
      return fail(fmt::format("{}: no task instance ran in trace {}", file, id),
                  "unply report lists the trace regions");
    return chosen;
  }
  return fail(fmt::format("{}: there is no trace {}, expected {}", file, id,
                          next > 2   ? fmt::format("1 to {}", next - 1)
                          : next > 1 ? "1"
                                     : "0: all tasks ran outside trace regions"),
              fmt::format("unply report {}", file));
}

static Result<void> write_graph(const ExecutionGraph& graph, const GraphSelection& selection, const Format& format,
                                const std::string& output) {
  bool to_stdout = output.empty() || output == "-";
  std::FILE* file = to_stdout ? stdout : std::fopen(output.c_str(), "wb");
  if (file == nullptr)
    return fail(fmt::format("{}: cannot write: {}", output, std::strerror(errno)), "choose another place with -o");
  TextOutput out(file);
  format.write(graph, selection, out);
  Result<void> written = out.finish();
  if (!to_stdout && std::fclose(file) != 0 && written)
    written = fail(fmt::format("cannot write: {}", std::strerror(errno)));
  if (written) return {};
  if (to_stdout) std::clearerr(stdout); // said below, not once more at the end of main
  return fail(fmt::format("{}: {}", to_stdout ? "standard output" : output, written.error().what),
              "the graph there is incomplete; free some space or choose another place with -o");
}

int cmd_graph(int argc, char** argv) {
  std::string file, format_name, kinds, output;
  uint32_t trace_id = 0;
  CLI::App app("The execution graph of a recording: task instances and the dependences between them.");
  app.add_option("FILE", file, "recording made by unply record")->required();
  app.add_option("--format", format_name, "dot, json, graphml or svg");
  app.add_option("--kinds", kinds, "dependences to write: flow,anti,output,extension or all (default all)");
  app.add_option("--trace", trace_id, "only this trace region, as numbered by unply report");
  app.add_option("-o,--output", output, "file to write (default standard output)");
  app.footer(kFooter);
  if (int status = parse_command_line(app, argc, argv); status >= 0) return status;
  auto format = find_format(format_name, output);
  if (!format) return print_error(format.error());
  GraphSelection selection;
  if (!kinds.empty()) {
    auto parsed = parse_kinds(kinds);
    if (!parsed) return print_error(parsed.error());
    selection.kinds = *parsed;
  }

  auto trace = load_trace(file);
  if (!trace) return print_error(trace.error());
  auto graph = ExecutionGraph::build(std::move(*trace));
  if (!graph) return print_error({fmt::format("{}: {}", file, graph.error().what), graph.error().hint});
  if (graph->vertices() == 0) return print_error(no_tasks(file, graph->trace()));
  if (app.count("--trace") > 0) {
    auto chosen = executions_of(*graph, file, trace_id);
    if (!chosen) return print_error(chosen.error());
    selection.executions = std::move(*chosen);
  }
  auto written = write_graph(*graph, selection, **format, output);
  return written ? kExitOk : print_error(written.error());
}

} // namespace unply
