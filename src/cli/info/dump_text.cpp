#include "cli/info/dump_text.h"
#include "cli/report/report.h"
#include "graph/names.h"
#include "trace/access_stream.h"
#include "trace/phases.h"
#include "trace/tables.h"
#include <array>
#include <fmt/format.h>

namespace unply {

namespace {

constexpr std::array kKindNames = {"flow", "anti", "output", "extension"};
constexpr std::array kOriginNames = {"pragma", "api", "loop", "function", "paper_abi"};

// Prints one line for each row, whatever its texts contain.
std::string one_line(std::string_view text) {
  std::string line;
  for (char c : text)
    if (static_cast<unsigned char>(c) < 32)
      line += fmt::format("\\x{:02x}", c);
    else
      line += c;
  return line;
}

std::string site_place(const Trace& trace, uint32_t site) {
  const Site& s = trace.sites[site];
  return s.line ? one_line(fmt::format("{}:{}", trace.text(s.file), s.line)) : "?";
}

std::string quoted(std::string_view text) { return text.empty() ? "" : fmt::format(" \"{}\"", one_line(text)); }
std::string named(std::string_view text) { return text.empty() ? "" : " " + one_line(text); }

std::string hexadecimal(uint64_t address) { return fmt::format("{:#x}", address); }

class Dumper {
public:
  Dumper(const Trace& trace, const DumpOptions& options, TextOutput& out)
      : trace_(trace), options_(options), out_(out) {}

