#include "model/regression/law.h"
#include "model/student.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace unply {

double Law::Form::value(std::span<const double> features) const {
  double sum = 0;
  for (size_t k = 0; k < terms.size(); ++k) sum += coefficients[k] * term_value(terms[k], features);
  return sum;
}

// The lower and the upper end of jackknife+: quantiles of what each part predicts, less and more what it missed.
static void widen_by_jackknife(const Law& law, std::span<const double> features, Interval& interval) {
  constexpr double kOutside = 0.05;
  std::vector<double> lower, upper;
  for (const Law::LeftOut& part : law.left_out) {
    const double value = Law::Form{law.form.terms, part.coefficients}.value(features);
    for (double miss : part.misses) {
      const double half = law.weights == Weights::relative ? std::abs(value) * miss : miss;
      lower.push_back(value - half), upper.push_back(value + half);
    }
  }
  if (lower.empty()) return;
  std::ranges::sort(lower), std::ranges::sort(upper);
  const auto outside = static_cast<size_t>(kOutside * static_cast<double>(lower.size() + 1));
  const size_t index = outside == 0 ? 0 : outside - 1;
  interval.low = std::min(interval.low, lower[index]);
  interval.high = std::max(interval.high, upper[upper.size() - 1 - index]);
}

Interval Law::predict(std::span<const double> features) const {
  const double value = form.value(features);
  Interval interval{value, value, value};
  const size_t width = form.terms.size();
  if (points > width) {
    const double unit = weights == Weights::relative ? std::abs(value) : 1; // of the spread
    double leverage = 0;
    std::vector<double> row;
    for (const FeatureTerm& term : form.terms) row.push_back(unit > 0 ? term_value(term, features) / unit : 0);
    for (size_t i = 0; i < width; ++i)
      for (size_t j = 0; j < width; ++j) leverage += row[i] * row[j] * covariance[i * width + j];
    const double half = student_quantile(points - width) * spread * unit * std::sqrt(1 + std::max(0., leverage));
    interval.low = std::min(interval.low, value - half), interval.high = std::max(interval.high, value + half);
  }
  widen_by_jackknife(*this, features, interval);
  for (const Form& rival : rivals) {
    const double other = rival.value(features);
    if (!std::isfinite(other)) continue;
    interval.low = std::min(interval.low, other * (1 - residual));
    interval.high = std::max(interval.high, other * (1 + residual));
  }
  interval.low = std::max(0., std::min(interval.low, interval.value));
  return interval;
}

Interval Law::coefficient(size_t index) const {
  const size_t width = form.terms.size();
  const double value = form.coefficients[index];
  if (points <= width) return {value, value, value};
  const double half =
      student_quantile(points - width) * spread * std::sqrt(std::max(0., covariance[index * width + index]));
  return {value, value - half, value + half};
}

Law::Beyond Law::beyond(std::span<const double> features) const {
  Beyond furthest;
  std::vector<bool> used(features.size(), false);
  for (const FeatureTerm& term : form.terms)
    for (const FeatureFactor& factor : term) {
      used[factor.feature] = true;
      if (factor.kind == FeatureFactor::Kind::minimum || factor.kind == FeatureFactor::Kind::maximum)
        used[factor.other] = true;
    }
  for (size_t f = 0; f < features.size(); ++f) {
    if (!used[f]) continue;
    const double above = most[f] > 0 ? features[f] / most[f] : 1;
    const double below = features[f] > 0 && least[f] > 0 ? least[f] / features[f] : 1;
    if (above > furthest.factor) furthest = {above, f, true};
    if (below > furthest.factor) furthest = {below, f, false};
  }
  return furthest;
}

Evidence Law::evidence() const {
  if (exact())
    return {.kind = Evidence::Kind::exact,
            .points = configurations,
            .spare = configurations - form.terms.size(),
            .residual = 0};
  return {.kind = Evidence::Kind::estimated, .points = points, .spare = 0, .residual = residual};
}

