// Times of repeated recordings of one run, kept in the recording of one of them: the table "repeats". Readers use
// time_ns as the own time of each vertex, and keep high_ns as well (TaskColumns::most_ns).
#pragma once
#include "trace/container.h"
#include <span>
#include <string>

namespace unply {

struct RepeatedTimes {                            // of each vertex, own time with the tracing cost subtracted
  std::vector<uint64_t> time_ns, low_ns, high_ns; // and the interval in which it lies
  std::vector<uint64_t> beside_ns;                // beside copies of the program; empty: not measured
  uint64_t resolution_ps = 0;
  uint32_t beside = 0;        // how many copies ran at once
  bool without_hooks = false; // measured where the program runs as if it were not instrumented
};

// Returns the finished recording `file` with these times and sentences for the report added. Fails if it has no end
// block.
Result<void> write_with_repeats(ByteSink& sink, ByteView file, const RepeatedTimes& times,
                                std::span<const std::string> notes);

} // namespace unply