  void dump() {
    if (wanted("meta")) dump_meta();
    if (options_.table == "strings") dump_strings();
    if (wanted("sites")) dump_sites();
    if (wanted("regions")) dump_regions();
    if (wanted("traces")) dump_traces();
    if (wanted("tasks")) dump_tasks();
    if (wanted("edges")) dump_edges();
    if (wanted("reached")) dump_reached();
    if (wanted("loops")) dump_loops();
    if (wanted("loop_dependences")) dump_loop_dependences();
    if (wanted("loop_calls")) dump_loop_calls();
    if (wanted("functions")) dump_functions();
    if (wanted("part_dependences")) dump_part_dependences();
    if (wanted("part_calls")) dump_part_calls();
    if (wanted("part_works")) dump_part_works();
    if (wanted("notes"))
      for (const std::string& note : trace_.info.notes) out_.put("note ", one_line(note), "\n");
    if (wanted("sources")) dump_sources();
    if (wanted("counters")) dump_unseen();
    if (wanted("counters") && options_.times) dump_counters();
  }

private:
  bool wanted(std::string_view table) const { return options_.table.empty() || options_.table == table; }
  void meta(std::string_view key, std::string_view value) {
    if (!value.empty()) out_.put("meta ", key, " ", one_line(value), "\n");
  }
  void dump_meta();
  void dump_strings();
  void dump_sites();
  void dump_regions();
  void dump_traces();
  void dump_tasks();
  void dump_edges();
  void dump_reached();
  void dump_loops();
  void dump_loop_dependences();
  void dump_loop_calls();
  void dump_functions();
  void dump_part_dependences();
  void dump_part_calls();
  void dump_part_works();
  std::string loop_place(uint32_t loop) const;
  void dump_sources();
  void dump_counters();
  void dump_unseen();
  const Trace& trace_;
  const DumpOptions& options_;
  TextOutput& out_;
};

void Dumper::dump_meta() {
  const TraceInfo& info = trace_.info;
  meta("format", fmt::format("{}.{}", info.format_version >> 16, info.format_version & 0xffff));
  meta("unply", info.unply_version);
  meta("program", info.program);
  for (const std::string& argument : info.arguments) out_.put("meta argument ", one_line(argument), "\n");
  for (const std::string& input : info.inputs) out_.put("meta input ", one_line(input), "\n");
  for (const auto& [name, value] : info.parameters) meta("parameter", name + "=" + value);
  meta("mode", info.simulated ? "simulated" : info.access_stream ? "accesses" : "online");
  meta("complete", info.complete ? "yes" : "no: " + info.incomplete_why);
  meta("exit", info.exit_signal ? fmt::format("signal {}", info.exit_signal) : std::to_string(info.exit_status));
  if (!options_.times) return;
  meta("duration", fmt::format("{} ns", info.duration_ns));
  meta("started", info.started_at);
  meta("directory", info.directory);
  meta("machine", info.machine);
  meta("cpu", info.cpu);
  meta("cores", std::to_string(info.cores));
  meta("kernel", info.kernel);
}

void Dumper::dump_strings() {
  for (size_t i = 0; i < trace_.strings.size(); ++i) out_.put("string ", i, named(trace_.strings[i]), "\n");
}

void Dumper::dump_sites() {
  for (uint32_t i = 1; i < trace_.sites.size(); ++i) {
    const Site& site = trace_.sites[i];
    out_.put("site ", i, " ", site_place(trace_, i));
    if (site.line) out_.put(":", site.column);
    out_.put(named(trace_.text(site.function)), named(trace_.text(site.variable)),
             site.flags & kSiteWrite ? " write" : " read");
    if (site.flags & kSiteModel) out_.put(" model");
    if (site.flags & kSiteStream) out_.put(" stream");
    if (site.update() != Update::none) out_.put(" ", update_name(site.update()), site.only_updated() ? " only" : "");
    if (site.inlined_line) out_.put(" inlined into ", one_line(trace_.text(site.inlined_file)), ":", site.inlined_line);
    out_.put("\n");
  }
}

void Dumper::dump_regions() {
  for (uint32_t i = 0; i < trace_.regions.size(); ++i) {
    const Region& region = trace_.regions[i];
    out_.put("region ", i, region.kind == RegionKind::trace ? " trace " : " task ",
             kOriginNames[static_cast<size_t>(region.origin)], " ", one_line(trace_.text(region.file)), ":",
             region.line, ":", region.column, named(trace_.text(region.function)), quoted(trace_.text(region.label)),
             "\n");
  }
}

void Dumper::dump_traces() {
  for (uint32_t i = 1; i < trace_.traces.size(); ++i) { // row 0 is in no file
    const TraceInstance& row = trace_.traces[i];
    out_.put("trace ", i, " ");
    if (row.region != kNoRegion) out_.put("region ", row.region, " ");
    out_.put(one_line(region_text(trace_, row.region)));
    if (options_.times) out_.put(" begin ", row.begin_ns, " ns end ", row.end_ns, " ns");
    out_.put("\n");
  }
}

void Dumper::dump_tasks() {
  const TaskColumns& tasks = trace_.tasks;
  for (uint32_t i = 0; i < tasks.size(); ++i) {
    out_.put("task ", i + 1, " region ", tasks.region[i], " ", one_line(region_text(trace_, tasks.region[i])),
             " trace ", tasks.trace[i]);
    if (tasks.parent[i]) out_.put(" parent ", tasks.parent[i]);
    if (tasks.instance[i] != i) out_.put(" instance ", tasks.instance[i] + 1);
    if (!tasks.processor.empty() && tasks.processor[i] != kNoProcessor) out_.put(" processor ", tasks.processor[i]);
    if (options_.times)
      out_.put(" begin ", tasks.begin_ns[i], " ns end ", tasks.end_ns[i], " ns self ", tasks.self_ns[i],
               " ns overhead ", tasks.overhead_ns[i], " ns");
    if (options_.times && !tasks.hooks.empty() && !trace_.info.simulated)
      out_.put(" hooks ", tasks.hooks[i], " transitions ", tasks.transitions[i]);
    out_.put(tasks.incomplete[i] ? " incomplete\n" : "\n");
  }
}

void Dumper::dump_edges() {
  const EdgeColumns& edges = trace_.edges;
  EdgeIndex index(edges, trace_.tasks.size());
  for (uint32_t to = 0; to < trace_.tasks.size(); ++to)
    for (uint32_t i : index.into(edges, to)) {
      out_.put("task ", edges.from[i] + 1, " -> ", to + 1, " ", kKindNames[static_cast<size_t>(edges.kind[i])],
               named(edge_variable(trace_, edges.site_from[i], edges.site_to[i])), " ", edges.bytes[i], " bytes ",
               site_place(trace_, edges.site_from[i]), " -> ", site_place(trace_, edges.site_to[i]), "\n");
      if (edges.pair_set.empty() || edges.pair_set[i] == 0) continue;
      trace_.each_pair(i, [&](const SitePair& pair) {
        out_.put("  of them", named(edge_variable(trace_, pair.from, pair.to)), " ", pair.bytes, " bytes ",
                 site_place(trace_, pair.from), " -> ", site_place(trace_, pair.to), "\n");
      });
    }
}

// Accesses in the functions that hold the tasks are not worth a line.
void Dumper::dump_reached() {
  for (const ReachedSite& row : trace_.call_paths.reached()) {
    if (row.path == 0) continue;
    out_.put("reached ", site_place(trace_, row.site));
    if (row.site_from != 0)
      out_.put(" after ", kKindNames[static_cast<size_t>(row.kind)], " from ", site_place(trace_, row.site_from));
    out_.put(" region ", row.region, " by");
    for (const PathCall& call : trace_.call_paths.at(row.path)) {
      if (call.left_out) out_.put(" ... ", call.left_out, " calls ...");
      out_.put(" ", one_line(call.line ? call_text(trace_, call) : "?"), named(trace_.text(call.function)));
    }
    out_.put("\n");
  }
}

std::string Dumper::loop_place(uint32_t loop) const {
  if (loop == kNoLoop) return "none";
  const ProfiledLoop& row = trace_.loops.loops[loop];
  return row.line ? one_line(fmt::format("{}:{}:{}", trace_.text(row.file), row.line, row.column)) : "?";
}

void Dumper::dump_loops() {
  for (uint32_t i = 0; i < trace_.loops.loops.size(); ++i) {
    const ProfiledLoop& row = trace_.loops.loops[i];
    out_.put("loop ", i, " ", loop_place(i), named(trace_.text(row.function)), " instances ", row.instances,
             " iterations ", row.iterations, " least ", row.least, " most ", row.most, " work ", row.work);
    if (row.around) out_.put(" around ", row.around - 1);
    out_.put(named(trace_.text(row.facts)), "\n");
  }
}

void Dumper::dump_loop_dependences() {
  for (const LoopDependence& row : trace_.loops.dependences) {
    out_.put("loop ", loop_place(row.loop), row.carried == Carried::carried ? " carried " : " within ",
             kKindNames[static_cast<size_t>(row.kind)], named(edge_variable(trace_, row.site_from, row.site_to)),
             " count ", row.count);
    if (row.carried == Carried::carried)
      out_.put(" distance ", row.min_distance, " to ", row.max_distance, row.exact ? " exact" : " bounds", " first ",
               row.first_from, " -> ", row.first_to);
    if (row.inner_known) out_.put(" inner ", std::to_string(row.inner_least), " to ", std::to_string(row.inner_most));
    out_.put(" ", site_place(trace_, row.site_from), " -> ", site_place(trace_, row.site_to), "\n");
  }
}

void Dumper::dump_loop_calls() {
  for (const LoopCall& row : trace_.loops.calls)
    out_.put("loop ", loop_place(row.loop), " call ", row.count, named(trace_.text(row.name)), "\n");
}

void Dumper::dump_functions() {
  for (uint32_t i = 0; i < trace_.loops.functions.size(); ++i) {
    const ProfiledFunction& row = trace_.loops.functions[i];
    out_.put("function ", i, " ", one_line(fmt::format("{}:{}", trace_.text(row.file), row.line)),
             named(trace_.text(row.function)), " instances ", row.instances, " work ", row.work,
             named(trace_.text(row.facts)), "\n");
  }
}

void Dumper::dump_part_dependences() {
  for (const PartDependence& row : trace_.loops.part_dependences)
    out_.put("function ", row.function, " part ", row.part_from, " -> ", row.part_to, " ",
             kKindNames[static_cast<size_t>(row.kind)], named(edge_variable(trace_, row.site_from, row.site_to)),
             " count ", row.count, " ", site_place(trace_, row.site_from), " -> ", site_place(trace_, row.site_to),
             "\n");
}

void Dumper::dump_part_calls() {
  for (const PartCall& row : trace_.loops.part_calls)
    out_.put("function ", row.function, " call ", row.count, named(trace_.text(row.name)), "\n");
}

void Dumper::dump_part_works() {
  for (const PartWork& row : trace_.loops.part_works)
    out_.put("function ", row.function, " work ", row.kind, " of ", row.number, " count ", row.count, " sum ", row.work,
             "\n");
}

void Dumper::dump_sources() {
  for (const SourceFile& source : trace_.sources) {
    out_.put("source ", one_line(trace_.text(source.name)), " ", source.text.size(), " bytes\n");
    if (options_.table.empty()) continue;
    std::string_view rest = source.text;
    while (!rest.empty()) {
      size_t end = std::min(rest.find('\n'), rest.size());
      out_.put("| ", rest.substr(0, end), "\n");
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
}

void Dumper::dump_unseen() {
  for (const auto& [name, calls] : trace_.info.unseen_calls) out_.put("unseen ", calls, " ", one_line(name), "\n");
}

void Dumper::dump_counters() {
  const TraceInfo& info = trace_.info;
  for (size_t i = 0; i < std::min(info.counters.size(), std::size(kRingCounterNames)); ++i)
    out_.put("counter ", kRingCounterNames[i], " ", info.counters[i], "\n");
  for (size_t i = 0; i < std::min(info.pass_stats.size(), std::size(kPassStatNames)); ++i)
    out_.put("pass ", kPassStatNames[i], " ", info.pass_stats[i], "\n");
  out_.put("cost hook ", info.hook_ns, " ns\ncost transition ", info.transition_ns, " ns\ncost task ", info.task_ns,
           " ns\n");
}

class StreamDumper : public AccessVisitor {
public:
  StreamDumper(const Trace& trace, const DumpOptions& options, TextOutput& out)
      : trace_(trace), options_(options), out_(out) {}
  void trace_begin(uint32_t trace, uint32_t region, uint64_t time_ns) override {
    out_.put("trace ", trace, " begin ", one_line(region_text(trace_, region)));
    end_line(time_ns);
  }
  void trace_end(uint32_t trace, uint64_t time_ns) override {
    out_.put("trace ", trace, " end");
    end_line(time_ns);
  }
  void task_begin(uint32_t region, uint32_t trace, uint64_t time_ns) override {
    out_.put("task begin ", one_line(region_text(trace_, region)), " trace ", trace);
    end_line(time_ns);
  }
  void task_end(uint64_t time_ns) override {
    out_.put("task end");
    end_line(time_ns);
  }
  void access(const StreamAccess& a) override {
    out_.put(a.write ? "store " : "load ", address(a.address), " ", a.bytes, " bytes");
    if (a.count != 1) out_.put(" count ", a.count, " stride ", std::to_string(a.stride));
    out_.put(named(trace_.text(trace_.sites[a.site].variable)), " ", site_place(trace_, a.site), "\n");
  }
  void forget(uint64_t at, uint64_t bytes) override { out_.put("forget ", address(at), " ", bytes, " bytes\n"); }
  void move(uint64_t from, uint64_t to, uint64_t bytes) override {
    out_.put("move ", address(from), " -> ", address(to), " ", bytes, " bytes\n");
  }
  void copy(uint64_t from, uint64_t to, uint64_t bytes) override {
    out_.put("copy ", address(from), " -> ", address(to), " ", bytes, " bytes\n");
  }

private:
  std::string address(uint64_t at) const { return options_.times ? hexadecimal(at) : "*"; }
  void end_line(uint64_t time_ns) {
    if (options_.times) out_.put(" at ", time_ns, " ns");
    out_.put("\n");
  }
  const Trace& trace_;
  const DumpOptions& options_;
  TextOutput& out_;
};

} // namespace

void dump_trace(const Trace& trace, const DumpOptions& options, TextOutput& out) { Dumper(trace, options, out).dump(); }

Result<void> dump_stream(const std::string& path, const Trace& trace, const DumpOptions& options, TextOutput& out) {
  if (!trace.info.access_stream || (!options.table.empty() && options.table != "accesses")) return {};
  StreamDumper dumper(trace, options, out);
  return read_access_stream(path, dumper);
}

Result<void> dump_phases(const std::string& path, const Trace& trace, const DumpOptions& options, TextOutput& out) {
  if (!options.table.empty() && options.table != "phases") return {};
  if (!options.table.empty() && !trace.info.complete) // with all tables it is said already
    out.put("meta complete no: ", one_line(trace.info.incomplete_why), "\n");
  auto events = has_events(path);
  if (!events || !*events) return {};
  auto file = EventFile::open(path);
  if (!file) return error_of(file);
  auto phases = read_phases(*file);
  if (!phases) return std::unexpected(phases.error().about(path));
  for (const PhaseRow& row : phases->rows) {
    out.put("phase rank ", row.rank, " thread ", row.thread, " call ", row.call, " ", name_of(row.phase), " level ",
            row.level);
    if (row.partner >= 0) out.put(" partner ", static_cast<uint32_t>(row.partner));
    if (row.bytes > 0) out.put(" ", row.bytes, " bytes");
    for (const PhaseFeature& feature : phases->features_of(row))
      out.put(" ", one_line(phases->text(feature.name)), "=", fmt::format("{}", feature.value));
    if (options.times) out.put(" begin ", row.begin_ns, " ns end ", row.end_ns, " ns");
    if (options.times && row.cpu_ns > 0) out.put(" cpu ", row.cpu_ns, " ns");
    out.put(" ", site_place(file->tables(), row.site), row.finished ? "\n" : " unfinished\n");
  }
  return {};
}

} // namespace unply
