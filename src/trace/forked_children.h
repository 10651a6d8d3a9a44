// Sentences about children of the recorded process, which are not followed.
#pragma once
#include "trace/trace.h"
#include "unply/ring_format.h"

namespace unply {

inline uint64_t forked_children(const TraceInfo& info) {
  return info.counters.size() > kCountForks ? info.counters[kCountForks] : 0;
}

// Further processes of instrumented programs: only the first one of a recording is followed.
inline uint64_t other_processes(const TraceInfo& info) {
  return info.counters.size() > kCountForeignProcesses ? info.counters[kCountForeignProcesses] : 0;
}

} // namespace unply
