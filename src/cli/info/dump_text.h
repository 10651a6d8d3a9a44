// A recording as text, one line for each row of the file, in an order that depends on the file alone. docs/format.md
// ("Text") gives the form of each line; tests compare it.
#pragma once
#include "graph/text_output.h"
#include "trace/trace.h"

namespace unply {

struct DumpOptions {
  std::string table; // empty: all but strings
  bool times = true; // false: also without whatever else differs from run to run (machine, process, addresses)
};

inline constexpr const char* kDumpTables[] = {"meta",       "strings",   "sites",
                                              "regions",    "traces",    "tasks",
                                              "edges",      "reached",   "notes",
                                              "sources",    "counters",  "accesses",
                                              "phases",     "loops",     "loop_dependences",
                                              "loop_calls", "functions", "part_dependences",
                                              "part_calls", "part_works"};

// The access stream, if the trace is one, follows by dump_stream, phases of a parallel run by dump_phases.
void dump_trace(const Trace& trace, const DumpOptions& options, TextOutput& out);
Result<void> dump_stream(const std::string& path, const Trace& trace, const DumpOptions& options, TextOutput& out);
Result<void> dump_phases(const std::string& path, const Trace& trace, const DumpOptions& options, TextOutput& out);

} // namespace unply
