// The first byte that is not white space distinguishes JSON from a recording.
#include "cli/graph_input.h"
#include "base/mapped_file.h"
#include "cli/source_quotes.h"
#include "graph/load_trace.h"
#include "graph/names.h"
#include "graph/read_json.h"
#include "graph/text_output.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace unply {

Result<TraceRegionRuns> find_trace_region(const ExecutionGraph& graph, const std::string& file, uint32_t id) {
  uint32_t next = 1;
  for (TraceRegionRuns& runs : graph.trace_regions()) {
    if ((runs.region == kNoRegion ? 0 : next++) != id) continue;
    bool any = std::ranges::any_of(runs.executions, [&](uint32_t x) { return !graph.vertices_of(x).empty(); });
    if (any) return std::move(runs);
    return fail(fmt::format("{}: no task instance ran in trace {}", file, id), "unply report lists the trace regions");
  }
  return fail(fmt::format("{}: there is no trace {}, expected {}", file, id,
                          next > 2   ? fmt::format("1 to {}", next - 1)
                          : next > 1 ? "1"
                                     : "0: all tasks ran outside trace regions"),
              fmt::format("unply report {}", file));
}

// tasks: of each execution. Which of them are meant, from 0: the one chosen, all that have tasks, or the first of the
// largest.
static Result<std::vector<uint32_t>> choose_executions(const std::vector<uint64_t>& tasks, const std::string& file,
                                                       const GraphChoice& choice, GraphInput& input) {
  input.executions = static_cast<uint32_t>(tasks.size());
  std::vector<uint32_t> chosen;
  if (!choice.execution) {
    if (choice.in_series)
      for (uint32_t x = 0; x < tasks.size(); ++x)
        if (tasks[x] > 0) chosen.push_back(x);
    if (!choice.in_series) chosen = {static_cast<uint32_t>(std::ranges::max_element(tasks) - tasks.begin())};
    input.execution = choice.in_series && tasks.size() > 1 ? 0 : chosen[0] + 1;
    return chosen;
  }
  std::string expected = tasks.size() > 1 ? fmt::format("1 to {}", tasks.size()) : "1";
  const char* without = choice.in_series ? "without --execution all of them are used, one after the other"
                                         : "without --execution the one with the most tasks is used";
  uint32_t x = *choice.execution;
  if (x == 0 || x > tasks.size())
    return fail(fmt::format("{}: there is no execution {}, expected {}", file, x, expected), without);
  if (tasks[x - 1] == 0) return fail(fmt::format("{}: no task instance ran in execution {}", file, x), without);
  input.execution = x;
  return std::vector{x - 1};
}

static void add_execution_to_title(GraphInput& input) {
  if (input.executions <= 1) return;
  if (!input.title.empty()) input.title += ", ";
  input.title += input.execution == 0
                     ? fmt::format("{} executions in series (--execution N for one)", input.executions)
                     : fmt::format("execution {} of {} (--execution N for others)", input.execution, input.executions);
}

uint32_t largest_trace_region(const ExecutionGraph& graph, const std::function<uint64_t(uint32_t)>& size) {
  uint64_t most = 0;
  uint32_t next = 1, largest = 0;
  for (const TraceRegionRuns& runs : graph.trace_regions()) {
    uint32_t id = runs.region == kNoRegion ? 0 : next++;
    uint64_t sum = 0;
    for (uint32_t execution : runs.executions) sum += size(execution);
    if (sum > most) most = sum, largest = id;
  }
  return largest;
}

// The source line of a region; of a pragma, that of the statement behind it and behind other directives.
static std::string statement_at(SourceQuotes& sources, const Region& region) {
  constexpr uint32_t kLinesTried = 5;
  std::string first = sources.line(region.file, region.line).value_or(""), line = first;
  for (uint32_t at = 1; at < kLinesTried && (line.empty() || line.starts_with("#")) && !first.empty(); ++at)
    line = sources.line(region.file, region.line + at).value_or("");
  return line.empty() || line.starts_with("#") ? first : line;
}

// Of each region of the task graph, in the order of their first tasks as in region_names.
static void name_regions(GraphInput& input, const ExecutionGraph& graph, SourceQuotes& sources) {
  const Trace& trace = graph.trace();
  input.region_places.resize(input.graph.region_names.size());
  input.region_lines.resize(input.graph.region_names.size());
  std::vector<bool> named(input.graph.region_names.size(), false);
  for (size_t v = 0; v < input.graph.id.size(); ++v) {
    uint32_t own = input.graph.region[v];
    if (named[own]) continue;
    named[own] = true;
    uint32_t row = trace.tasks.region[input.graph.id[v] - 1];
    input.region_places[own] = sources.region(row);
    input.region_lines[own] = valid_utf8(statement_at(sources, trace.regions[row]));
  }
}