std::string Law::text(std::span<const std::string> names) const {
  constexpr double kNothing = 1e-9; // of the whole: rounding
  std::string text;
  for (size_t k = 0; k < form.terms.size(); ++k) {
    const double value = form.coefficients[k];
    const bool measured = points > 0 && most.size() == names.size();
    if (measured && exact() &&
        std::abs(value * term_value(form.terms[k], most)) <= kNothing * std::abs(form.value(most)))
      continue;
    const std::string size = fmt::format("{:.6g}", std::abs(value));
    if (!text.empty())
      text += value < 0 ? " - " : " + ";
    else if (value < 0)
      text += "-";
    if (form.terms[k].empty())
      text += size;
    else
      text += (size == "1" ? "" : size + " ") + term_text(form.terms[k], names);
  }
  return text.empty() ? "0" : text;
}

std::vector<uint32_t> group_rows(Measurements& measured) {
  std::map<std::vector<double>, uint32_t> numbers;
  std::vector<uint32_t> group_of;
  for (const auto& row : measured.features)
    group_of.push_back(numbers.emplace(row, static_cast<uint32_t>(numbers.size())).first->second);
  std::vector<size_t> order(group_of.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t row) { return std::pair(group_of[row], row); });
  Measurements sorted{.names = measured.names, .features = {}, .values = {}, .places = {}};
  std::vector<uint32_t> groups;
  for (size_t row : order) {
    sorted.features.push_back(std::move(measured.features[row]));
    sorted.values.push_back(measured.values[row]);
    sorted.places.push_back(row < measured.places.size() ? std::move(measured.places[row]) : std::string());
    groups.push_back(group_of[row]);
  }
  measured = std::move(sorted);
  return groups;
}

static LeastSquaresProblem problem_of(const Measurements& measured, const std::vector<FeatureTerm>& terms,
                                      std::vector<uint32_t> groups, Weights weights) {
  LeastSquaresProblem problem{
      .columns = {}, .values = measured.values, .groups = std::move(groups), .weights = weights};
  for (const FeatureTerm& term : terms) {
    problem.columns.emplace_back();
    for (const auto& row : measured.features) problem.columns.back().push_back(term_value(term, row));
  }
  return problem;
}

static double constant_left_out_error(const Measurements& measured, const std::vector<uint32_t>& groups,
                                      Weights weights) {
  auto fit = fit_least_squares(problem_of(measured, {FeatureTerm{}}, groups, weights));
  return fit ? symmetric_error(measured.values, fit->left_out) : 0;
}

// Of more than a hundred configurations several are left out together (CV+ of the same authors).
static void keep_left_out(Law& law, LeastSquaresProblem problem) {
  constexpr uint32_t kMostParts = 100;
  const uint32_t parts = std::min(problem.groups.back() + 1, kMostParts);
  for (uint32_t& group : problem.groups) group %= parts;
  for (uint32_t group = 0; group < parts; ++group) {
    const LeastSquaresProblem rest = without_group(problem, group);
    Law::LeftOut part;
    if (law.positive_only) {
      auto coefficients = fit_non_negative(rest);
      if (!coefficients) continue;
      part.coefficients = std::move(*coefficients);
    } else {
      auto fit = fit_least_squares(rest);
      if (!fit) continue; // it would hang on one more configuration
      part.coefficients = std::move(fit->coefficients);
    }
    for (size_t i = 0; i < problem.values.size(); ++i) {
      if (problem.groups[i] != group) continue;
      double predicted = 0;
      for (size_t k = 0; k < problem.columns.size(); ++k) predicted += part.coefficients[k] * problem.columns[k][i];
      const double miss = std::abs(problem.values[i] - predicted);
      const double unit = law.weights == Weights::relative ? std::abs(predicted) : 1;
      part.misses.push_back(unit > 0 ? miss / unit : 1);
    }
    law.left_out.push_back(std::move(part));
  }
}

