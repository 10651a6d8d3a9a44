// What is measured, or has no exact form: one term c * n^a * log2(n)^b, and a constant beside it where that helps
// (first accesses cost more), fitted by relative least squares; exponents and constant are chosen by the error with
// which each point is predicted from the others. Always an estimate; intervals hold the predictions of all models that
// do about as well, because with few points the exponent is the least certain part.
#pragma once
#include "model/evidence.h"
#include "model/forms/size_terms.h"

namespace unply {

struct PowerModel {
  struct Exponents {
    double power = 0;
    int logarithm = 0;
  };
  double coefficient = 0, constant = 0;
  std::vector<Exponents> exponents; // by parameter
  double spread = 0;                // relative standard deviation of the points around it
  double left_out_error = 0;        // relative, root of the mean square over points predicted from the others

  double value(std::span<const int64_t> sizes) const;
  Growth growth_in(size_t parameter) const;
  Growth growth_together() const;
  std::string shape_text(std::span<const std::string> names) const; // "n^2 log2(n)", "" for a constant
};

struct SizeEstimate {
  std::vector<PowerModel> models; // the chosen one first, then those that predict about as well
  size_t points = 0;
  double residual = 0; // root of the mean square of the chosen model's relative residuals
  // Of models chosen for parts of the points: themselves, and by how many doublings they missed the other points, at
  // most; inside the sizes that they saw, and outside for each doubling of a size.
  std::vector<PowerModel> of_parts = {};
  double missed_inside = 0, missed_outside = 0;
  Sizes least = {}, most = {}; // of each parameter

  const PowerModel& chosen() const { return models.front(); }
  Evidence evidence() const {
    return {.kind = Evidence::Kind::estimated, .points = points, .spare = 0, .residual = residual};
  }
  Interval predict(std::span<const int64_t> sizes) const; // of 95 %
};

// At least two points, sizes and values positive; empty otherwise. Points may repeat.
std::optional<SizeEstimate> estimate(std::span<const Sizes> points, std::span<const double> values);

} // namespace unply
