// A grid over the exponents: the coefficient has a closed form for each, and so has the error of leaving out a point.
#include "analysis/size_estimate.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace unply {

static double basis_value(const std::vector<PowerModel::Exponents>& exponents, std::span<const int64_t> sizes) {
  double product = 1;
  for (size_t p = 0; p < exponents.size(); ++p) {
    const auto n = static_cast<double>(sizes[p]);
    if (exponents[p].power != 0) product *= std::pow(n, exponents[p].power);
    if (exponents[p].logarithm != 0) product *= std::pow(std::log2(n), exponents[p].logarithm);
  }
  return product;
}

double PowerModel::value(std::span<const int64_t> sizes) const {
  return constant + coefficient * basis_value(exponents, sizes);
}

Growth PowerModel::growth_in(size_t p) const {
  return {0, exponents[p].power, static_cast<double>(exponents[p].logarithm)};
}

Growth PowerModel::growth_together() const {
  Growth growth;
  for (const Exponents& e : exponents) growth.degree += e.power, growth.logarithms += e.logarithm;
  return growth;
}

std::string PowerModel::shape_text(std::span<const std::string> names) const {
  std::string text;
  for (size_t p = 0; p < exponents.size(); ++p) {
    auto append = [&](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
    const double twice = 2 * exponents[p].power; // a whole number
    const std::string whole = std::to_string(static_cast<int>(twice) / 2);
    if (twice == 2)
      append(names[p]);
    else if (twice != 0)
      append(names[p] + "^" + whole + (static_cast<int>(twice) % 2 ? ".5" : ""));
    if (exponents[p].logarithm == 1) append("log2(" + names[p] + ")");
    if (exponents[p].logarithm > 1) append("log2(" + names[p] + ")^" + std::to_string(exponents[p].logarithm));
  }
  return text;
}

// Two-sided, 95 %.
static double student_quantile(size_t freedom) {
  constexpr std::array kQuantiles = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                     2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086};
  return freedom > kQuantiles.size() ? 1.96 + 2.5 / static_cast<double>(freedom) : kQuantiles[freedom - 1];
}

// Sums for the least squares of (constant * inverse + coefficient * ratio - 1) over points, where inverse is 1 / value
// and ratio is term / value: 1 is a perfect fit. A point is taken out again to see how the others predict it.
struct NormalEquations {
  double ii = 0, ir = 0, rr = 0, i = 0, r = 0;
  void add(double inverse, double ratio, double sign) {
    ii += sign * inverse * inverse, ir += sign * inverse * ratio, rr += sign * ratio * ratio;
    i += sign * inverse, r += sign * ratio;
  }
  // {constant, coefficient}
  std::pair<double, double> solve(bool with_constant) const {
    if (!with_constant) return {0, r / rr};
    double determinant = ii * rr - ir * ir;
    return {(i * rr - r * ir) / determinant, (r * ii - i * ir) / determinant};
  }
};

// Empty where a point has no logarithm to be predicted by, as 1 has, or where a coefficient is not positive.
static std::optional<PowerModel> fit_model(std::span<const Sizes> points, std::span<const double> values,
                                           const std::vector<PowerModel::Exponents>& exponents, bool with_constant) {
  NormalEquations all;
  std::vector<double> ratios;
  for (size_t i = 0; i < points.size(); ++i) {
    ratios.push_back(basis_value(exponents, points[i]) / values[i]);
    if (!(ratios[i] > 0) || !std::isfinite(ratios[i])) return {};
    all.add(1 / values[i], ratios[i], 1);
  }
  auto [constant, coefficient] = all.solve(with_constant);
  if (!(coefficient > 0) || constant < 0) return {};
  PowerModel model{coefficient, constant, exponents, 0, 0};
  double residual = 0, left_out = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    NormalEquations others = all;
    others.add(1 / values[i], ratios[i], -1);
    auto [a, b] = others.solve(with_constant);
    residual += std::pow(constant / values[i] + coefficient * ratios[i] - 1, 2);
    left_out += std::pow(a / values[i] + b * ratios[i] - 1, 2);
  }
  model.spread = std::sqrt(residual / static_cast<double>(points.size() - (with_constant ? 2 : 1)));
  model.left_out_error = std::sqrt(left_out / static_cast<double>(points.size()));
  return std::isfinite(model.left_out_error) ? std::optional(model) : std::nullopt;
}