static void take_ranges(Law& law, const Measurements& measured) {
  law.least = law.most = measured.features[0];
  for (const auto& row : measured.features)
    for (size_t f = 0; f < row.size(); ++f)
      law.least[f] = std::min(law.least[f], row[f]), law.most[f] = std::max(law.most[f], row[f]);
}

static void take_residual(Law& law, const Measurements& measured) {
  double sum = 0;
  size_t used = 0;
  for (size_t i = 0; i < measured.values.size(); ++i) {
    if (measured.values[i] == 0) continue;
    const double share = law.value(measured.features[i]) / measured.values[i] - 1;
    sum += share * share, ++used;
  }
  law.residual = used > 0 ? std::sqrt(sum / static_cast<double>(used)) : 0;
}

Result<Law> fit_law(const Measurements& given, std::vector<FeatureTerm> terms, const LawOptions& options) {
  Measurements measured = given;
  std::vector<uint32_t> groups = group_rows(measured);
  const size_t configurations = groups.empty() ? 0 : groups.back() + 1;
  if (configurations < terms.size() + 1)
    return fail(fmt::format("{} for {}, expected at least {}",
                            configurations == 1 ? "1 configuration" : fmt::format("{} configurations", configurations),
                            terms.size() == 1 ? "1 coefficient" : fmt::format("{} coefficients", terms.size()),
                            terms.size() + 1),
                "measure more sizes");
  LeastSquaresProblem problem = problem_of(measured, terms, groups, options.weights);
  auto fit = fit_least_squares(problem);
  if (!fit && options.weights == Weights::relative &&
      std::ranges::any_of(measured.values, [](double value) { return !(value > 0); }))
    return fail("a value is not above 0, and relative weights divide by it", "fit with ordinary weights");
  if (!fit)
    return fail(
        "the configurations do not determine the coefficients: features change together, or only in one of them",
        "measure sizes at which each feature changes alone");
  Law law;
  law.form = {std::move(terms), std::move(fit->coefficients)};
  law.weights = options.weights;
  law.positive_only = options.positive_only;
  law.covariance = std::move(fit->covariance);
  law.spread = fit->spread;
  law.r2 = fit->r2;
  law.points = measured.values.size();
  law.configurations = configurations;
  if (options.positive_only) {
    auto positive = fit_non_negative(problem);
    if (!positive) return fail("no coefficients that are at least 0 were found");
    law.form.coefficients = std::move(*positive);
    std::vector<double> fitted;
    for (const auto& row : measured.features) fitted.push_back(law.value(row));
    law.r2 = 1;
    double mean = std::accumulate(problem.values.begin(), problem.values.end(), 0.) / static_cast<double>(law.points);
    double around_mean = 0, around_fit = 0, weighted = 0;
    for (size_t i = 0; i < fitted.size(); ++i) {
      const double miss = problem.values[i] - fitted[i];
      around_mean += (problem.values[i] - mean) * (problem.values[i] - mean), around_fit += miss * miss;
      weighted +=
          options.weights == Weights::relative ? miss * miss / (problem.values[i] * problem.values[i]) : miss * miss;
    }
    if (around_mean > 0) law.r2 = 1 - around_fit / around_mean;
    law.spread = std::sqrt(weighted / static_cast<double>(law.points - law.form.terms.size()));
  }
  keep_left_out(law, problem);
  std::vector<double> left_out = fit->left_out;
  law.left_out_error = symmetric_error(measured.values, left_out);
  law.constant_error = constant_left_out_error(measured, groups, options.weights);
  take_ranges(law, measured);
  take_residual(law, measured);
  return law;
}

