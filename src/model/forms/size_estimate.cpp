// A grid over the exponents: the coefficient has a closed form for each, and so has the error of leaving out a point.
#include "model/forms/size_estimate.h"
#include "model/student.h"
#include <algorithm>
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

// A term without its coefficient, and its values at all points: computed once for all parts of the points.
struct CandidateTerm {
  std::vector<PowerModel::Exponents> exponents;
  std::vector<double> at;
};

// Of the points not left out. Empty where a point has no logarithm to be predicted by, as 1 has, or where a coefficient
// is not positive.
static std::optional<PowerModel> fit_model(const CandidateTerm& term, std::span<const double> values,
                                           const std::vector<bool>& left_out, bool with_constant) {
  NormalEquations all;
  size_t points = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (left_out[i]) continue;
    double ratio = term.at[i] / values[i];
    if (!(ratio > 0) || !std::isfinite(ratio)) return {};
    all.add(1 / values[i], ratio, 1);
    ++points;
  }
  auto [constant, coefficient] = all.solve(with_constant);
  if (!(coefficient > 0) || constant < 0) return {};
  double residual = 0, missed = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (left_out[i]) continue;
    double inverse = 1 / values[i], ratio = term.at[i] / values[i];
    NormalEquations others = all;
    others.add(inverse, ratio, -1);
    auto [a, b] = others.solve(with_constant);
    residual += std::pow(constant * inverse + coefficient * ratio - 1, 2);
    missed += std::pow(a * inverse + b * ratio - 1, 2);
  }
  double left_out_error = std::sqrt(missed / static_cast<double>(points));
  if (!std::isfinite(left_out_error)) return {};
  double spread = std::sqrt(residual / static_cast<double>(points - (with_constant ? 2 : 1)));
  return PowerModel{.coefficient = coefficient,
                    .constant = constant,
                    .exponents = term.exponents,
                    .spread = spread,
                    .left_out_error = left_out_error};
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

struct Observations {
  std::span<const Sizes> points;
  std::span<const double> values;
  std::vector<CandidateTerm> terms;
};

static Observations observe(std::span<const Sizes> points, std::span<const double> values) {
  Observations seen{points, values, {}};
  for (const auto& exponents : list_exponents(points[0].size())) {
    seen.terms.push_back({exponents, {}});
    for (const Sizes& sizes : points) seen.terms.back().at.push_back(basis_value(exponents, sizes));
  }
  return seen;
}

