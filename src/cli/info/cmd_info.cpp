// unply info: summarises the contents of a recording and its completeness on one page.
#include "cli/command.h"
#include "cli/report/report.h"
#include "cli/text_style.h"
#include "cli/unseen_calls.h"
#include "graph/load_trace.h"
#include "graph/recording_file.h"
#include "graph/text_output.h"
#include "trace/trace_reader.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

constexpr int kInfoSchema = 1;
constexpr std::array kKindNames = {"flow", "anti", "output", "extension"};

struct Counts {
  uint64_t instances = 0, incomplete = 0, events = 0, run_events = 0; // events: of an access stream
  std::array<uint64_t, 4> edges{};
};

Counts count(const Trace& trace, const FileSummary& summary) {
  Counts counts;
  for (size_t row = 0; row < trace.tasks.size(); ++row) {
    counts.instances += trace.tasks.instance[row] == row;
    counts.incomplete += trace.tasks.incomplete[row];
  }
  for (size_t row = 0; row < trace.edges.own_rows(); ++row) ++counts.edges[static_cast<size_t>(trace.edges.kind[row])];
  for (const EdgeListUse& use : trace.edges.uses) {
    const uint32_t first = trace.edges.list_first[use.list];
    counts.edges[static_cast<size_t>(trace.edges.kind[first])] += trace.edges.list_end(use.list) - first;
  }
  for (const TableSize& table : summary.tables)
    if (table.name == "accesses")
      counts.events = table.rows;
    else if (table.name == "events")
      counts.run_events = table.rows;
  return counts;
}

uint64_t bytes_of(const FileSummary& summary, std::string_view name) {
  for (const TableSize& table : summary.tables)
    if (table.name == name) return table.stored_bytes;
  return 0;
}

// 0 where there is nothing to divide by.
double bytes_each(const FileSummary& summary, std::string_view table, uint64_t rows) {
  return rows ? static_cast<double>(bytes_of(summary, table)) / static_cast<double>(rows) : 0;
}

std::string command_line(const TraceInfo& info) {
  std::string line = info.program;
  for (const std::string& argument : info.arguments) line += " " + (argument.empty() ? "''" : argument);
  return line;
}

std::string ending(const TraceInfo& info) {
  if (info.exit_signal) return fmt::format("signal {} ({})", info.exit_signal, ::strsignal(info.exit_signal));
  return fmt::format("exit status {}", info.exit_status);
}

std::string edges_text(const Trace& trace, const Counts& counts) {
  std::string text = count_text(trace.edges.edges(), "edge");
  for (size_t kind = 0; kind < counts.edges.size(); ++kind)
    if (counts.edges[kind])
      text += fmt::format("{} {} {}", text.find(':') == text.npos ? ":" : ",", counts.edges[kind], kKindNames[kind]);
  return text;
}

std::string recorded_text(const Trace& trace, const Counts& counts) {
  if (counts.run_events)
    return count_text(counts.run_events, "event") + " of a parallel run" +
           (trace.info.phases ? ", with " + count_text(trace.info.phases, "phase") + " of a skeleton" : "");
  if (trace.info.access_stream) return count_text(counts.events, "event") + " of an access stream";
  if (trace.loops.recorded)
    return fmt::format("loop profile: {}, {}", count_text(trace.loops.loops.size(), "loop"),
                       count_text(trace.loops.dependences.size(), "dependence"));
  std::string text = count_text(counts.instances, "task instance");
  if (counts.instances != trace.tasks.size()) text += fmt::format(" in {} vertices", trace.tasks.size());
  if (counts.incomplete) text += fmt::format(", {} not ended", counts.incomplete);
  return text + "; " + edges_text(trace, counts);
}

// The next verb for this kind of recording.
std::string next_verb(const std::string& path, const Trace& trace, const Counts& counts) {
  if (trace.info.simulated) return "unply view " + path;
  if (counts.run_events) return "unply stats " + path;
  if (counts.instances || trace.loops.recorded || trace.info.access_stream) return "unply report " + path;
  return no_tasks(path, trace).hint;
}

