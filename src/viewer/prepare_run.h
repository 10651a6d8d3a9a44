// From a recording to what the page is given of it: one pass over its timeline. Of a long recording the result is kept
// in a file and opened the next time.
#pragma once
#include "timeline/statistics.h"
#include "viewer/view_model.h"
#include <functional>

namespace unply {

// The text of a source file, or a note why there is none.
struct ViewSource {
  std::string text, note;
  bool found = false;
};

struct ViewRunOptions {
  std::string trace_path;
  std::function<ViewSource(std::string_view name)> source; // empty: none
  // JSON of unply stats, of statistics made in the same pass; empty: none, as in runs without events.
  std::function<Result<std::string>(RunStatistics)> statistics;
  std::string cache_path; // "": it is not kept
  std::string cache_key;  // changes with the recording
};

struct RunTables { // what EventFile and Trace have in common
  const Trace* trace;
  std::span<const EventProcess> processes; // none: one, made up of the trace's info
  std::span<const EventObject> objects;
  uint64_t duration_ns, events; // 0 events: no parallel run
  bool places_of_tasks = false; // the places of Trace::regions are further sites, after those of Trace::sites
};

using TimelineBuild = std::function<Result<TimelineHead>(const TimelineSink&)>;

Result<ViewRun> prepare_run(const EventFile& file, const ViewRunOptions& options);
Result<ViewRun> prepare_run(const Trace& trace, const ViewRunOptions& options);
// Of any timeline. lane_intervals: about how many a lane has, for how fine the pyramid is.
Result<ViewRun> prepare_run(const RunTables& tables, uint64_t lane_intervals, const TimelineBuild& build,
                            const ViewRunOptions& options);

// What prepare_run has kept; nothing where it has not.
std::optional<ViewRun> find_prepared_run(const std::string& cache_path, const std::string& cache_key);

} // namespace unply