// Those that predict each point from the others about as well as the best, the simplest of the best first; none if
// nothing fits.
static std::vector<PowerModel> choose_models(const Observations& seen, const std::vector<bool>& left_out) {
  constexpr size_t kFewestForConstant = 4;
  constexpr double kAsGood = 1.1, kAboutAsGood = 2,
                   kRounding = 1e-9; // factors of the error; below the last all is equal
  std::set<Sizes> distinct;
  for (size_t i = 0; i < seen.points.size(); ++i)
    if (!left_out[i]) distinct.insert(seen.points[i]);
  std::vector<PowerModel> models;
  for (const CandidateTerm& term : seen.terms)
    for (bool with_constant : {false, true}) {
      if (with_constant && distinct.size() < kFewestForConstant) continue;
      if (auto model = fit_model(term, seen.values, left_out, with_constant)) models.push_back(std::move(*model));
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
  return models;
}

static void find_range(std::span<const Sizes> points, Sizes& least, Sizes& most) {
  least = most = points[0];
  for (const Sizes& sizes : points)
    for (size_t p = 0; p < sizes.size(); ++p)
      least[p] = std::min(least[p], sizes[p]), most[p] = std::max(most[p], sizes[p]);
}

// How many times sizes would have to be doubled, or halved, to get outside the range as far as these are.
static double doublings_outside(std::span<const int64_t> sizes, const Sizes& least, const Sizes& most) {
  double doublings = 0;
  for (size_t p = 0; p < sizes.size(); ++p) {
    auto n = static_cast<double>(sizes[p]);
    doublings +=
        std::max({0., std::log2(n / static_cast<double>(most[p])), std::log2(static_cast<double>(least[p]) / n)});
  }
  return doublings;
}

// Fits again without the points `left_out`, and sees how well those are predicted.
static void fit_part(SizeEstimate& estimate, const Observations& seen, const std::vector<bool>& left_out) {
  constexpr double kLeastDoublings = 0.5; // a step just outside is not all the slope's
  std::vector<PowerModel> models = choose_models(seen, left_out);
  if (models.empty()) return;
  std::vector<Sizes> used;
  for (size_t i = 0; i < seen.points.size(); ++i)
    if (!left_out[i]) used.push_back(seen.points[i]);
  Sizes least, most;
  find_range(used, least, most);
  for (size_t i = 0; i < seen.points.size(); ++i) {
    if (!left_out[i]) continue;
    double missed = std::abs(std::log2(models[0].value(seen.points[i]) / seen.values[i]));
    double outside = doublings_outside(seen.points[i], least, most);
    double& worst = outside > 0 ? estimate.missed_outside : estimate.missed_inside;
    worst = std::max(worst, outside > 0 ? missed / std::max(outside, kLeastDoublings) : missed);
  }
  estimate.of_parts.push_back(std::move(models[0]));
}

// Without each point, and without the largest and the smallest few: a curve in the plot of logarithms shows there.
static void fit_parts(SizeEstimate& estimate, const Observations& seen) {
  constexpr size_t kFewestSeen = 2;
  std::vector<size_t> order(seen.points.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  auto volume = [&](size_t i) {
    double sum = 0;
    for (int64_t n : seen.points[i]) sum += std::log2(static_cast<double>(n));
    return std::pair(sum, i);
  };
  std::ranges::sort(order, {}, volume);
  size_t n = order.size();
  for (size_t first = 0; first < n; ++first)
    for (size_t end = first + 1; end <= n; ++end) {
      bool few = end - first == 1, at_an_end = first == 0 || end == n;
      if ((!few && !at_an_end) || n - (end - first) < kFewestSeen || end - first > n / 2 + 1) continue;
      std::vector<bool> left_out(n, false);
      for (size_t i = first; i < end; ++i) left_out[order[i]] = true;
      fit_part(estimate, seen, left_out);
    }
}

std::optional<SizeEstimate> estimate(std::span<const Sizes> points, std::span<const double> values) {
  if (points.size() < 2 || points.size() != values.size()) return {};
  for (const Sizes& sizes : points)
    if (std::any_of(sizes.begin(), sizes.end(), [](int64_t n) { return n < 1; })) return {};
  if (std::any_of(values.begin(), values.end(), [](double value) { return !(value > 0); })) return {};
  Observations seen = observe(points, values);
  SizeEstimate result{.models = choose_models(seen, std::vector<bool>(points.size(), false)), .points = points.size()};
  if (result.models.empty()) return {};
  const auto n = static_cast<double>(points.size());
  result.residual = result.chosen().spread * std::sqrt((n - (result.chosen().constant != 0 ? 2 : 1)) / n);
  find_range(points, result.least, result.most);
  fit_parts(result, seen);
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
  for (const PowerModel& model : of_parts) {
    double value = model.value(sizes);
    if (!std::isfinite(value)) continue;
    interval.low = std::min(interval.low, value), interval.high = std::max(interval.high, value);
  }
  // The worst of few errors is no bound of the next one.
  double doublings =
      (1 + 2 / static_cast<double>(points)) * (missed_inside + missed_outside * doublings_outside(sizes, least, most));
  interval.low = std::min(interval.low, interval.value * std::exp2(-doublings));
  interval.high = std::max(interval.high, interval.value * std::exp2(doublings));
  return interval;
}

} // namespace unply
