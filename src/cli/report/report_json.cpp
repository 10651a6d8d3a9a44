// Machine-readable output of the report. Keys are only added within a schema version, never changed or removed.
#include "base/version.h"
#include "cli/pair_calls.h"
#include "cli/report/report.h"
#include "cli/unseen_calls.h"
#include "graph/names.h"
#include <nlohmann/json.hpp>

namespace unply {

using Json = nlohmann::ordered_json;

static Json kind_counts(const KindCounts& counts) {
  Json json;
  for (EdgeKind kind : kAllEdgeKinds) json[std::string(kind_name(kind))] = counts[static_cast<size_t>(kind)];
  return json;
}

static void put_figures(Json& json, const Figures& f) {
  json["work_ns"] = f.work_ns;
  json["span_ns"] = f.span_ns;
  json["parallelism"] = f.parallelism();
  json["parallelism_from"] = f.span_ns > 0 ? "time" : "task counts";
  json["levels"] = f.levels;
  json["width"] = f.width;
  json["completely_parallel"] = f.completely_parallel;
  json["completely_serial"] = f.completely_serial;
  json["measured"] = {
      {"work_ns", f.measured_work_ns}, {"span_ns", f.measured_span_ns}, {"parallelism", f.measured_parallelism()}};
}

// Runs of levels with the same width: a chain of a million levels is one row.
static Json level_runs(const std::vector<uint64_t>& widths) {
  Json runs = Json::array();
  for (size_t i = 0; i < widths.size();) {
    size_t end = i;
    while (end < widths.size() && widths[end] == widths[i]) ++end;
    runs.push_back({{"levels", end - i}, {"width", widths[i]}});
    i = end;
  }
  return runs;
}

static Json task_region(const Trace& trace, const TaskRegionSummary& row) {
  const Region& region = trace.regions[row.region];
  constexpr const char* kOrigins[] = {"pragma", "api", "loop", "function", "paper_abi"};
  return {{"id", row.region},
          {"file", trace.text(region.file)},
          {"line", region.line},
          {"kind", region.kind == RegionKind::task ? "task" : "trace"},
          {"origin", kOrigins[static_cast<size_t>(region.origin)]},
          {"function", trace.text(region.function)},
          {"label", trace.text(region.label)},
          {"instances", row.instances},
          {"work_ns", row.work_ns},
          {"measured_ns", row.measured_ns}};
}

static Json critical_path(const Trace& trace, const TraceSummary& summary) {
  uint64_t vertices = 0, span_ns = 0;
  Json runs = Json::array();
  for (const PathRun& run : summary.path) {
    vertices += run.steps, span_ns += run.work_ns;
    Json json = {{"region", run.region}, {"vertices", run.steps}, {"work_ns", run.work_ns}};
    if (uint32_t e = run.first_edge; e != kNoEdge) {
      json["kind"] = kind_name(trace.edges.kind[e]);
      json["variable"] = edge_variable(trace, trace.edges.site_from[e], trace.edges.site_to[e]);
      json["variables"] = edge_variables(trace, e);
      json["site_from"] = site_text(trace, trace.edges.site_from[e]);
      json["site_to"] = site_text(trace, trace.edges.site_to[e]);
      json["same_sites"] = run.same_sites;
    }
    runs.push_back(std::move(json));
  }
  return {{"execution", summary.path_execution}, {"vertices", vertices}, {"span_ns", span_ns}, {"runs", runs}};
}

// Null: not known. Empty: the access is in the function that holds the task.
static Json calls_json(const Trace& trace, const ReachedSite* reached) {
  if (!reached) return Json();
  Json calls = Json::array();
  for (const PathCall& call : trace.call_paths.at(reached->path)) {
    calls.push_back({{"function", trace.text(call.function)}, {"place", call_text(trace, call)}});
    if (call.left_out > 0) calls.back()["left_out"] = call.left_out;
  }
  return calls;
}

static Json hot_dependence(const Trace& trace, const HotDependence& hot, const TraceSummary& summary) {
  std::vector<uint32_t> regions;
  for (const TaskRegionSummary& row : summary.regions) regions.push_back(row.region);
  PairCalls calls = calls_of_pair(trace, hot.kind, hot.site_from, hot.site_to, regions);
  return {{"kind", kind_name(hot.kind)},
          {"site_from", site_text(trace, hot.site_from)},
          {"site_to", site_text(trace, hot.site_to)},
          {"variable", edge_variable(trace, hot.site_from, hot.site_to)},
          {"edges", hot.edges},
          {"bytes", hot.bytes},
          {"critical_steps", hot.binds},
          {"calls_from", calls_json(trace, calls.from)},
          {"calls_to", calls_json(trace, calls.to)},
          {"calls_to_is_first", calls.to_is_first}};
}

static Json pattern_json(const Pattern& pattern) {
  Json json = {{"name", pattern.name}, {"parameters", Json::object()}};
  for (const auto& [name, value] : pattern.parameters) json["parameters"][name] = value;
  json["evidence"] = pattern.evidence;
  json["description"] = pattern.description;
  json["advice"] = pattern.advice;
  json["parts"] = Json::array();
  for (const PatternPart& part : pattern.parts)
    json["parts"].push_back({{"region", part.region.empty() ? Json() : Json(part.region)},
                             {"count", part.count},
                             {"pattern", pattern_json(part.pattern)}});
  return json;
}

// Null if no task ran.
static Json trace_pattern(const TracePattern& found) {
  if (found.pattern.kind == PatternKind::none) return Json();
  Json json = pattern_json(found.pattern);
  json["execution"] = found.execution;
  json["executions_alike"] = found.same;
  return json;
}

// Null if tasks update no variable; "known" says whether the compiler knows that they do nothing else with it.
static Json reductions_json(const Reductions& reductions, const Trace& trace) {
  if (reductions.variables.empty()) return Json();
  Json variables = Json::array();
  for (const UpdatedVariable& variable : reductions.variables)
    variables.push_back({{"variable", variable.name},
                         {"operation", update_name(variable.operation)},
                         {"known", variable.only},
                         {"site", site_text(trace, variable.site)},
                         {"edges", variable.edges}});
  return {{"variables", variables}, {"levels", reductions.levels}, {"independent", reductions.independent}};
}

static Json recursion_json(const Trace& trace, const RecursiveFunction& f) {
  Json dependences = Json::array(), uses = Json::array();
  for (const std::vector<CallDependence>* list : {&f.dependences, &f.uses})
    for (const CallDependence& each : *list)
      (list == &f.uses ? uses : dependences)
          .push_back({{"kind", kind_name(each.kind)},
                      {"variable", edge_variable(trace, each.site_from, each.site_to)},
                      {"site_from", site_text(trace, each.site_from)},
                      {"site_to", site_text(trace, each.site_to)},
                      {"between_calls", each.between},
                      {"edges", each.edges}});
  return {{"region", f.region},
          {"function", trace.text(trace.regions[f.region].function)},
          {"divide_and_conquer", f.divide_and_conquer()},
          {"known", "observed"},
          {"calls", f.activations},
          {"roots", f.roots},
          {"with_several_calls", f.forks},
          {"with_one_call", f.singles},
          {"base_cases", f.leaves},
          {"depth", f.depth},
          {"least_arity", f.least_arity},
          {"most_arity", f.most_arity},
          {"largest_part", f.largest_part},
          {"divide_ns", f.divide_ns},
          {"between_ns", f.between_ns},
          {"combine_ns", f.combine_ns},
          {"base_ns", f.base_ns},
          {"dependences", dependences},
          {"uses_between_calls", uses}};
}

static Json trace_region(const ExecutionGraph& graph, const TraceSummary& summary, size_t top) {
  const Trace& trace = graph.trace();
  bool implicit = summary.region == kNoRegion;
  Json json;
  json["id"] = summary.id;
  json["file"] = implicit ? "" : trace.text(trace.regions[summary.region].file);
  json["line"] = implicit ? 0 : trace.regions[summary.region].line;
  json["function"] = implicit ? "" : trace.text(trace.regions[summary.region].function);
  json["implicit"] = implicit;
  json["region"] = implicit ? Json() : Json(summary.region);
  json["executions"] = summary.executions.size();
  json["tasks"] = summary.figures.tasks;
  json["vertices"] = summary.figures.vertices;
  json["edges"] = kind_counts(summary.figures.edges);
  json["edges_between_executions"] = kind_counts(summary.edges_from_elsewhere);
  put_figures(json, summary.figures);
  put_figures(json["all_kinds"], summary.all_kinds);
  json["independent"] = {{"lower", summary.independent.lower},
                         {"upper", summary.independent.upper},
                         {"known", summary.independent.proven() ? "proven" : "bounds"}};
  json["pattern"] = trace_pattern(summary.pattern);
  json["reductions"] = reductions_json(summary.reductions, trace);
  json["recursion"] = Json::array();
  for (const RecursiveFunction& f : summary.recursion) json["recursion"].push_back(recursion_json(trace, f));
  json["level_widths"] = level_runs(summary.widths);
  json["regions"] = Json::array();
  for (const TaskRegionSummary& row : summary.regions) json["regions"].push_back(task_region(trace, row));
  json["critical_path"] = critical_path(trace, summary);
  json["hot_dependences"] = Json::array();
  for (size_t i = 0; i < summary.hot.size() && i < top; ++i)
    json["hot_dependences"].push_back(hot_dependence(trace, summary.hot[i], summary));
  return json;
}

std::string report_json(const ExecutionGraph& graph, const std::vector<TraceSummary>& traces,
                        const ReportOptions& options) {
  const TraceInfo& info = graph.trace().info;
  Json json;
  json["schema"] = kReportSchema;
  json["unply"] = version();
  json["file"] = options.file;
  json["program"] = info.program;
  json["arguments"] = info.arguments;
  json["parameters"] = Json::object();
  for (const auto& [name, value] : info.parameters) json["parameters"][name] = value;
  json["started_at"] = info.started_at;
  json["duration_ns"] = info.duration_ns;
  json["complete"] = info.complete;
  json["incomplete_why"] = info.complete ? Json() : Json(info.incomplete_why);
  json["exit_status"] = info.exit_status;
  json["exit_signal"] = info.exit_signal;
  json["machine"] = {{"name", info.machine}, {"cpu", info.cpu}, {"cores", info.cores}, {"kernel", info.kernel}};
  json["recording"] = {{"mode", info.access_stream ? "accesses" : "online"},
                       {"hook_ns", info.hook_ns},
                       {"transition_ns", info.transition_ns},
                       {"task_ns", info.task_ns},
                       {"coverage", coverage_sentences(graph.trace())}};
  json["unseen_calls"] = Json::array();
  for (const auto& [name, calls] : unseen_by_name(info))
    json["unseen_calls"].push_back({{"name", name}, {"calls", calls}});
  json["kinds"] = options.kinds.names(",");
  json["traces"] = Json::array();
  for (const TraceSummary& summary : traces) json["traces"].push_back(trace_region(graph, summary, options.top));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace unply
