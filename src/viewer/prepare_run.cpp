#include "viewer/prepare_run.h"
#include "timeline/pyramid.h"
#include "viewer/phase_blocks.h"
#include "viewer/run_head.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {
namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

namespace {
constexpr uint64_t kKeptFromEvents = 4 << 20; // shorter recordings are prepared in less than a second
// Of a program that makes a hundred thousand threads, one after the other, the first ones. All of them took 40 s and
// 2.5 GB, for lanes that no screen has room for.
constexpr size_t kMostLanes = 4096;
} // namespace

static void put_pyramid(const Pyramid& pyramid, BlockWriter& blocks, json& head) {
  size_t levels = pyramid.levels.size();
  for (size_t number = 0; number < levels; ++number) { // the page counts from the coarsest
    size_t level = levels - 1 - number;
    uint64_t bins = pyramid.levels[level].bins;
    head["pyramid"].push_back({{"bin_ns", pyramid.levels[level].bin_ns}, {"bins", bins}});
    for (uint64_t tile = 0; tile * kTileBins < bins; ++tile) {
      uint64_t first = tile * kTileBins;
      blocks.put(fmt::format("p/{}/{}", number, tile), pyramid.tile(level, first, std::min(kTileBins, bins - first)));
    }
  }
}

static Result<void> put_statistics(const ViewRunOptions& options, std::optional<RunStatistics>& run, json& head) {
  if (!run) return {};
  auto text = options.statistics(std::move(*run));
  if (!text) return error_of(text);
  head["statistics"] = json::parse(*text, nullptr, false);
  if (head["statistics"].is_discarded()) return fail("statistics: not JSON");
  return {};
}

// Files left by killed preparations of this recording: PATH.partial.PID of no living process.
static void remove_leftovers(const fs::path& path) {
  std::error_code error;
  std::string begin = path.filename().string() + ".partial.";
  for (const fs::directory_entry& entry : fs::directory_iterator(path.parent_path(), error)) {
    std::string name = entry.path().filename();
    if (!name.starts_with(begin)) continue;
    int pid = std::atoi(name.c_str() + begin.size());
    if (pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH) fs::remove(entry.path(), error);
  }
}

// In the cache where the recording is long and the place can be written; a page is worth more than keeping it.
static BlockWriter writer_for(const ViewRunOptions& options, uint64_t events) {
  if (!options.cache_path.empty() && events >= kKeptFromEvents) {
    fs::path path(options.cache_path);
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    remove_leftovers(path);
    if (auto writer = BlockWriter::create(options.cache_path, options.cache_key)) return std::move(*writer);
  }
  return {};
}

static TimelineSink picture_sink(RunBlocks& blocks) {
  TimelineSink sink;
  sink.intervals = [&](uint32_t lane, std::span<const StateInterval> intervals) {
    if (lane < kMostLanes) blocks.add_intervals(lane, intervals);
  };
  sink.line = [&](const DependencyLine& line) {
    if (std::max(line.from_lane, line.to_lane) < kMostLanes) blocks.add_line(line);
  };
  sink.mark = [&](const UserMark& mark) {
    if (mark.lane < kMostLanes) blocks.add_mark(mark);
  };
  return sink;
}

static void keep_first_lanes(TimelineHead& timeline) {
  size_t lanes = timeline.lanes.size();
  if (lanes <= kMostLanes) return;
  timeline.notes.push_back(
      fmt::format("the picture has the first {} of {} threads; unply stats has all", kMostLanes, lanes));
  timeline.lanes.resize(kMostLanes);
}

