// Recordings of parallel runs in the formats of other tools. Exports go to a sink or a path, and `notes` lists the data
// that the format cannot hold; only OTF2 is read as well.
#pragma once
#include "trace/event_file.h"
#include "trace/trace_writer.h"
#include <optional>

namespace unply {

struct Converted {
  uint64_t records = 0; // events, slices and the like
  std::vector<std::string> notes;
};

// One line for each event, by thread and time; fields quoted as in RFC 4180.
Result<Converted> write_csv(const EventFile& file, ByteSink& sink);

// Tables with the times of the lanes, added up; with `events` also a row for each event. The file gets its name when it
// is complete.
Result<Converted> write_sqlite(const EventFile& file, const std::string& path, bool events);

// A Perfetto trace (TracePacket messages): a track for each lane with a slice for each interval that is not idle, flows
// for dependency lines, counters for user-defined values.
Result<Converted> write_perfetto(const EventFile& file, ByteSink& sink);

// A folder with traces.otf2: regions, tasks, locks and messages in the terms of OTF2, and on each record attributes
// with the remaining data, so read_otf2 gives the same events again.
Result<Converted> write_otf2(const EventFile& file, const std::string& folder);

// `path`: the anchor file, or a folder with one. From other tools' archives it reads records with a counterpart here.
Result<Converted> read_otf2(const std::string& path, TraceWriter& writer);

// The anchor file that `path` is or holds; nothing if it is no OTF2 archive.
std::optional<std::string> find_otf2_anchor(const std::string& path);

} // namespace unply
