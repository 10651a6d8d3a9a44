// Converts a recording to the data of the page: one pass over its timeline. For a long recording the result is kept in
// a file and reused.
#pragma once
#include "viewer/run_tables.h"
#include "viewer/view_model.h"
#include <functional>

namespace unply {

using TimelineBuild = std::function<Result<TimelineHead>(const TimelineSink&)>;

Result<ViewRun> prepare_run(const EventFile& file, const ViewRunOptions& options);
Result<ViewRun> prepare_run(const Trace& trace, const ViewRunOptions& options);
// Of any timeline. lane_intervals: about how many a lane has, for how fine the pyramid is.
Result<ViewRun> prepare_run(const RunTables& tables, uint64_t lane_intervals, const TimelineBuild& build,
                            const ViewRunOptions& options);

// The cached result of prepare_run, if any.
std::optional<ViewRun> find_prepared_run(const std::string& cache_path, const std::string& cache_key);

} // namespace unply
