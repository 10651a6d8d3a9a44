// One pass over each part: tasks with their times and processors, then the edges into them.
#include "sim/simulated_trace.h"
#include "base/version.h"
#include "sim/text_lines.h"
#include <map>

namespace unply {

namespace {
class SimulationWriter {
public:
  SimulationWriter(const SimulatedRun& run, ByteSink& sink) : run_(run), writer_(sink) {}

  Result<void> write() {
    if (auto begun = writer_.begin(); !begun) return begun;
    write_head();
    for (size_t part = 0; part < run_.parts.size(); ++part)
      if (auto written = write_part(part); !written) return written;
    writer_.add_clock(0, 0); // a tick is a ns
    writer_.add_clock(std::max<uint64_t>(offset_, 1), std::max<uint64_t>(offset_, 1));
    writer_.add_meta("complete", "yes");
    writer_.add_meta("exit_status", "0");
    return writer_.finish();
  }

private:
  void write_head() {
    writer_.add_meta("mode", "simulated");
    writer_.add_meta("unply_version", version());
    writer_.add_meta("program", run_.info.program);
    for (const std::string& argument : run_.info.arguments) writer_.add_meta("argument", argument);
    for (const auto& [name, value] : run_.info.parameters) writer_.add_meta("parameter", name + "=" + value);
    for (const auto& [key, value] : {std::pair("directory", &run_.info.directory),
                                     {"started_at", &run_.info.started_at},
                                     {"machine", &run_.info.machine},
                                     {"cpu", &run_.info.cpu},
                                     {"kernel", &run_.info.kernel}})
      if (!value->empty()) writer_.add_meta(key, *value);
    if (run_.info.cores > 0) writer_.add_meta("cores", std::to_string(run_.info.cores));
    writer_.add_note(run_.description);
    if (!run_.parts.empty() && run_.parts[0].unit != "ns")
      writer_.add_note("times are in units of the file, written as ns");
    add_region("simulated", RegionKind::trace);
  }

  // "heat.cpp:14" is a place, anything else a label.
  uint32_t add_region(const std::string& name, RegionKind kind) {
    auto [region, added] = region_of_.try_emplace(name, static_cast<uint32_t>(region_of_.size()));
    if (!added) return region->second;
    size_t colon = name.rfind(':');
    auto line = colon == std::string::npos ? std::nullopt : whole_number(std::string_view(name).substr(colon + 1));
    Region row{
        .kind = kind, .origin = RegionOrigin::api, .file = {}, .function = {}, .label = {}, .line = 0, .column = 0};
    if (line && *line <= 0xffffffff) {
      row.file = writer_.string_id(std::string_view(name).substr(0, colon));
      row.line = static_cast<uint32_t>(*line);
    } else {
      row.label = writer_.string_id(name);
    }
    writer_.add_region(region->second, row);
    return region->second;
  }

  Result<void> write_part(size_t part) {
    const JobGraph& jobs = run_.parts[part];
    const Schedule& schedule = run_.schedules[part];
    uint32_t trace = static_cast<uint32_t>(part + 1);
    std::vector<uint32_t> vertex(jobs.tasks(), 0), region;
    for (const std::string& name : jobs.region_names) region.push_back(add_region(name, RegionKind::task));
    writer_.add_trace_event(trace, 0, false, offset_);
    for (uint32_t v = 0; v < jobs.tasks(); ++v) {
      if (schedule.processor[v] == kNotRun) continue;
      vertex[v] = ++vertices_;
      uint64_t begin = offset_ + schedule.start[v];
      uint64_t end = std::min(begin + jobs.length[v], offset_ + schedule.makespan); // a first solution cancels the rest
      writer_.add_task({.vertex = vertex[v],
                        .instance = vertex[v],
                        .previous = 0,
                        .parent = 0,
                        .region = region[jobs.region[v]],
                        .trace = trace,
                        .begin_ticks = begin,
                        .end_ticks = end,
                        .self_ticks = end - begin,
                        .hooks = 0,
                        .transitions = 0});
      writer_.add_processor(vertex[v], schedule.processor[v]);
      for (uint32_t u : jobs.dag.predecessors(v))
        writer_.add_edge({.to = vertex[v],
                          .from = vertex[u],
                          .kind = static_cast<uint32_t>(EdgeKind::flow),
                          .site_from = 0,
                          .site_to = 0,
                          .bytes = 0});
      if (!writer_.full()) continue;
      if (auto flushed = writer_.flush(); !flushed) return flushed;
    }
    offset_ += schedule.makespan;
    writer_.add_trace_event(trace, 0, true, offset_);
    return {};
  }

  const SimulatedRun& run_;
  TraceWriter writer_;
  std::map<std::string, uint32_t> region_of_;
  uint64_t offset_ = 0; // of the part, in the series
  uint32_t vertices_ = 0;
};
} // namespace

Result<void> write_simulated_trace(const SimulatedRun& run, ByteSink& sink) {
  return SimulationWriter(run, sink).write();
}

} // namespace unply
