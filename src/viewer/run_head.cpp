#include "viewer/run_head.h"
#include "graph/names.h"
#include "trace/event_kinds.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {
using json = nlohmann::ordered_json;

static void put_program(const TraceInfo& info, json& head) {
  head["program"] = info.program;
  head["arguments"] = info.arguments;
  head["started_at"] = info.started_at;
  head["machine"] = info.machine;
  head["cpu"] = info.cpu;
  head["cores"] = info.cores;
  head["complete"] = info.complete;
  head["incomplete_why"] = info.incomplete_why;
  head["exit_status"] = info.exit_status;
}

static void put_names(json& head) {
  for (size_t s = 0; s < kProcStates; ++s) head["states"].push_back(name_of(static_cast<ProcState>(s)));
  for (size_t a = 0; a < kActivities; ++a) head["activities"].push_back(name_of(static_cast<Activity>(a)));
  for (size_t k = 0; k <= static_cast<size_t>(LineKind::task_wait); ++k)
    head["line_kinds"].push_back(name_of(static_cast<LineKind>(k)));
}

static void put_processes(const RunTables& tables, json& head) {
  const TraceInfo& info = tables.trace->info;
  json rows = json::array();
  for (const EventProcess& process : tables.processes)
    rows.push_back({{"rank", process.rank},
                    {"pid", process.pid},
                    {"host", tables.trace->text(process.host)},
                    {"program", tables.trace->text(process.program)}});
  if (rows.empty()) rows.push_back({{"rank", 0}, {"pid", 0}, {"host", info.machine}, {"program", info.program}});
  head["processes"] = std::move(rows);
}

static void put_lanes(const TimelineHead& timeline, const RunIndex& index, json& head) {
  json rows = json::array();
  for (size_t lane = 0; lane < timeline.lanes.size(); ++lane) {
    const Lane& of = timeline.lanes[lane];
    const LaneChunks& chunks = index.lanes[lane];
    rows.push_back({{"name", of.name},
                    {"process", of.process},
                    {"begin_ns", of.begin_ns},
                    {"end_ns", of.end_ns},
                    {"chunks", {{"begin_ns", chunks.begin_ns}, {"intervals", chunks.intervals}}}});
  }
  head["lanes"] = std::move(rows);
}

static json index_of(const std::vector<ChunkRange>& ranges, uint64_t count) {
  json begin = json::array(), end = json::array(), rows = json::array();
  for (const ChunkRange& range : ranges) {
    begin.push_back(range.begin_ns);
    end.push_back(range.end_ns);
    rows.push_back(range.rows);
  }
  return {{"count", count}, {"chunks", {{"begin_ns", begin}, {"end_ns", end}, {"rows", rows}}}};
}

// The base name where only one file has it, else the path.
static std::vector<std::string> short_names(const std::vector<std::string_view>& files) {
  std::vector<std::string> names;
  for (std::string_view file : files) {
    auto same_base = [&](std::string_view other) { return base_name(other) == base_name(file); };
    names.emplace_back(std::ranges::count_if(files, same_base) == 1 ? base_name(file) : file);
  }
  return names;
}

namespace {
// Places in the source by columns, and the files in the order of their first use.
struct Places {
  const Trace& trace;
  std::vector<std::string_view> files;
  std::map<std::string_view, int> row_of;
  json file = json::array(), line = json::array(), column = json::array(), function = json::array();

  void add(StringId in_file, uint32_t at_line, uint32_t at_column, StringId in_function) {
    std::string_view name = trace.text(in_file);
    int row = -1;
    if (!name.empty()) {
      auto [place, added] = row_of.try_emplace(name, static_cast<int>(files.size()));
      if (added) files.push_back(name);
      row = place->second;
    }
    file.push_back(row);
    line.push_back(at_line);
    column.push_back(at_column);
    function.push_back(trace.text(in_function));
  }
};
} // namespace

static void put_sites(const RunTables& tables, const ViewRunOptions& options, BlockWriter& blocks, json& head) {
  Places places{*tables.trace, {}, {}};
  for (const Site& site : tables.trace->sites) places.add(site.file, site.line, site.column, site.function);
  if (tables.places_of_tasks)
    for (const Region& region : tables.trace->regions)
      places.add(region.file, region.line, region.column, region.function);
  head["sites"] = {
      {"file", places.file}, {"line", places.line}, {"column", places.column}, {"function", places.function}};
  const std::vector<std::string_view>& files = places.files;
  std::vector<std::string> names = short_names(files);
  json rows = json::array();
  for (size_t row = 0; row < files.size(); ++row) {
    ViewSource source = options.source ? options.source(files[row]) : ViewSource{"", "sources are left out", false};
    std::string block = source.found ? fmt::format("s/{}", row) : "";
    if (source.found) blocks.put(block, {reinterpret_cast<const uint8_t*>(source.text.data()), source.text.size()});
    rows.push_back({{"name", files[row]}, {"short", names[row]}, {"block", block}, {"note", source.note}});
  }
  head["files"] = std::move(rows);
}

static void put_objects(const RunTables& tables, const RunIndex& index, json& head) {
  json names = json::array(), objects = json::array();
  for (StringId name : index.mark_names) names.push_back(tables.trace->text(name));
  for (const EventObject& object : tables.objects) {
    std::string_view name = tables.trace->text(object.name);
    if (name.empty() && object.site == 0) continue;
    objects.push_back({{"kind", name_of_object(static_cast<uint8_t>(object.kind))},
                       {"id", object.id},
                       {"name", name},
                       {"site", object.site}});
  }
  head["names"] = std::move(names);
  head["objects"] = std::move(objects);
}

json run_head(const RunTables& tables, const TimelineHead& timeline, const RunIndex& index,
              const ViewRunOptions& options, BlockWriter& blocks) {
  const TraceInfo& info = tables.trace->info;
  bool parallel = tables.events > 0;
  json head;
  head["label"] = tables.label ? tables.label : info.simulated ? "simulated" : parallel ? "measured" : "recorded";
  head["kind"] = info.simulated ? "simulated" : parallel ? "parallel" : "sequential";
  head["trace"] = base_name(options.trace_path);
  put_program(info, head);
  head["duration_ns"] = timeline.duration_ns;
  head["begin_ns"] = 0;
  head["end_ns"] = timeline.duration_ns;
  put_names(head);
  put_processes(tables, head);
  put_lanes(timeline, index, head);
  put_sites(tables, options, blocks, head);
  put_objects(tables, index, head);
  head["pyramid"] = json::array();
  head["lines"] = index_of(index.lines, index.line_count);
  std::vector<uint64_t> by_kind = index.lines_by_kind;
  by_kind.resize(static_cast<size_t>(LineKind::task_wait) + 1);
  head["lines"]["by_kind"] = by_kind;
  head["marks"] = index_of(index.marks, index.mark_count);
  head["events"] = tables.events;
  head["intervals"] = index.intervals;
  head["statistics"] = nullptr;
  head["notes"] = timeline.notes;
  for (const std::string& note : info.notes) head["notes"].push_back(note);
  head["left_out"] = json::array();
  return head;
}

} // namespace unply
