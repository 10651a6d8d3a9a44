// Phases that a model predicts for the calls of a skeleton in a recording, as a run to show above the measured one.
#pragma once
#include "cli/view/view_input.h"
#include "model/skeleton/predict_skeleton.h"

namespace unply {

// model: written by `unply fit`. machine: the file with the costs of messages, "" for the saved one; without such a
// file the exchanges are as they were recorded. Fails if the recording has no phases or the model lacks a size.
Result<ViewInput> predict_phases(const std::string& recording, const std::string& model, const std::string& machine);

// The phases of each rank in a predicted call, with times from its begin: level by level down and up again. The slowest
// process of each level stands for all, as in the paper's cost model, so all processes that work have the same phases.
std::vector<std::vector<PredictedPhase>> phases_of(const CallPrediction& call, unsigned ranks);

} // namespace unply
