// Phases that a performance model predicts, as a run to show above the measured one on the same axis of time: each call
// of the skeleton begins when the measured one does, so that the eye compares lengths.
#pragma once
#include "viewer/prepare_run.h"

namespace unply {

struct PredictedPhase { // of one rank; of phases that lie within each other the inner one counts
  Phase phase;
  uint32_t level;
  double begin_s, end_s;
};

// What a model is asked for: one call of the skeleton as it was measured.
struct MeasuredCall {
  uint32_t call = 0;                      // number within its processes
  uint32_t ranks = 0;                     // that took part in it
  uint64_t begin_ns = 0, end_ns = 0;      // of the first rank to begin and the last to end
  std::map<std::string, double> features; // of the call: "P", "N", ...
};

struct PredictedRun {
  std::string model;                              // name of its file
  std::vector<uint32_t> ranks;                    // of the lanes, from top to bottom
  std::vector<std::vector<PredictedPhase>> lanes; // times from the start of the measured run
  uint64_t duration_ns = 0;
};

// Of each rank, with times from the begin of the call. Fewer ranks than took part: the others idle.
using CallPredictor = std::function<Result<std::vector<std::vector<PredictedPhase>>>(const MeasuredCall&)>;

std::vector<MeasuredCall> measured_calls(const Phases& measured);
Result<PredictedRun> predict_beside(const Phases& measured, const std::string& model, const CallPredictor& predict);

// Fails on times that are no numbers, negative or the wrong way round.
Result<ViewRun> prepare_run(const PredictedRun& run, const ViewRunOptions& options);

} // namespace unply
