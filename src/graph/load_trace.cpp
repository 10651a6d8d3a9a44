// The only code that knows that a recording may be an access stream, or events of a parallel run.
#include "graph/load_trace.h"
#include "graph/offline_builder.h"
#include "graph/openmp_tasks.h"
#include "graph/recording_file.h"
#include "trace/forked_children.h"
#include "trace/trace_reader.h"
#include <fmt/format.h>

namespace unply {

static Result<Trace> load_events(const std::string& path) {
  auto file = EventFile::open(path);
  if (!file) return error_of(file);
  return read_openmp_tasks(*file, path);
}

Result<Trace> load_trace(const std::string& path) {
  Result<Trace> trace = read_recording(path);
  if (trace && trace->tasks.size() == 0)
    if (auto events = has_events(path); events && *events) return load_events(path);
  if (!trace || !trace->info.access_stream) return trace;
  OfflineBuilder builder(trace->info);
  TRY(read_access_stream(path, builder));
  if (auto finished = builder.finish(*trace, trace->info.duration_ns); !finished)
    return std::unexpected(finished.error().about(path));
  return trace;
}

Error no_tasks(const std::string& path, const Trace& trace) {
  bool regions = false;
  for (const Region& region : trace.regions) regions |= region.kind == RegionKind::task;
  std::string hint = regions ? "the program has task regions, but this run entered none of them: try other input"
                             : "mark tasks with #pragma exg task or --tasks 'file.c:12', compile with unply cc or "
                               "unply c++, and record again";
  if (forked_children(trace.info) > 0) // the first process may have ended well
    return {fmt::format("{}: no task instance ran in the program's first process, and children after fork are not "
                        "followed",
                        path),
            kWithoutFork};
  if (!trace.info.complete && !trace.info.incomplete_why.empty())
    hint = fmt::format("the recording is incomplete: {}; record again", trace.info.incomplete_why);
  return {fmt::format("{}: no task instance was recorded", path), hint};
}

} // namespace unply
