// Recordings and graphs in JSON have executions, which become parts in series; other files are one part.
#include "base/mapped_file.h"
#include "cli/bound/bound.h"
#include "cli/source_quotes.h"
#include "cli/spelling.h"
#include "cli/time_doubts.h"
#include "graph/load_trace.h"
#include "graph/names.h"
#include "graph/read_json.h"
#include "sim/inputs/read_job_graph.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace unply {

// Keeps the chosen execution, or all that have tasks. tasks: of each.
static Result<std::vector<uint32_t>> choose_executions(const std::vector<uint64_t>& tasks, const BoundChoice& choice,
                                                       BoundInput& input) {
  input.executions = static_cast<uint32_t>(tasks.size());
  std::vector<uint32_t> chosen;
  for (uint32_t x = 0; x < tasks.size(); ++x)
    if (tasks[x] > 0 && choice.graph.execution.value_or(x + 1) == x + 1) chosen.push_back(x);
  if (chosen.empty())
    return fail(fmt::format("{}: no task instance ran in execution {} of {}", input.file,
                            choice.graph.execution.value_or(0), tasks.size()),
                "without --execution all of them are used, one after the other");
  if (choice.graph.execution) input.execution = *choice.graph.execution;
  if (input.executions > 1) {
    if (!input.title.empty()) input.title += ", ";
    input.title += choice.graph.execution ? fmt::format("execution {} of {}", input.execution, input.executions)
                                          : fmt::format("{} executions in series", input.executions);
  }
  return chosen;
}

// Weighted by work, so that many short tasks do not hide the long ones; tasks without time count a little.
static uint32_t heaviest_trace_region(const ExecutionGraph& graph) {
  return largest_trace_region(graph, [&](uint32_t execution) {
    uint64_t work = 0;
    for (uint32_t v : graph.vertices_of(execution)) work += graph.work_ns(v) + 1;
    return work;
  });
}

// The region by its id in unply dump, or by a place in the source.
static std::string region_name_of(const Trace& trace, const std::string& region) {
  for (uint32_t row = 0; row < trace.regions.size(); ++row)
    if (std::to_string(row) == region) return region_text(trace, row);
  return region;
}

// A recommendation needs known lengths: the lengths of a run with access hooks, or of tasks too short for stamps, are
// not.
static void judge_lengths(BoundInput& input, const Trace& trace) {
  input.bounds = times_are_bounds(trace.info);
  if (input.bounds) {
    input.notes.push_back("~ " + bounds_sentence());
    input.doubt = "lengths are not measured";
    return;
  }
  double all = 0, unknown = 0;
  uint64_t short_tasks = 0, tasks = 0;
  for (const JobGraph& jobs : input.parts)
    for (uint64_t length : jobs.length) {
      bool too_short = static_cast<double>(length) < trace.info.resolution_ns;
      all += static_cast<double>(length), unknown += too_short ? static_cast<double>(length) : 0;
      short_tasks += too_short, ++tasks;
    }
  if (short_tasks == 0) return;
  input.notes.push_back(fmt::format("{} of {} tasks are shorter than the resolution of the measurement, {:.0f} ns: "
                                    "each counts as the mean of such tasks of its region",
                                    short_tasks, tasks, trace.info.resolution_ns));
  if (2 * unknown >= all)
    input.doubt = fmt::format("most of the work is in tasks below {:.0f} ns, whose lengths are not known",
                              trace.info.resolution_ns);
  if (all > 0) return;
  for (JobGraph& jobs : input.parts) {
    std::ranges::fill(jobs.length, 1);
    jobs.length_most.clear(), jobs.length_beside.clear();
    jobs.unit = "units";
  }
  input.notes.back() =
      fmt::format("all tasks are shorter than the resolution of the measurement, {:.0f} ns: each counts as 1",
                  trace.info.resolution_ns);
}

static Result<void> load_recording(BoundInput& input, BoundChoice& choice) {
  auto trace = load_trace(input.file);
  if (!trace) return error_of(trace);
  auto graph = ExecutionGraph::build(std::move(*trace));
  if (!graph) return std::unexpected(graph.error().about(input.file));
  if (graph->vertices() == 0) return std::unexpected(no_tasks(input.file, graph->trace()));
  input.from_recording = true;
  input.info = graph->trace().info;
  if (input.info.openmp_tasks) input.notes = input.info.notes;
  input.trace_id = choice.graph.trace_id.value_or(heaviest_trace_region(*graph));
  auto runs = find_trace_region(*graph, input.file, input.trace_id);
  if (!runs) return error_of(runs);
  SourceQuotes sources(graph->trace(), input.file, false);
  input.title = "tasks outside every trace region";
  if (runs->region != kNoRegion)
    input.title = fmt::format("trace {}: {}", input.trace_id, sources.region(runs->region));
  std::vector<uint64_t> tasks;
  for (uint32_t x : runs->executions) tasks.push_back(graph->vertices_of(x).size());
  auto chosen = choose_executions(tasks, choice, input);
  if (!chosen) return error_of(chosen);
  for (uint32_t x : *chosen) {
    auto part = task_graph_of(*graph, runs->executions[x], choice.graph.kinds);
    if (!part) return std::unexpected(part.error().about(input.file));
    input.parts.push_back(job_graph_of(std::move(*part)));
  }
  choice.region = region_name_of(graph->trace(), choice.region);
  if (!choice.unit_lengths) judge_lengths(input, graph->trace());
  return {};
}

