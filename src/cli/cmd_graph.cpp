// unply graph: writes the execution graph of a recording in a format of other tools, or as a picture.
#include "analysis/symmetry/orbits.h"
#include "cli/command.h"
#include "cli/graph_input.h"
#include "cli/graph_output.h"
#include "cli/kinds_option.h"
#include "graph/levels.h"
#include "graph/load_trace.h"
#include "graph/write_graph.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace unply {

namespace {
struct Format {
  const char* name;
  void (*write)(const ExecutionGraph&, const GraphSelection&, TextOutput&);
  bool coloured;
};
constexpr Format kFormats[] = {
    {"dot", write_dot, true}, {"json", write_json, false}, {"graphml", write_graphml, false}, {"svg", write_svg, true}};

constexpr const char* kGraphFooter =
    "Vertices are numbered from 1 in a topological order. Without --format the extension of the output file decides,\n"
    "else dot. JSON: {\"tasks\":[{id,region,begin_ns,end_ns,label,...}],\"edges\":[{from,to,kind,site_from,site_to,\n"
    "variable,count}]}, where count is the number of bytes that carry the dependence.\n"
    "\n"
    "Exit codes: 0 written; 2 usage, unreadable recording, no task instance recorded, output not writable.\n"
    "\n"
    "Examples:\n"
    "  unply graph heat.trace -o heat.svg\n"
    "  unply graph --color class heat.trace -o heat_classes.svg\n"
    "  unply graph --kinds flow heat.trace | dot -Tpdf -o heat.pdf\n"
    "  unply graph --format json heat.trace | jq '.edges | length'";
} // namespace

static Result<std::vector<bool>> executions_of(const ExecutionGraph& graph, const std::string& file, uint32_t id) {
  auto runs = find_trace_region(graph, file, id);
  if (!runs) return error_of(runs);
  std::vector<bool> chosen(graph.executions(), false);
  for (uint32_t execution : runs->executions) chosen[execution] = true;
  return chosen;
}

// The orbits of Aut(G) of each execution's graph, regions kept apart. A class of one execution is none of another's.
static Result<GraphColours> class_colours(const ExecutionGraph& graph, const GraphSelection& selection) {
  GraphColours colours{.scheme = GraphColours::Scheme::classes,
                       .what = "class",
                       .legend = "",
                       .group = std::vector<uint32_t>(graph.vertices(), 0),
                       .groups = 0,
                       .hue = {}};
  bool proven = true;
  uint32_t hues = 0;
  for (uint32_t execution = 0; execution < graph.executions(); ++execution) {
    std::span<const uint32_t> members = graph.vertices_of(execution);
    if (members.empty() || !selection.has_vertex(graph, members[0])) continue;
    auto tasks = task_graph_of(graph, execution, selection.kinds);
    if (!tasks) return error_of(tasks);
    OrbitPartition found = find_orbits(tasks->dag, tasks->region);
    proven &= found.proof != OrbitProof::none;
    for (size_t v = 0; v < members.size(); ++v) colours.group[members[v]] = colours.groups + found.orbits.class_of[v];
    colours.groups += found.orbits.classes;
    std::vector<uint32_t> tasks_in(found.orbits.classes, 0);
    for (uint32_t c : found.orbits.class_of) ++tasks_in[c];
    for (uint32_t count : tasks_in) colours.hue.push_back(count > 1 ? hues++ : GraphColours::kNoHue);
  }
  colours.legend = fmt::format("colours: {} classes of tasks that can be exchanged without changing a dependence, {}",
                               hues, proven ? "proven" : "a bound: more may be alike");
  if (colours.groups > hues) colours.legend += fmt::format("; white: {} tasks like no other", colours.groups - hues);
  return colours;
}

static GraphColours level_colours(const ExecutionGraph& graph, const GraphSelection& selection) {
  GraphColours colours{.scheme = GraphColours::Scheme::levels,
                       .what = "level",
                       .legend = "",
                       .group = earliest_levels(graph, selection.kinds),
                       .groups = 0,
                       .hue = {}};
  for (uint32_t v = 0; v < graph.vertices(); ++v)
    if (selection.has_vertex(graph, v)) colours.groups = std::max(colours.groups, colours.group[v] + 1);
  colours.legend = fmt::format("colours: {} levels, from light to dark", colours.groups);
  return colours;
}

static Result<void> choose_colours(const std::string& scheme, const ExecutionGraph& graph, GraphSelection& selection) {
  if (scheme == "level") selection.colours = std::make_shared<const GraphColours>(level_colours(graph, selection));
  if (scheme == "class") {
    auto colours = class_colours(graph, selection);
    if (!colours) return error_of(colours);
    selection.colours = std::make_shared<const GraphColours>(std::move(*colours));
  }
  return {};
}

static Result<void> check_colours(const std::string& scheme, const Format& format) {
  if (scheme.empty()) return {};
  if (auto known = find_word("--color", scheme, {"class", "level", "region"}); !known) return error_of(known);
  if (format.coloured) return {};
  return fail(fmt::format("--color {}: {} has no colours, expected --format dot or svg", scheme, format.name),
              "unply quotient --once --classes --json writes the class of each task");
}

int cmd_graph(int argc, char** argv) {
  std::string file, format_name, kinds, colours, output;
  uint32_t trace_id = 0;
  CLI::App app("Writes the execution graph of a recording: task instances and the dependences between them.");
  app.add_option("FILE", file, "recording made by unply record")->required();
  app.add_option("--format", format_name, "dot, json, graphml or svg");
  app.add_option("--kinds", kinds, "dependences to write: flow,anti,output,extension or all (default all)");
  app.add_option("--color", colours, "fill of the boxes in dot and svg: class, level or region (default region)");
  app.add_option("--trace", trace_id, "only this trace region, as numbered by unply report");
  app.add_option("-o,--output", output, "file to write (default standard output)");
  app.footer(kGraphFooter);
  if (int status = parse_command_line(app, argc, argv); status >= 0) return status;
  auto number = find_format(format_name, output, {"dot", "json", "graphml", "svg"});
  if (!number) return print_error(number.error());
  const Format& format = kFormats[*number];
  if (auto checked = check_colours(colours, format); !checked) return print_error(checked.error());
  GraphSelection selection;
  if (!kinds.empty()) {
    auto parsed = parse_kinds(kinds);
    if (!parsed) return print_error(parsed.error());
    selection.kinds = *parsed;
  }

  auto trace = load_trace(file);
  if (!trace) return print_error(trace.error());
  auto graph = ExecutionGraph::build(std::move(*trace));
  if (!graph) return print_error(graph.error().about(file));
  if (graph->vertices() == 0) return print_error(no_tasks(file, graph->trace()));
  if (app.count("--trace") > 0) {
    auto chosen = executions_of(*graph, file, trace_id);
    if (!chosen) return print_error(chosen.error());
    selection.executions = std::move(*chosen);
  }
  if (auto chosen = choose_colours(colours, *graph, selection); !chosen) return print_error(chosen.error());
  auto written = write_output(output, "graph", [&](TextOutput& out) { format.write(*graph, selection, out); });
  return written ? kExitOk : print_error(written.error());
}

} // namespace unply