// build: makes the statistics, if any, in the same pass.
static Result<ViewRun> prepare(const RunTables& tables, uint64_t lane_intervals, const TimelineBuild& build,
                               const ViewRunOptions& options, std::optional<RunStatistics>& statistics) {
  BlockWriter writer = writer_for(options, tables.events);
  PyramidBuilder pyramid(tables.duration_ns, 0, lane_intervals); // lanes come as they are seen
  RunBlocks blocks(writer, pyramid);
  Result<TimelineHead> timeline = build(picture_sink(blocks));
  if (!timeline) return error_of(timeline);
  keep_first_lanes(*timeline);
  RunIndex index = blocks.finish(timeline->lanes.size());
  if (size_t lanes = timeline->lanes.size(); lanes > 0) pyramid.add(static_cast<uint32_t>(lanes - 1), {});
  json head = run_head(tables, *timeline, std::move(index), options, writer);
  put_phases(tables.phases, writer, head);
  put_pyramid(pyramid.finish(), writer, head);
  TRY(put_statistics(options, statistics, head));
  std::string text = json_text(head);
  writer.put("head", {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  auto store = writer.finish();
  if (!store && writer.in_file()) { // no room there, say: once more, in memory
    ViewRunOptions not_kept = options;
    not_kept.cache_path.clear();
    return prepare(tables, lane_intervals, build, not_kept, statistics);
  }
  if (!store) return error_of(store);
  return ViewRun{std::make_shared<const json>(std::move(head)), std::move(*store)};
}

Result<ViewRun> prepare_run(const RunTables& tables, uint64_t lane_intervals, const TimelineBuild& build,
                            const ViewRunOptions& options) {
  std::optional<RunStatistics> none;
  return prepare(tables, lane_intervals, build, options, none);
}

Result<ViewRun> prepare_run(const EventFile& file, const ViewRunOptions& options) {
  EventFileSource source(file);
  std::optional<RunStatistics> statistics;
  Phases phases;
  auto build = [&](const TimelineSink& picture) -> Result<TimelineHead> {
    PhaseCollector collector;
    TimelineSink sink = picture;
    sink.phase_event = [&](const Event& event) {
      if (event.lane < kMostLanes) collector.take(event.lane, event.kind, event.time_ns, event.site, event.a, event.b);
    };
    StatisticsPass pass(source, {});
    auto head = build_timeline(source, options.statistics ? pass.beside(sink) : sink);
    if (!head) return head;
    phases = collector.finish(file.tables(), file.processes(), file.threads(), file.objects());
    if (options.statistics) statistics = pass.finish(*head), head->notes = statistics->head.notes;
    return head;
  };
  RunTables tables{.trace = &file.tables(),
                   .processes = file.processes(),
                   .objects = file.objects(),
                   .duration_ns = file.duration_ns(),
                   .events = file.events(),
                   .places_of_tasks = false,
                   .phases = &phases};
  return prepare(tables, file.events() / std::max<size_t>(file.threads().size(), 1), build, options, statistics);
}

// A task's place is that of its region, which is no site of an access: it gets a row after those, so that the page goes
// from tasks to the source and back as it does in parallel runs.
Result<ViewRun> prepare_run(const Trace& trace, const ViewRunOptions& options) {
  RunTables tables{.trace = &trace,
                   .processes = {},
                   .objects = {},
                   .duration_ns = timeline_head(trace).duration_ns,
                   .events = 0,
                   .places_of_tasks = true};
  uint32_t sites = static_cast<uint32_t>(trace.sites.size());
  auto build = [&](const TimelineSink& sink) {
    TimelineSink placed = sink;
    std::vector<StateInterval> copy;
    placed.intervals = [&](uint32_t lane, std::span<const StateInterval> intervals) {
      copy.assign(intervals.begin(), intervals.end());
      for (StateInterval& interval : copy)
        if (interval.region > 0 && interval.region <= trace.regions.size()) interval.site = sites + interval.region - 1;
      sink.intervals(lane, copy);
    };
    return build_timeline(trace, placed);
  };
  return prepare_run(tables, 2 * trace.tasks.size() + 1, build, options);
}

std::optional<ViewRun> find_prepared_run(const std::string& cache_path, const std::string& cache_key) {
  auto store = BlockStore::open(cache_path, cache_key);
  if (!store) return std::nullopt;
  auto text = store->get("head");
  if (!text) return std::nullopt;
  json head = json::parse(*text, nullptr, false);
  if (head.is_discarded()) return std::nullopt;
  return ViewRun{std::make_shared<const json>(std::move(head)), std::move(*store)};
}

} // namespace unply
