// From samples to a model. The time of a phase is that of the slowest rank at each level of each call, as the paper's
// max_i, with that rank's features; its law is the paper's line or the best form by cross-validation.
#pragma once
#include "model/skeleton/samples.h"
#include "model/skeleton/skeleton_model.h"
#include <map>

namespace unply {

struct FitOptions {
  bool linear = false;        // the paper's terms only
  bool positive_only = false; // coefficients at least 0
  bool drop_suspects = false; // fit again without the outliers
  std::optional<Weights> weights = {};
  bool elapsed = false;                                       // not processor time where it is known
  std::map<std::string, std::vector<std::string>> terms = {}; // by phase: "N*log2(N)", fixed
  std::vector<std::string> halves = {};                       // features that each division halves
  std::string words = {};                                     // of an exchange, as a sum of terms: "N"
  std::optional<SkeletonModel> form = {};                     // terms of this model, coefficients anew
};

// Measured times of one phase, one row for each level of each call, and its counters of work.
struct MeasuredPhase {
  Measurements times;                              // features: the sizes
  std::map<std::string, std::vector<double>> work; // by counter, as rows of times
  double imbalance = 1;
  size_t rows = 0;
};
MeasuredPhase collect_times(const Samples& samples, const std::string& phase, bool elapsed);

Result<SkeletonModel> fit_skeleton(const Samples& samples, const FitOptions& options);

} // namespace unply
