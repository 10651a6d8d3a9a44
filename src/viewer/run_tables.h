// The data of a run for display, besides its timeline.
#pragma once
#include "timeline/statistics.h"
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

struct RunTables { // the common part of EventFile and Trace
  const Trace* trace;
  std::span<const EventProcess> processes; // none: one, made up of the trace's info
  std::span<const EventObject> objects;
  uint64_t duration_ns, events;   // 0 events: no parallel run
  bool places_of_tasks = false;   // the places of Trace::regions are further sites, after those of Trace::sites
  const Phases* phases = nullptr; // of a skeleton; there when the timeline has been made
  const char* label = nullptr;    // above its lanes where another run is beside it; null: by the kind of run
};

} // namespace unply
