// The search for a law in performance-model normal form (Calotoiu et al. 2013, as Extra-P): sums of products of powers
// and logarithms of the features. Each form is judged by how well it predicts each configuration from the others
// (leave-one-out, SMAPE); of those about as good as the best, the simplest is taken, and the others stay beside it as
// rivals that widen the intervals.
#pragma once
#include "model/regression/law.h"

namespace unply {

struct NormalFormOptions {
  LawOptions law;
  bool negative = false; // coefficients of growing terms may be negative: for counts, not for times
};

// Features that do not vary are left out. Fails on fewer than kLeastConfigurations of them.
inline constexpr size_t kLeastConfigurations = 3;
Result<Law> find_normal_form(const Measurements& measured, const NormalFormOptions& options);

// Piecewise linear and continuous in one feature: at most two bends, each at a measured value, where leave-one-out
// errors fall by it; no bend leaves a line.
Result<Law> fit_segments(const Measurements& measured, uint32_t feature, const LawOptions& options);

// 1 and each feature that varies, as the paper: "Div0 + Div1 M". Of features that change together only the first.
std::vector<FeatureTerm> linear_terms(const Measurements& measured);

} // namespace unply
