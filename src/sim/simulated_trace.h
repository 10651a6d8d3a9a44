// A simulated run in the container of recordings, so all verbs for recordings can show it too: begin and end of each
// task come from the schedule, and the table "processors" gives its processor (docs/format.md).
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

// Vertices are numbered as in the parts; tasks not run because of a first solution are left out. Lengths in unknown
// units are written as ns, and a note says so.
Result<void> write_simulated_trace(const SimulatedRun& run, ByteSink& sink);

} // namespace unply
