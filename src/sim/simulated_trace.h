// A simulated run in the container of recordings, so that whatever shows a recording shows it too: begin and end of
// each task are those of the schedule, and the table "processors" says where it runs (docs/format.md).
#pragma once
#include "sim/schedule.h"
#include "trace/trace_writer.h"
#include <span>

namespace unply {

struct SimulatedRun {
  std::span<const JobGraph> parts; // one execution of a trace region each, in series
  std::span<const Schedule> schedules;
  std::string description; // becomes a note
  TraceInfo info;          // of the recording that lengths come from; empty for files of others
};

// Vertices count up as in the parts; tasks that a first solution made needless are left out. Lengths in units of their
// own are written as ns, and a note says so.
Result<void> write_simulated_trace(const SimulatedRun& run, ByteSink& sink);

} // namespace unply
