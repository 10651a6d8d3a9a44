// The input of `unply view`: a parallel run, a simulated one, or a recording of a sequential program.
#pragma once
#include "viewer/predicted_run.h"

namespace unply {

struct ViewInput {
  ViewRun run;
  uint64_t duration_ns, events; // 0 events: not of a parallel run
  size_t lanes;
  std::string title; // program and arguments
};

// Prepares the view or, for a long recording, opens a prepared one.
Result<ViewInput> load_view(const std::string& path);

// The phases that a model predicts for the calls of a skeleton in the recording, as a run to show above it. model: its
// name in messages and above the lanes. Fails where the recording has no phases.
Result<ViewInput> load_predicted_phases(const std::string& recording, const std::string& model,
                                        const CallPredictor& predict);

} // namespace unply