// How far one row is from what the others predict, by Student's distribution of a new point, with these weights.
static std::optional<Outlier> judge_row(const Measurements& measured, const std::vector<size_t>& rows, size_t tested,
                                        const std::vector<FeatureTerm>& terms, Weights weights) {
  Measurements others{.names = measured.names, .features = {}, .values = {}, .places = {}};
  for (size_t row : rows)
    if (row != tested) others.features.push_back(measured.features[row]), others.values.push_back(measured.values[row]);
  auto fit = fit_least_squares(problem_of(others, terms, {}, weights));
  if (!fit) return {};
  std::vector<double> at;
  for (const FeatureTerm& term : terms) at.push_back(term_value(term, measured.features[tested]));
  double expected = 0;
  for (size_t k = 0; k < terms.size(); ++k) expected += fit->coefficients[k] * at[k];
  if (!(expected > 0)) return {};
  const double scale = weights == Weights::relative ? expected : 1;
  double leverage = 0;
  for (size_t i = 0; i < terms.size(); ++i)
    for (size_t j = 0; j < terms.size(); ++j)
      leverage += at[i] * at[j] * fit->covariance[i * terms.size() + j] / (scale * scale);
  const double unit = std::max(fit->spread * scale * std::sqrt(1 + leverage), 1e-12 * expected);
  const double tail = student_tail((measured.values[tested] - expected) / unit, others.values.size() - terms.size());
  return Outlier{tested, expected, std::min(1., tail * static_cast<double>(rows.size()))};
}

// Of many rows only those that deviate most from what the others predict can be outliers.
static std::vector<size_t> likely_outliers(const Measurements& measured, const std::vector<size_t>& rows,
                                           const std::vector<FeatureTerm>& terms) {
  constexpr size_t kJudgeAll = 60, kOfEach = 30;
  if (rows.size() <= kJudgeAll) return rows;
  Measurements kept{.names = measured.names, .features = {}, .values = {}, .places = {}};
  for (size_t row : rows) kept.features.push_back(measured.features[row]), kept.values.push_back(measured.values[row]);
  std::vector<size_t> likely;
  for (Weights weights : {Weights::relative, Weights::ordinary}) {
    auto fit = fit_least_squares(problem_of(kept, terms, {}, weights));
    if (!fit) return {};
    std::vector<std::pair<double, size_t>> deviations;
    for (size_t i = 0; i < rows.size(); ++i) {
      const double scale = weights == Weights::relative ? std::max(std::abs(fit->left_out[i]), 1e-300) : 1;
      deviations.emplace_back(-std::abs(kept.values[i] - fit->left_out[i]) / scale, rows[i]);
    }
    std::ranges::sort(deviations);
    for (size_t i = 0; i < kOfEach; ++i) likely.push_back(deviations[i].second);
  }
  std::ranges::sort(likely);
  likely.erase(std::ranges::unique(likely).begin(), likely.end());
  return likely;
}

// Each row in turn against the fit through the others; rows found are taken out, and the search goes on, for at most a
// fifth of the rows. A row has to stand out with both weights: relative ones find a value ten times too small, and
// ordinary ones know that of short times the clock shows few digits.
std::vector<Outlier> find_outliers(const Measurements& measured, const std::vector<FeatureTerm>& terms) {
  constexpr double kImprobable = 0.01, kLeastDeviation = 0.1;
  std::vector<Outlier> found;
  std::vector<size_t> rows(measured.values.size());
  std::iota(rows.begin(), rows.end(), size_t{0});
  if (std::ranges::any_of(measured.values, [](double value) { return !(value > 0); })) return {};
  for (size_t most = measured.values.size() / 5 + 1; found.size() < most && rows.size() > terms.size() + 2;) {
    std::optional<Outlier> worst;
    for (size_t tested : likely_outliers(measured, rows, terms)) {
      auto relative = judge_row(measured, rows, tested, terms, Weights::relative);
      auto ordinary = judge_row(measured, rows, tested, terms, Weights::ordinary);
      if (!relative || !ordinary) continue;
      relative->probability = std::max(relative->probability, ordinary->probability);
      const bool far = std::abs(measured.values[tested] / relative->expected - 1) >= kLeastDeviation;
      if (far && relative->probability <= kImprobable && (!worst || relative->probability < worst->probability))
        worst = relative;
    }
    if (!worst) break;
    std::erase(rows, worst->row);
    found.push_back(*worst);
  }
  std::ranges::sort(found, {}, &Outlier::row);
  return found;
}

} // namespace unply
