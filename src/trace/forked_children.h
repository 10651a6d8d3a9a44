// Sentences about children of the recorded process, which are not followed.
#pragma once
#include "trace/trace.h"
#include "unply/ring_format.h"

namespace unply {

inline uint64_t forked_children(const TraceInfo& info) {
  return info.counters.size() > kCountForks ? info.counters[kCountForks] : 0;
}

} // namespace unply
