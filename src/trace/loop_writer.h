// Writes a loop profile that is in memory, with the facts about its recordings, as a recording of its own.
#pragma once
#include "trace/trace.h"
#include "trace/trace_writer.h"

namespace unply {

// Between begin() and finish() of the writer, which has no rows yet. Tasks and events of the trace are left out.
Result<void> write_loop_profile(TraceWriter& writer, const Trace& trace);

} // namespace unply
