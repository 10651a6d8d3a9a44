// A long recording is prepared once and kept below $XDG_CACHE_HOME or ~/.cache: one file for each path of a recording,
// replaced when size or time of the recording changes.
#include "cli/view/view_input.h"
#include "base/crc32c.h"
#include "base/version.h"
#include "cli/progress.h"
#include "cli/stats/stats.h"
#include "collect/source_files.h"
#include "graph/load_trace.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace unply {
namespace fs = std::filesystem;

namespace {
constexpr size_t kMaxSourceBytes = 4 << 20;
// A recording names the files whose text goes into the page. An untrusted recording could name a secret file: only
// names that look like sources are read from disk.
constexpr std::array kSourceEndings = {".c",   ".cc",  ".cpp", ".cxx", ".c++", ".cu",  ".h", ".hh",
                                       ".hpp", ".hxx", ".inc", ".ipp", ".tcc", ".inl", ".f", ".for",
                                       ".f77", ".f90", ".f95", ".f03", ".f08", ".fpp"};
} // namespace

static bool looks_like_source(std::string_view name) {
  std::string ending = fs::path(name).extension();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::ranges::find(kSourceEndings, ending) != kSourceEndings.end();
}

static ViewSource view_source(const Trace& trace, const std::string& trace_path, std::string_view name) {
  bool embedded =
      std::ranges::any_of(trace.sources, [&](const SourceFile& source) { return trace.text(source.name) == name; });
  if (!embedded && !looks_like_source(name)) return {"", "not embedded in the recording, and no source by its name"};
  auto found = find_source_text(trace, trace_path, name);
  if (!found) return {"", "not found on this machine; unply record --embed-sources keeps it in the recording"};
  if (found->text.size() > kMaxSourceBytes)
    return {"", fmt::format("{} bytes, more than the {} that are shown", found->text.size(), kMaxSourceBytes)};
  return {std::move(found->text), found->newer ? "newer than the recording: lines may have moved" : "", true};
}

static std::string cache_path(const std::string& path) {
  const char *cache = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
  fs::path folder = cache && *cache == '/' ? fs::path(cache) : home && *home == '/' ? fs::path(home) / ".cache" : "";
  if (folder.empty()) return "";
  std::error_code error;
  std::string name = fs::canonical(path, error);
  if (error) return "";
  uint32_t sums[] = {crc32c(name.data(), name.size()), crc32c(name.data(), name.size(), 1)};
  return folder / "unply" / fmt::format("{:08x}{:08x}.view", sums[0], sums[1]);
}

// The key that invalidates a prepared view: another recording at that path, another unply.
static std::string cache_key(const std::string& path) {
  struct stat status{};
  std::error_code error;
  if (::stat(path.c_str(), &status) != 0) return "";
  return fmt::format("{} {} {} {}.{:09} view 4", version(), fs::canonical(path, error).string(), status.st_size,
                     status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

static ViewInput input_of(ViewRun run) {
  const auto& head = *run.head;
  std::string title = head["program"];
  for (const std::string argument : head["arguments"]) title += " " + argument;
  uint64_t duration = head["duration_ns"], events = head["events"];
  size_t lanes = head["lanes"].size();
  return {.run = std::move(run), .duration_ns = duration, .events = events, .lanes = lanes, .title = title};
}

static Result<std::string> view_statistics(const EventFile& file, const std::string& path, RunStatistics run) {
  auto machine = stats_machine("");
  if (!machine) return error_of(machine);
  StatsInput input{.file = path,
                   .tables = &file.tables(),
                   .objects = file.objects(),
                   .processes = file.processes(),
                   .run = std::move(run),
                   .machine = *machine,
                   .excluded = {}};
  constexpr size_t kRowsOfPage = 1000; // the page builds each, and nobody looks through more
  return stats_json(input, SourceQuotes(file.tables(), path, false), "", kRowsOfPage);
}

template <class Recording>
static Result<ViewInput> prepare(const Recording& recording, const Trace& tables, const std::string& path,
                                 ViewRunOptions options) {
  Progress progress(fmt::format("preparing {}", path));
  options.source = [&](std::string_view name) { return view_source(tables, path, name); };
  auto run = prepare_run(recording, options);
  if (!run) return error_of(run);
  return input_of(std::move(*run));
}

Result<ViewInput> load_view(const std::string& path) {
  ViewRunOptions options;
  options.trace_path = path;
  options.cache_path = cache_path(path);
  options.cache_key = cache_key(path);
  if (!options.cache_path.empty())
    if (auto run = find_prepared_run(options.cache_path, options.cache_key)) return input_of(std::move(*run));
  auto parallel = has_events(path);
  if (!parallel) return error_of(parallel);
  if (*parallel) {
    auto file = EventFile::open(path);
    if (!file) return error_of(file);
    options.statistics = [&](RunStatistics run) { return view_statistics(*file, path, std::move(run)); };
    return prepare(*file, file->tables(), path, std::move(options));
  }
  auto trace = load_trace(path);
  if (!trace) return error_of(trace);
  if (trace->tasks.size() == 0) return std::unexpected(no_tasks(path, *trace));
  return prepare(*trace, *trace, path, std::move(options));
}

Result<ViewInput> load_predicted_phases(const std::string& recording, const std::string& model,
                                        const CallPredictor& predict) {
  auto phases = read_phases(recording);
  if (!phases) return error_of(phases);
  auto predicted = predict_beside(*phases, model, predict);
  if (!predicted) return error_of(predicted);
  ViewRunOptions options;
  options.trace_path = model;
  auto run = prepare_run(*predicted, options);
  if (!run) return error_of(run);
  return input_of(std::move(*run));
}

} // namespace unply
