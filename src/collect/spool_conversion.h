// Converts a spool to the tables of a trace: events with the source places of their code addresses.
#pragma once
#include "collect/child_program.h"
#include "collect/spool_reader.h"
#include "trace/trace_writer.h"
#include <set>

namespace unply {

struct SpoolOutcome {
  uint64_t events = 0, threads = 0, processes = 0;
  uint64_t lost = 0;              // events left out for want of room, or without an owner
  bool openmp = false;            // some came from an OpenMP runtime
  std::vector<std::string> notes; // said to the user and kept in the trace
  std::set<std::string> source_files;
};

// Writes everything but the meta table's end (complete, exit status), which only the caller knows.
Result<SpoolOutcome> convert_spool(const SpoolReader& spool, TraceWriter& writer);

// Why the recording does not hold all of the run, or empty.
std::string why_incomplete(const SpoolReader& spool, const SpoolOutcome& outcome);

// The last rows of the meta table.
void add_end(TraceWriter& writer, const std::string& why_incomplete, ProgramEnd end);

// A trace from a spool that `unply record` left behind because it was killed or had no room for the recording.
Result<SpoolOutcome> recover_spool(const std::string& path, TraceWriter& writer);

} // namespace unply
