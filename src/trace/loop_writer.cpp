#include "trace/loop_writer.h"
#include "trace/tables.h"
#include <algorithm>

namespace unply {

namespace {

class ProfileWriter {
public:
  ProfileWriter(TraceWriter& writer, const Trace& trace) : writer_(writer), trace_(trace) {}
  Result<void> write() {
    put_info();
    put_counters();
    for (const SourceFile& source : trace_.sources) {
      writer_.add_source(string(source.name), source.text);
      TRY(make_room());
    }
    TRY(put_sites());
    return put_profile();
  }

private:
  StringId string(StringId id) { return writer_.string_id(trace_.text(id)); }
  Result<void> make_room() { return writer_.full() ? writer_.flush() : Result<void>{}; }
  void put_info();
  void put_counters();
  Result<void> put_sites();
  Result<void> put_profile();
  Result<void> put_functions();
  TraceWriter& writer_;
  const Trace& trace_;
};

void ProfileWriter::put_info() {
  const TraceInfo& info = trace_.info;
  auto put = [&](const char* key, const std::string& value) {
    if (!value.empty()) writer_.add_meta(key, value);
  };
  put("unply_version", info.unply_version);
  put("program", info.program);
  for (const std::string& argument : info.arguments) writer_.add_meta("argument", argument);
  for (const std::string& input : info.inputs) writer_.add_meta("input", input);
  for (const auto& [name, value] : info.parameters) writer_.add_meta("parameter", name + "=" + value);
  put("started_at", info.started_at);
  put("directory", info.directory);
  for (const std::string& folder : info.source_directories) writer_.add_meta("source_directory", folder);
  put("machine", info.machine);
  put("cpu", info.cpu);
  put("kernel", info.kernel);
  if (info.cores != 0) writer_.add_meta("cores", std::to_string(info.cores));
  writer_.add_meta("complete", info.complete ? "yes" : "no");
  put("incomplete_why", info.incomplete_why);
  writer_.add_meta("exit_status", std::to_string(info.exit_status));
  writer_.add_meta("exit_signal", std::to_string(info.exit_signal));
  writer_.set_loop_work(trace_.loops.work);
  for (const std::string& note : info.notes) writer_.add_note(note);
  if (info.duration_ns != 0) { // a tick is a nanosecond
    writer_.add_clock(0, 0);
    writer_.add_clock(info.duration_ns, info.duration_ns);
  }
}

void ProfileWriter::put_counters() {
  const TraceInfo& info = trace_.info;
  for (size_t i = 0; i < std::min(info.counters.size(), std::size(kRingCounterNames)); ++i)
    writer_.add_counter("ring", kRingCounterNames[i], info.counters[i]);
  for (size_t i = 0; i < std::min(info.pass_stats.size(), std::size(kPassStatNames)); ++i)
    writer_.add_counter("pass", kPassStatNames[i], info.pass_stats[i]);
  for (const auto& [name, calls] : info.unseen_calls) writer_.add_counter("unseen", name, calls);
}

Result<void> ProfileWriter::put_sites() {
  for (uint32_t id = 1; id < trace_.sites.size(); ++id) {
    Site site = trace_.sites[id];
    for (StringId* text : {&site.file, &site.function, &site.variable, &site.inlined_file}) *text = string(*text);
    writer_.add_site(id, site);
    TRY(make_room());
  }
  return {};
}

Result<void> ProfileWriter::put_profile() {
  const LoopProfile& profile = trace_.loops;
  for (uint32_t row = 0; row < profile.loops.size(); ++row) {
    ProfiledLoop loop = profile.loops[row];
    for (StringId* text : {&loop.file, &loop.function, &loop.facts}) *text = string(*text);
    writer_.add_loop(row, loop);
    TRY(make_room());
  }
  for (const LoopDependence& row : profile.dependences) {
    writer_.add_loop_dependence(row);
    TRY(make_room());
  }
  for (const LoopCall& row : profile.calls) {
    writer_.add_loop_call({row.loop, string(row.name), row.count});
    TRY(make_room());
  }
  return put_functions();
}

Result<void> ProfileWriter::put_functions() {
  const LoopProfile& profile = trace_.loops;
  for (uint32_t row = 0; row < profile.functions.size(); ++row) {
    ProfiledFunction function = profile.functions[row];
    for (StringId* text : {&function.file, &function.function, &function.facts}) *text = string(*text);
    writer_.add_function(row, function);
    TRY(make_room());
  }
  for (const PartDependence& row : profile.part_dependences) {
    writer_.add_part_dependence(row);
    TRY(make_room());
  }
  for (const PartCall& row : profile.part_calls) {
    writer_.add_part_call({row.function, string(row.name), row.count});
    TRY(make_room());
  }
  for (const PartWork& row : profile.part_works) {
    writer_.add_part_work(row);
    TRY(make_room());
  }
  return {};
}

} // namespace

Result<void> write_loop_profile(TraceWriter& writer, const Trace& trace) {
  return ProfileWriter(writer, trace).write();
}

} // namespace unply
