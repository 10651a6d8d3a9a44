// Times of repeated recordings of one run, kept in the recording of the fastest: the table "repeats". Readers take the
// least own time of each vertex for its time, and keep the largest beside it (TaskColumns::most_ns).
#pragma once
#include "trace/container.h"
#include <span>
#include <string>

namespace unply {

struct RepeatedTimes { // of each vertex, own time with the tracing cost subtracted
  std::vector<uint64_t> least_ns, most_ns;
  bool without_hooks = false; // measured where the program runs as if it were not instrumented
};

// The finished recording `file` again, with these times and sentences for the report. Fails if it has no end.
Result<void> write_with_repeats(ByteSink& sink, ByteView file, const RepeatedTimes& times,
                                std::span<const std::string> notes);

} // namespace unply