static Result<GraphInput> load_recording(const std::string& file, const GraphChoice& choice, GraphOrigin* origin) {
  auto trace = load_trace(file);
  if (!trace) return error_of(trace);
  auto graph = ExecutionGraph::build(std::move(*trace));
  if (!graph) return std::unexpected(graph.error().about(file));
  if (graph->vertices() == 0) return std::unexpected(no_tasks(file, graph->trace()));
  GraphInput input;
  input.file = file;
  input.from_recording = true;
  input.info = graph->trace().info;
  auto tasks_of = [&](uint32_t execution) { return graph->vertices_of(execution).size(); };
  input.trace_id = choice.trace_id.value_or(largest_trace_region(*graph, tasks_of));
  auto runs = find_trace_region(*graph, file, input.trace_id);
  if (!runs) return error_of(runs);
  std::vector<uint64_t> tasks;
  for (uint32_t x : runs->executions) tasks.push_back(graph->vertices_of(x).size());
  auto chosen = choose_executions(tasks, file, choice, input);
  if (!chosen) return error_of(chosen);
  std::vector<uint32_t> rows;
  for (uint32_t x : *chosen) rows.push_back(runs->executions[x]);
  for (uint32_t x : runs->executions)
    for (uint32_t v : graph->vertices_of(x)) input.all_work_ns += graph->work_ns(v);
  if (choice.in_series) {
    input.graph = unply::tasks_of(*graph, rows);
    for (uint32_t x : rows)
      input.part_first.push_back(input.part_first.back() + static_cast<uint32_t>(graph->vertices_of(x).size()));
    input.part_first.pop_back();
  } else {
    auto task_graph = task_graph_of(*graph, rows[0], choice.kinds);
    if (!task_graph) return std::unexpected(task_graph.error().about(file));
    input.graph = std::move(*task_graph);
  }
  for (uint64_t work_ns : input.graph.work_ns) input.work_ns += work_ns;
  SourceQuotes sources(graph->trace(), file, choice.quote);
  name_regions(input, *graph, sources);
  input.title = "tasks outside every trace region";
  if (runs->region != kNoRegion) {
    input.title = fmt::format("trace {}: {}", input.trace_id, sources.region(runs->region));
    std::string_view function = graph->trace().text(graph->trace().regions[runs->region].function);
    if (!function.empty()) input.title += fmt::format(" in {}", function);
  }
  add_execution_to_title(input);
  if (origin != nullptr) TRY(origin->see(*graph, rows, sources));
  return input;
}

// The tasks of several graphs, one after the other; their edges are left out.
static TaskGraph in_series(std::vector<TaskGraph> parts, std::vector<uint32_t>& part_first) {
  TaskGraph all;
  std::map<std::string, uint32_t> region_of;
  part_first.clear();
  for (TaskGraph& part : parts) {
    part_first.push_back(static_cast<uint32_t>(all.id.size()));
    for (size_t v = 0; v < part.id.size(); ++v) {
      const std::string& name = part.region_names[part.region[v]];
      auto [region, added] = region_of.try_emplace(name, static_cast<uint32_t>(all.region_names.size()));
      if (added) all.region_names.push_back(name);
      all.region.push_back(region->second);
    }
    all.id.insert(all.id.end(), part.id.begin(), part.id.end());
    all.work_ns.insert(all.work_ns.end(), part.work_ns.begin(), part.work_ns.end());
    part = {};
  }
  return all;
}

static Result<GraphInput> load_document(const std::string& file, std::span<const uint8_t> bytes,
                                        const GraphChoice& choice, GraphOrigin* origin) {
  if (choice.trace_id)
    return fail(fmt::format("{}: --trace {}: a graph in JSON does not name the trace region of its tasks", file,
                            *choice.trace_id),
                "unply graph --trace N --format json writes one trace region; --execution N chooses an execution");
  auto document = read_graph_json(bytes, file, {}, origin != nullptr);
  if (!document) return error_of(document);
  std::map<uint32_t, uint64_t> tasks_of; // "trace" of the tasks: one execution each
  for (uint32_t trace : document->trace) ++tasks_of[trace];
  if (tasks_of.empty())
    return fail(fmt::format("{}: has no tasks, expected at least one", file), "\"tasks\":[{\"id\":1}] is the smallest");
  std::vector<uint32_t> traces;
  std::vector<uint64_t> tasks;
  for (const auto& [trace, count] : tasks_of) traces.push_back(trace), tasks.push_back(count);
  GraphInput input;
  input.file = file;
  auto chosen = choose_executions(tasks, file, choice, input);
  if (!chosen) return error_of(chosen);
  std::vector<uint32_t> of_tasks;
  std::vector<TaskGraph> parts;
  for (uint32_t x : *chosen) {
    of_tasks.push_back(traces[x]);
    auto graph = task_graph_of(*document, traces[x], choice.kinds, file);
    if (!graph) return error_of(graph);
    parts.push_back(std::move(*graph));
  }
  input.graph = choice.in_series ? in_series(std::move(parts), input.part_first) : std::move(parts[0]);
  for (const std::string& name : input.graph.region_names) input.region_places.emplace_back(base_name(name));
  input.region_lines.resize(input.graph.region_names.size());
  add_execution_to_title(input);
  if (origin != nullptr) TRY(origin->see(*document, of_tasks));
  return input;
}

Result<GraphInput> load_graph(const std::string& file, const GraphChoice& choice, GraphOrigin* origin) {
  auto mapped = MappedFile::open(file);
  if (!mapped) return error_of(mapped);
  ByteView bytes = mapped->bytes();
  return looks_like_json(bytes) ? load_document(file, bytes, choice, origin) : load_recording(file, choice, origin);
}

} // namespace unply
