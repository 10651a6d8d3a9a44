// From a recording made by `unply record --later`, which holds the program's records of its accesses as they were, to
// one that holds tasks and edges: replays the records as they would have come from the ring.
//
// The same file gives the same bytes, whatever the number of threads.
#pragma once
#include "trace/container.h"

namespace unply {

// threads: that look for dependences, this one included. Whatever of the file is damaged or cut, the graph is exact up
// to there, and says so. whole: nothing of the file was left out, which may replace it.
struct ExpandedRecords {
  Bytes file;
  bool whole;
};
Result<ExpandedRecords> expand_records(ByteView file, const std::string& name, unsigned threads);

// Whether a file is such a recording.
bool holds_records(ByteView file);

} // namespace unply
