// Which kind a file is, and how its rows become samples.
#include "base/text_file.h"
#include "cli/fit/fit.h"
#include "cli/generalise/generalise.h"
#include "graph/names.h"
#include "graph/recording_file.h"
#include "model/regression/feature_term.h"
#include "model/skeleton/model_file.h"
#include "timeline/statistics.h"
#include "trace/event_file.h"
#include "trace/phases.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>

namespace unply {

namespace {

constexpr const char* kInputHint =
    "unply fit reads recordings of unply record, tables (.csv) and JSON Lines of Extra-P (.jsonl)";

void set_feature(Samples& samples, PhaseSample& sample, const std::string& name, double value) {
  const size_t feature = samples.feature(name);
  if (sample.features.size() <= feature) sample.features.resize(feature + 1, kUnknown);
  sample.features[feature] = value;
}

// A phase that the end of the recording cut short says nothing of its length.
void add_phases(Samples& samples, const Phases& phases, const std::string& path) {
  samples.sources.push_back(path);
  for (const PhaseRow& row : phases.rows) {
    if (!row.finished) continue;
    PhaseSample sample;
    sample.phase = kPhaseNames[static_cast<size_t>(row.phase)];
    sample.source = static_cast<uint32_t>(samples.sources.size() - 1);
    sample.rank = row.rank, sample.call = row.call, sample.level = row.level;
    sample.bytes = static_cast<double>(row.bytes);
    sample.seconds = static_cast<double>(row.end_ns - row.begin_ns) * 1e-9;
    if (row.cpu_ns > 0) sample.cpu_seconds = static_cast<double>(row.cpu_ns) * 1e-9;
    for (uint32_t f = row.first_feature; f < row.first_feature + row.features; ++f) {
      const PhaseFeature& feature = phases.features[f];
      set_feature(samples, sample, phases.strings[static_cast<uint32_t>(feature.name)], feature.value);
    }
    samples.rows.push_back(std::move(sample));
  }
}

// What a recording without phases measured: seconds of each part of the program, and how often it ran.
struct PartTimes {
  struct Part {
    double seconds = 0, executions = 0;
  };
  std::map<std::string, Part> parts;
  double threads = 0; // of a parallel run
};

std::string place_of_region(const Trace& trace, uint32_t region) {
  const Region& r = trace.regions[region];
  std::string_view file = trace.text(r.file);
  file = file.substr(file.rfind('/') + 1);
  return r.line != 0 ? fmt::format("{}:{}", file, r.line) : region_text(trace, region);
}

Result<PartTimes> times_of_tasks(const std::string& path, TraceInfo& info) {
  auto trace = read_recording(path);
  if (!trace) return error_of(trace);
  info = trace->info;
  PartTimes times;
  const TaskColumns& tasks = trace->tasks;
  for (size_t row = 0; row < tasks.size(); ++row) {
    PartTimes::Part& part = times.parts[place_of_region(*trace, tasks.region[row])];
    part.seconds += static_cast<double>(tasks.self_ns[row] - tasks.overhead_ns[row]) * 1e-9;
    part.executions += tasks.instance[row] == row;
  }
  if (times.parts.empty() && !info.complete)
    return fail(fmt::format("{}: incomplete ({}), and has no task instances", path,
                            info.incomplete_why.empty() ? "the recording ends early" : info.incomplete_why),
                "leave it out, or record again");
  if (times.parts.empty())
    return fail(fmt::format("{}: has neither phases of a skeleton nor task instances nor loops", path), kInputHint);
  return times;
}

Result<PartTimes> times_of_loops(const std::string& path, TraceInfo& info) {
  auto file = EventFile::open(path);
  if (!file) return error_of(file);
  info = file->tables().info;
  auto run = run_statistics(*file, {});
  if (!run) return std::unexpected(run.error().about(path));
  PartTimes times;
  for (const LoopStatistics& loop : run->loops) {
    std::string name = site_text(file->tables(), loop.site);
    name = name.substr(name.rfind('/') + 1);
    PartTimes::Part& part = times.parts[name.empty() ? "loop" : name];
    part.seconds += static_cast<double>(loop.elapsed_ns) * 1e-9;
    part.executions += static_cast<double>(loop.executions);
    times.threads = std::max(times.threads, static_cast<double>(loop.threads.most));
  }
  if (times.parts.empty())
    return fail(fmt::format("{}: has neither phases of a skeleton nor loops", path),
                "unply stats shows what it holds; the skeleton of unply/divide_and_conquer.h records phases");
  return times;
}

// Recordings of one program at several sizes, as `unply generalise` takes them.
Result<void> add_parts(FitInput& input, const std::vector<std::string>& paths, const std::vector<std::string>& params) {
  std::vector<SizedFile> files;
  std::vector<PartTimes> times;
  for (const std::string& path : paths) {
    auto events = has_events(path);
    if (!events) return error_of(events);
    files.push_back({path, {}});
    auto parts = *events ? times_of_loops(path, files.back().info) : times_of_tasks(path, files.back().info);
    if (!parts) return error_of(parts);
    times.push_back(std::move(*parts));
  }
  bool threads_differ = false;
  for (const PartTimes& each : times) threads_differ |= each.threads != times[0].threads;
  SizeTable table;
  if (auto found = find_sizes(files, params); found)
    table = std::move(*found);
  else if (!params.empty() || !threads_differ)
    return error_of(found);
  else
    table.sizes.resize(files.size());
  input.notes.insert(input.notes.end(), table.notes.begin(), table.notes.end());
  for (size_t i = 0; i < paths.size(); ++i) {
    input.samples.sources.push_back(paths[i]);
    for (const auto& [name, part] : times[i].parts) {
      PhaseSample sample;
      sample.phase = name;
      sample.source = static_cast<uint32_t>(input.samples.sources.size() - 1);
      sample.seconds = part.seconds;
      for (size_t p = 0; p < table.names.size(); ++p)
        set_feature(input.samples, sample, table.names[p], static_cast<double>(table.sizes[i][p]));
      if (threads_differ) set_feature(input.samples, sample, "P", times[i].threads);
      if (part.executions > 0) set_feature(input.samples, sample, "work:executions", part.executions);
      input.samples.rows.push_back(std::move(sample));
    }
  }
  return {};
}

// Ranks that share processors wait inside their phases. Processor time leaves that out; calls and exchanges contain it.
void note_waiting(FitInput& input) {
  constexpr double kMostWaiting = 0.2;
  double elapsed = 0, busy = 0;
  for (const PhaseSample& sample : input.samples.rows) {
    if (sample.phase == "call" || sample.phase == "exchange") continue;
    if (std::isnan(sample.cpu_seconds) || std::isnan(sample.seconds)) continue;
    elapsed += sample.seconds, busy += std::min(sample.cpu_seconds, sample.seconds);
  }
  if (elapsed == 0 || busy >= (1 - kMostWaiting) * elapsed) return;
  input.notes.push_back(
      fmt::format("{:.0f} % of the time of divide, sequential and combine passed without a processor: "
                  "times of whole calls and of exchanges contain such waiting, processor time does not",
                  100 * (1 - busy / elapsed)));
}

Result<bool> has_phases(const std::string& path, Phases& phases) {
  auto events = has_events(path);
  if (!events) return error_of(events);
  if (!*events) return false;
  auto file = EventFile::open(path);
  if (!file) return error_of(file);
  auto found = read_phases(*file);
  if (!found) return std::unexpected(found.error().about(path));
  phases = std::move(*found);
  return !phases.rows.empty();
}

} // namespace

Result<SkeletonModel> read_model(const std::string& path) {
  auto text = read_text_file(path);
  if (!text) return std::unexpected(Error{text.error().what, "unply fit FILES... -o FILE.model writes models"});
  return parse_model(*text, path);
}

Result<FitInput> read_fit_input(const std::vector<std::string>& paths, const std::vector<std::string>& params) {
  FitInput input;
  std::vector<std::string> without_phases;
  for (const std::string& path : paths) {
    if (path.ends_with(".csv") || path.ends_with(".jsonl")) {
      auto text = read_text_file(path);
      if (!text) return std::unexpected(Error{text.error().what, kInputHint});
      size_t skipped = 0;
      TRY(path.ends_with(".csv") ? add_csv(input.samples, *text, path)
                                 : add_extrap(input.samples, *text, path, skipped));
      if (skipped > 0)
        input.notes.push_back(
            fmt::format("{}: {} of other metrics than time passed over", path, count_text(skipped, "line")));
      continue;
    }
    Phases phases;
    auto found = has_phases(path, phases);
    if (!found) return error_of(found);
    if (*found)
      add_phases(input.samples, phases, path);
    else
      without_phases.push_back(path);
  }
  if (!without_phases.empty()) {
    if (!input.samples.rows.empty())
      return fail(fmt::format("{}: has no phases of a skeleton, and other files have", without_phases[0]),
                  "fit them apart: a model is either of a skeleton or of parts of a program");
    TRY(add_parts(input, without_phases, params));
  } else if (!params.empty()) {
    return fail(fmt::format("--param {}: the input names its sizes itself", params[0]));
  }
  note_waiting(input);
  return input;
}

} // namespace unply
