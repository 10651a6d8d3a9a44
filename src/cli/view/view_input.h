// What `unply view` shows of a file: a parallel run, a simulated one, or a recording of a sequential program.
#pragma once
#include "viewer/prepare_run.h"

namespace unply {

struct ViewInput {
  ViewRun run;
  uint64_t duration_ns, events; // 0 events: not of a parallel run
  size_t lanes;
  std::string title; // program and arguments
};

// Prepares it or, of a long recording, opens what was prepared before.
Result<ViewInput> load_view(const std::string& path);

} // namespace unply