std::string info_text(const std::string& path, const Trace& trace, const FileSummary& summary) {
  const TraceInfo& info = trace.info;
  Counts counts = count(trace, summary);
  std::string text =
      fmt::format("{}: recording, format {}.{}, {} bytes, written by unply {}\n", path, info.format_version >> 16,
                  info.format_version & 0xffff, summary.bytes, info.unply_version);
  auto line = [&](const char* name, const std::string& value) { text += fmt::format("{:<12}{}\n", name, value); };
  line("program", command_line(info));
  for (const std::string& input : info.inputs) line("input", input);
  for (const auto& [name, value] : info.parameters) line("parameter", name + "=" + value);
  line("ran", fmt::format("{} in {}", info.started_at, info.directory));
  line("on", fmt::format("{}, {}, {}, {}", info.machine, info.cpu, count_text(info.cores, "core"), info.kernel));
  line("ended", fmt::format("{}, after {:.3f} ms", ending(info), static_cast<double>(info.duration_ns) / 1e6));
  line("complete", info.complete ? "yes" : "no: " + info.incomplete_why);
  line("recorded", recorded_text(trace, counts));
  line("names",
       fmt::format("{}, {}, {}", count_text(trace.regions.size(), "region"),
                   count_text(trace.sites.size() - 1, "access site"), count_text(trace.sources.size(), "source text")));
  line("cost", fmt::format("{:.2f} ns a hook, {:.2f} ns a change of history, {:.1f} ns a task instance", info.hook_ns,
                           info.transition_ns, info.task_ns));
  if (counts.instances)
    line("size", fmt::format("{:.1f} bytes a task instance, {:.1f} bytes an edge",
                             bytes_each(summary, "tasks", counts.instances),
                             bytes_each(summary, "edges", trace.edges.edges())));
  text += fmt::format("\n{:<12}{:>8}{:>12}{:>14}{:>14}\n", "table", "blocks", "rows", "bytes", "uncompressed");
  for (const TableSize& table : summary.tables)
    text += fmt::format("{:<12}{:>8}{:>12}{:>14}{:>14}\n", table.name, table.blocks, table.rows, table.stored_bytes,
                        table.raw_bytes);
  auto sentences = coverage_sentences(trace);
  if (std::string unseen = unseen_sentence(info); !unseen.empty()) sentences.insert(sentences.begin(), unseen);
  if (!sentences.empty()) text += "\n";
  for (const std::string& sentence : sentences) text += fmt::format("note: {}\n", sentence);
  return text + fmt::format("\nnext: {}\n", next_verb(path, trace, counts));
}

std::string info_json(const std::string& path, const Trace& trace, const FileSummary& summary) {
  const TraceInfo& info = trace.info;
  Counts counts = count(trace, summary);
  nlohmann::ordered_json json{{"schema", kInfoSchema}, {"file", path}, {"bytes", summary.bytes}};
  json["format"] = fmt::format("{}.{}", info.format_version >> 16, info.format_version & 0xffff);
  json["unply"] = info.unply_version;
  json["program"] = info.program;
  json["arguments"] = info.arguments;
  json["inputs"] = info.inputs;
  json["parameters"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : info.parameters) json["parameters"][name] = value;
  json["started_at"] = info.started_at;
  json["directory"] = info.directory;
  json["machine"] = {{"name", info.machine}, {"cpu", info.cpu}, {"cores", info.cores}, {"kernel", info.kernel}};
  json["exit_status"] = info.exit_status;
  json["exit_signal"] = info.exit_signal;
  json["duration_ns"] = info.duration_ns;
  json["complete"] = info.complete;
  json["incomplete_why"] = info.incomplete_why;
  json["access_stream"] = info.access_stream;
  json["task_instances"] = counts.instances;
  json["vertices"] = trace.tasks.size();
  json["events"] = counts.events;
  json["phases"] = trace.info.phases;
  for (size_t kind = 0; kind < kKindNames.size(); ++kind) json["edges"][kKindNames[kind]] = counts.edges[kind];
  json["regions"] = trace.regions.size();
  json["loops"] = trace.loops.loops.size();
  json["sites"] = trace.sites.size() - 1;
  json["bytes_per_task_instance"] = bytes_each(summary, "tasks", counts.instances);
  json["bytes_per_edge"] = bytes_each(summary, "edges", trace.edges.edges());
  json["cost_ns"] = {{"hook", info.hook_ns}, {"transition", info.transition_ns}, {"task", info.task_ns}};
  json["tables"] = nlohmann::ordered_json::array();
  for (const TableSize& table : summary.tables)
    json["tables"].push_back({{"name", table.name},
                              {"blocks", table.blocks},
                              {"rows", table.rows},
                              {"bytes", table.stored_bytes},
                              {"uncompressed", table.raw_bytes}});
  json["unseen_calls"] = nlohmann::ordered_json::array();
  for (const auto& [name, calls] : unseen_by_name(info))
    json["unseen_calls"].push_back({{"name", name}, {"calls", calls}});
  json["notes"] = coverage_sentences(trace);
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace

int cmd_info(int argc, char** argv) {
  std::string path;
  bool json = false;
  CLI::App app(
      "Contents of a recording: program, exit status, tasks, edges, sizes, and the parts that were not followed.");
  app.add_option("FILE", path, "the recording")->required();
  app.add_flag("--json", json, "for other programs");
  app.footer("Exit codes: 0 printed, also when the recording is incomplete; 2 usage, unreadable recording.\n\n"
             "Examples:\n"
             "  unply info heat.trace\n"
             "  unply info --json heat.trace | jq .complete");
  if (int code = parse_command_line(app, argc, argv); code >= 0) return code;
  auto file = RecordingFile::open(path);
  if (!file) return print_error(file.error());
  auto trace = read_trace(file->bytes(), path);
  if (!trace) return print_error(trace.error());
  auto summary = summarize_file(file->bytes(), path);
  if (!summary) return print_error(summary.error());
  TextOutput out(stdout);
  out.put(json ? info_json(path, *trace, *summary) : info_text(path, *trace, *summary));
  if (auto written = out.finish(); !written) return print_error(written.error());
  return kExitOk;
}

} // namespace unply
