// Converts the call paths recorded by the runtime from addresses to places in the source, as rows of the recording.
// This happens once, at the end of the run, before the program's files can change.
#pragma once
#include "trace/ring_decoder.h"

namespace unply {

// Nothing where the program has no debug information. later: the dependences are not known yet.
Result<void> add_call_paths(const RingDecoder& decoder, TraceWriter& writer, bool later);

} // namespace unply