// All exponents for each parameter; fewer where several parameters would make millions.
static std::vector<std::vector<PowerModel::Exponents>> list_exponents(size_t parameters) {
  std::vector<PowerModel::Exponents> of_one;
  for (double power : {0., 1., 2., 3., 0.5, 1.5, 2.5, 4.})
    for (int logarithm : {0, 1, 2}) {
      bool rare = power != std::floor(power) || power > 3 || logarithm > 1;
      if (parameters <= 2 || !rare) of_one.push_back({power, logarithm});
    }
  std::vector<std::vector<PowerModel::Exponents>> all = {{}};
  for (size_t p = 0; p < parameters; ++p) {
    std::vector<std::vector<PowerModel::Exponents>> longer;
    for (const auto& left : all)
      for (const auto& right : of_one) longer.push_back(left), longer.back().push_back(right);
    all = std::move(longer);
  }
  return all;
}

static double weight_of(const PowerModel& model) {
  double weight = model.constant != 0 ? 1 : 0;
  for (const auto& e : model.exponents)
    weight += e.power + 1.5 * e.logarithm + (e.power != std::floor(e.power) ? 1 : 0);
  return weight;
}

std::optional<SizeEstimate> estimate(std::span<const Sizes> points, std::span<const double> values) {
  constexpr size_t kFewestForConstant = 4;
  constexpr double kAsGood = 1.1, kAboutAsGood = 2,
                   kRounding = 1e-9; // factors of the error; below the last all is equal
  if (points.size() < 2 || points.size() != values.size()) return {};
  for (const Sizes& sizes : points)
    if (std::any_of(sizes.begin(), sizes.end(), [](int64_t n) { return n < 1; })) return {};
  if (std::any_of(values.begin(), values.end(), [](double value) { return !(value > 0); })) return {};
  std::vector<PowerModel> models;
  std::set<Sizes> distinct(points.begin(), points.end());
  for (const auto& exponents : list_exponents(points[0].size()))
    for (bool with_constant : {false, true}) {
      if (with_constant && distinct.size() < kFewestForConstant) continue;
      if (auto model = fit_model(points, values, exponents, with_constant)) models.push_back(*model);
    }
  if (models.empty()) return {};
  double best = models[0].left_out_error;
  for (const PowerModel& model : models) best = std::min(best, model.left_out_error);
  std::erase_if(models, [&](const PowerModel& m) { return m.left_out_error > kAboutAsGood * best + kRounding; });
  const PowerModel* chosen = nullptr;
  for (const PowerModel& model : models) {
    if (model.left_out_error > kAsGood * best + kRounding) continue;
    if (!chosen || weight_of(model) < weight_of(*chosen)) chosen = &model;
  }
  std::swap(models[0], models[static_cast<size_t>(chosen - models.data())]);
  SizeEstimate result{std::move(models), points.size(), 0};
  const auto n = static_cast<double>(points.size());
  result.residual = result.chosen().spread * std::sqrt((n - (result.chosen().constant != 0 ? 2 : 1)) / n);
  return result;
}

Interval SizeEstimate::predict(std::span<const int64_t> sizes) const {
  Interval interval{chosen().value(sizes), chosen().value(sizes), chosen().value(sizes)};
  for (const PowerModel& model : models) {
    const size_t coefficients = model.constant != 0 ? 2 : 1;
    const double factor = student_quantile(points - coefficients) *
                          std::sqrt(1 + static_cast<double>(coefficients) / static_cast<double>(points));
    double value = model.value(sizes);
    interval.low = std::min(interval.low, std::max(0., value * (1 - factor * model.spread)));
    interval.high = std::max(interval.high, value * (1 + factor * model.spread));
  }
  return interval;
}

} // namespace unply