static Result<void> load_document(BoundInput& input, ByteView bytes, const BoundChoice& choice) {
  if (choice.graph.trace_id)
    return fail(fmt::format("{}: --trace {}: a graph in JSON does not name the trace region of its tasks", input.file,
                            *choice.graph.trace_id),
                "unply graph --trace N --format json writes one trace region; --execution N chooses an execution");
  auto document = read_graph_json(bytes, input.file);
  if (!document) return error_of(document);
  if (document->tasks() == 0)
    return fail(fmt::format("{}: has no tasks, expected at least one", input.file),
                R"("tasks":[{"id":1,"self_ns":5}] is the smallest)");
  if (document->untimed > 0 && !choice.unit_lengths)
    return fail(fmt::format("{}: {} of {} without a duration, expected \"self_ns\" in each", input.file,
                            document->untimed, count_text(document->tasks(), "task")),
                "--unit-lengths counts each task as 1");
  std::set<uint32_t> executions(document->trace.begin(), document->trace.end());
  std::vector<uint32_t> traces(executions.begin(), executions.end());
  auto chosen = choose_executions(std::vector<uint64_t>(traces.size(), 1), choice, input);
  if (!chosen) return error_of(chosen);
  for (uint32_t x : *chosen) {
    auto part = task_graph_of(*document, traces[x], choice.graph.kinds, input.file);
    if (!part) return error_of(part);
    input.parts.push_back(job_graph_of(std::move(*part)));
  }
  return {};
}

static Result<void> load_other(BoundInput& input, ByteView bytes, const BoundChoice& choice) {
  if (choice.graph.trace_id || choice.graph.execution)
    return fail(fmt::format("{}: --{}: a file of this form ({}) holds one graph", input.file,
                            choice.graph.trace_id ? "trace" : "execution", input.form),
                "recordings have trace regions and executions");
  auto jobs = read_job_graph(bytes, input.file);
  if (!jobs) return error_of(jobs);
  input.parts.push_back(std::move(*jobs));
  return {};
}

// The tasks of other regions keep their place in the order and take no time.
static Result<void> keep_region(BoundInput& input, const std::string& region) {
  std::set<std::string> known;
  bool any = false;
  for (JobGraph& jobs : input.parts)
    for (uint32_t v = 0; v < jobs.tasks(); ++v) {
      const std::string& name = jobs.region_names[jobs.region[v]];
      known.insert(name);
      if (name == region || base_name(name) == region)
        any = true;
      else
        jobs.length[v] = 0;
    }
  if (any) return {};
  constexpr size_t kShown = 6;
  std::vector<std::string> words, shown;
  for (const std::string& name : known) words.emplace_back(base_name(name));
  for (size_t i = 0; i < std::min(words.size(), kShown); ++i) shown.push_back(words[i]);
  if (words.size() > kShown) shown.push_back("...");
  std::string near = nearest_word(region, words);
  return fail(
      fmt::format("{}: no task ran in the region '{}', expected {}", input.file, region, fmt::join(shown, ", ")),
      near.empty() ? "unply report lists the task regions" : fmt::format("did you mean {}?", near));
}

Result<BoundInput> load_bound_input(const std::string& file, const BoundChoice& given) {
  auto mapped = MappedFile::open(file);
  if (!mapped) return error_of(mapped);
  ByteView bytes = mapped->bytes();
  JobFormat format = job_format_of(bytes);
  BoundChoice choice = given;
  BoundInput input;
  input.file = file;
  input.form = job_format_name(format);
  Result<void> loaded = format == JobFormat::recording    ? load_recording(input, choice)
                        : format == JobFormat::graph_json ? load_document(input, bytes, choice)
                                                          : load_other(input, bytes, choice);
  if (!loaded) return error_of(loaded);
  if (choice.unit_lengths)
    for (JobGraph& jobs : input.parts) {
      std::ranges::fill(jobs.length, 1);
      jobs.length_most.clear(), jobs.length_beside.clear();
      jobs.unit = "units";
    }
  if (!choice.region.empty()) TRY(keep_region(input, choice.region));
  bool any_time = false;
  for (const JobGraph& jobs : input.parts) {
    if (auto checked = check_job_graph(jobs); !checked)
      return fail(fmt::format("{}: {}", file, checked.error().what), "select one execution: --execution N");
    any_time |= std::ranges::any_of(jobs.length, [](uint64_t length) { return length > 0; });
  }
  if (!any_time)
    return fail(fmt::format("{}: all tasks have the duration 0{}", file,
                            input.from_recording ? " once the tracing cost is subtracted" : ""),
                "--unit-lengths counts each task as 1");
  return input;
}

} // namespace unply
