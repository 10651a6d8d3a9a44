#include "model/regression/normal_form.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace unply {

namespace {

using Kind = FeatureFactor::Kind;

// Extra-P's 42 pairs of exponents for one feature; for several, the common ones, as their products are tried too.
std::vector<FeatureTerm> terms_of_one(uint32_t feature, bool alone) {
  std::vector<std::pair<double, int>> exponents = {{0, 1}, {0, 2},   {0.5, 0}, {1, 0}, {1, 1},
                                                   {1, 2}, {1.5, 0}, {2, 0},   {2, 1}, {3, 0}};
  if (alone)
    exponents = {{0, 1},      {0, 2},      {1. / 4, 0}, {1. / 3, 0}, {1. / 4, 1},  {1. / 3, 1}, {1. / 4, 2},
                 {1. / 3, 2}, {1. / 2, 0}, {1. / 2, 1}, {1. / 2, 2}, {2. / 3, 0},  {3. / 4, 0}, {2. / 3, 1},
                 {3. / 4, 1}, {4. / 5, 0}, {2. / 3, 2}, {3. / 4, 2}, {1, 0},       {1, 1},      {1, 2},
                 {5. / 4, 0}, {5. / 4, 1}, {4. / 3, 0}, {4. / 3, 1}, {3. / 2, 0},  {3. / 2, 1}, {3. / 2, 2},
                 {5. / 3, 0}, {7. / 4, 0}, {2, 0},      {2, 1},      {2, 2},       {9. / 4, 0}, {7. / 3, 0},
                 {5. / 2, 0}, {5. / 2, 1}, {5. / 2, 2}, {8. / 3, 0}, {11. / 4, 0}, {3, 0},      {3, 1}};
  std::vector<FeatureTerm> terms;
  for (auto [power, logarithm] : exponents)
    terms.push_back(
        {{.kind = Kind::power, .feature = feature, .other = 0, .power = power, .logarithm = logarithm, .bound = 0}});
  return terms;
}

std::vector<uint32_t> varying_features(const Measurements& measured) {
  std::vector<uint32_t> varying;
  for (uint32_t f = 0; f < measured.names.size(); ++f)
    if (std::ranges::any_of(measured.features, [&](const auto& row) { return row[f] != measured.features[0][f]; }))
      varying.push_back(f);
  return varying;
}

std::vector<FeatureTerm> candidate_terms(const std::vector<uint32_t>& varying) {
  std::vector<std::vector<FeatureTerm>> singles;
  for (uint32_t feature : varying) singles.push_back(terms_of_one(feature, varying.size() == 1));
  std::vector<FeatureTerm> terms;
  for (const auto& of_one : singles) terms.insert(terms.end(), of_one.begin(), of_one.end());
  for (size_t a = 0; a < singles.size(); ++a)
    for (size_t b = a + 1; b < singles.size(); ++b) {
      for (const FeatureTerm& left : singles[a])
        for (const FeatureTerm& right : singles[b]) terms.push_back({left[0], right[0]});
      for (Kind kind : {Kind::minimum, Kind::maximum})
        terms.push_back(
            {{.kind = kind, .feature = varying[a], .other = varying[b], .power = 1, .logarithm = 0, .bound = 0}});
    }
  return terms;
}

struct Hypothesis {
  std::vector<size_t> terms; // indices into the candidates; the constant is candidate 0
  std::vector<double> coefficients;
  double error = 0, weight = 0;
  size_t growing() const { return terms.size() - (std::ranges::find(terms, size_t{0}) != terms.end() ? 1 : 0); }
};

constexpr double kRounding = 1e-9; // below this error a form is exact

class TermSearch {
public:
  TermSearch(const Measurements& measured, std::vector<uint32_t> groups, std::vector<FeatureTerm> terms,
             const NormalFormOptions& options)
      : measured_(measured), groups_(std::move(groups)), terms_(std::move(terms)), options_(options) {
    terms_.insert(terms_.begin(), FeatureTerm{});
    configurations_ = groups_.back() + 1;
    for (const FeatureTerm& term : terms_) {
      columns_.emplace_back();
      for (const auto& row : measured.features) columns_.back().push_back(term_value(term, row));
    }
  }

  // Sums of two terms are tried for the best single ones of each feature where all pairs would be too many.
  void run() {
    constexpr size_t kAllPairs = 60, kBestSingles = 60;
    try_terms({0});
    std::vector<Hypothesis> singles;
    for (size_t t = 1; t < terms_.size(); ++t)
      for (const std::vector<size_t>& terms : {std::vector<size_t>{t}, std::vector<size_t>{0, t}})
        if (try_terms(terms) && terms.size() == 2) singles.push_back(found_.back());
    std::vector<size_t> paired(terms_.size() - 1);
    for (size_t t = 1; t < terms_.size(); ++t) paired[t - 1] = t;
    if (paired.size() > kAllPairs) {
      std::ranges::sort(singles, {}, [](const Hypothesis& h) { return std::pair(h.error, h.terms); });
      std::set<size_t> chosen;
      for (size_t t = 1; t < terms_.size(); ++t)
        if (terms_[t].size() == 1) chosen.insert(t); // of one feature
      for (size_t i = 0; i < singles.size() && i < kBestSingles; ++i) chosen.insert(singles[i].terms[1]);
      paired.assign(chosen.begin(), chosen.end());
    }
    for (size_t i = 0; i < paired.size(); ++i)
      for (size_t j = i + 1; j < paired.size(); ++j) {
        try_terms({paired[i], paired[j]});
        try_terms({0, paired[i], paired[j]});
      }
    extend(paired);
  }

  std::vector<Hypothesis>& found() { return found_; }
  const std::vector<FeatureTerm>& terms() const { return terms_; }

private:
  // A third growing term beside the best pairs, where the error falls by half with it.
  void extend(const std::vector<size_t>& candidates) {
    constexpr double kWorthIt = 0.5;
    constexpr size_t kMostBases = 12;
    std::vector<Hypothesis> bases;
    for (const Hypothesis& hypothesis : found_)
      if (hypothesis.growing() == 2) bases.push_back(hypothesis);
    std::ranges::sort(bases, {}, [](const Hypothesis& h) { return std::pair(h.error, h.terms); });
    if (bases.empty() || bases[0].error < kRounding) return;
    if (bases.size() > kMostBases) bases.resize(kMostBases);
    for (const Hypothesis& base : bases)
      for (size_t t : candidates) {
        if (std::ranges::find(base.terms, t) != base.terms.end()) continue;
        std::vector<size_t> longer = base.terms;
        longer.insert(std::ranges::upper_bound(longer, t), t);
        if (try_terms(longer) && found_.back().error > kWorthIt * base.error) found_.pop_back();
      }
  }

  bool try_terms(const std::vector<size_t>& terms) {
    if (configurations_ < terms.size() + 2 && terms.size() > 1) return false;
    LeastSquaresProblem problem{
        .columns = {}, .values = measured_.values, .groups = groups_, .weights = options_.law.weights};
    for (size_t t : terms) problem.columns.push_back(columns_[t]);
    auto fit = fit_least_squares(problem);
    if (!fit) return false;
    Hypothesis hypothesis{.terms = terms,
                          .coefficients = fit->coefficients,
                          .error = symmetric_error(measured_.values, fit->left_out),
                          .weight = 0};
    for (size_t k = 0; k < terms.size(); ++k) {
      const bool growing = terms[k] != 0;
      if (fit->coefficients[k] < 0 && ((growing && !options_.negative) || options_.law.positive_only)) return false;
      hypothesis.weight += growing ? 1 + term_weight(terms_[terms[k]]) : 0.5;
    }
    if (!std::isfinite(hypothesis.error)) return false;
    found_.push_back(std::move(hypothesis));
    return true;
  }

  const Measurements& measured_;
  std::vector<uint32_t> groups_;
  std::vector<FeatureTerm> terms_;
  const NormalFormOptions& options_;
  std::vector<std::vector<double>> columns_;
  std::vector<Hypothesis> found_;
  size_t configurations_ = 0;
};

Law::Form form_of(const Hypothesis& hypothesis, const std::vector<FeatureTerm>& terms) {
  Law::Form form{{}, hypothesis.coefficients};
  for (size_t t : hypothesis.terms) form.terms.push_back(terms[t]);
  return form;
}

// A row for each configuration, with its mean: thousands of forms are tried.
std::vector<uint32_t> take_means(Measurements& measured, const std::vector<uint32_t>& groups) {
  Measurements means{.names = measured.names, .features = {}, .values = {}, .places = {}};
  std::vector<uint32_t> numbers;
  for (size_t first = 0; first < groups.size();) {
    size_t end = first;
    double sum = 0;
    while (end < groups.size() && groups[end] == groups[first]) sum += measured.values[end++];
    means.features.push_back(measured.features[first]);
    means.values.push_back(sum / static_cast<double>(end - first));
    numbers.push_back(groups[first]);
    first = end;
  }
  measured = std::move(means);
  return numbers;
}

// How many growing terms the best form may have. Among hundreds of forms some longer one follows the noise of a few
// points by chance, so each further term has to bring the error down to half, and with few configurations further.
size_t worthwhile_terms(const std::vector<Hypothesis>& found, size_t configurations) {
  constexpr double kFirst = 0.7;
  const double further = std::max(0.1, 0.5 - 2 / static_cast<double>(configurations));
  std::vector<double> best;
  for (const Hypothesis& hypothesis : found) {
    while (best.size() <= hypothesis.growing()) best.push_back(std::numeric_limits<double>::infinity());
    best[hypothesis.growing()] = std::min(best[hypothesis.growing()], hypothesis.error);
  }
  size_t growing = 0;
  for (size_t terms = 1; terms < best.size(); ++terms) {
    double factor = growing == 0 ? kFirst : 1;
    for (size_t more = std::max<size_t>(growing, 1); more < terms; ++more) factor *= further;
    if (best[growing] > kRounding && best[terms] < factor * best[growing]) growing = terms;
  }
  return growing;
}

// Of the rivals those that go furthest down and up at eight times the largest sizes.
std::vector<Law::Form> choose_rivals(const std::vector<const Hypothesis*>& good, const std::vector<FeatureTerm>& terms,
                                     const Measurements& measured) {
  constexpr size_t kOfEach = 3;
  constexpr double kFar = 8;
  std::vector<double> corner(measured.names.size(), 0);
  for (const auto& row : measured.features)
    for (size_t f = 0; f < row.size(); ++f) corner[f] = std::max(corner[f], kFar * row[f]);
  std::vector<std::pair<double, size_t>> by_value;
  for (size_t i = 0; i < good.size(); ++i) by_value.emplace_back(form_of(*good[i], terms).value(corner), i);
  std::ranges::sort(by_value);
  std::vector<Law::Form> rivals;
  for (size_t i = 0; i < by_value.size(); ++i)
    if (i < kOfEach || i + kOfEach >= by_value.size()) rivals.push_back(form_of(*good[by_value[i].second], terms));
  return rivals;
}

} // namespace

Result<Law> find_normal_form(const Measurements& given, const NormalFormOptions& options) {
  constexpr double kAsGood = 1.1, kAboutAsGood = 1.5;
  constexpr size_t kMostRows = 400;
  Measurements measured = given;
  std::vector<uint32_t> groups = group_rows(measured);
  const size_t configurations = groups.empty() ? 0 : groups.back() + 1;
  if (configurations < kLeastConfigurations)
    return fail(fmt::format("{} different {}, expected at least {}", configurations,
                            configurations == 1 ? "configuration" : "configurations", kLeastConfigurations),
                "measure more sizes; five or more tell most forms apart");
  if (options.law.weights == Weights::relative &&
      std::ranges::any_of(measured.values, [](double value) { return !(value > 0); }))
    return fail("a value is not above 0, and relative weights divide by it", "fit with ordinary weights");
  if (measured.values.size() > kMostRows) groups = take_means(measured, groups);
  TermSearch search(measured, groups, candidate_terms(varying_features(measured)), options);
  search.run();
  if (search.found().empty()) return fail("no form fits");
  const size_t growing = worthwhile_terms(search.found(), configurations);
  double best = std::numeric_limits<double>::infinity();
  for (const Hypothesis& hypothesis : search.found())
    if (hypothesis.growing() <= growing) best = std::min(best, hypothesis.error);
  const Hypothesis* chosen = nullptr;
  std::vector<const Hypothesis*> good;
  for (const Hypothesis& hypothesis : search.found()) {
    if (hypothesis.growing() > growing) continue;
    if (hypothesis.error <= kAboutAsGood * best + kRounding) good.push_back(&hypothesis);
    if (hypothesis.error > kAsGood * best + kRounding) continue;
    if (!chosen || hypothesis.weight < chosen->weight ||
        (hypothesis.weight == chosen->weight && hypothesis.error < chosen->error))
      chosen = &hypothesis;
  }
  std::erase(good, chosen);
  std::vector<FeatureTerm> terms = form_of(*chosen, search.terms()).terms;
  auto law = fit_law(given, std::move(terms), options.law);
  if (law && !law->exact()) law->rivals = choose_rivals(good, search.terms(), measured);
  return law;
}

Result<Law> fit_segments(const Measurements& measured, uint32_t feature, const LawOptions& options) {
  constexpr double kWorthIt = 0.7; // of the error, for a bend
  constexpr size_t kMostBends = 2;
  std::vector<FeatureTerm> terms = {
      {}, {{.kind = Kind::power, .feature = feature, .other = 0, .power = 1, .logarithm = 0, .bound = 0}}};
  auto law = fit_law(measured, terms, options);
  if (!law) return law;
  std::set<double> places;
  for (const auto& row : measured.features) places.insert(row[feature]);
  for (size_t bends = 0; bends < kMostBends; ++bends) {
    std::optional<Law> better;
    for (double place : places) {
      std::vector<FeatureTerm> longer = law->form.terms;
      longer.push_back(
          {{.kind = Kind::excess, .feature = feature, .other = 0, .power = 1, .logarithm = 0, .bound = place}});
      auto next = fit_law(measured, std::move(longer), options);
      if (next && next->left_out_error < kWorthIt * law->left_out_error &&
          (!better || next->left_out_error < better->left_out_error))
        better = std::move(*next);
    }
    if (!better || law->exact()) break;
    law = std::move(*better);
  }
  return law;
}

std::vector<FeatureTerm> linear_terms(const Measurements& measured) {
  std::vector<FeatureTerm> terms = {{}};
  for (uint32_t feature : varying_features(measured)) {
    LeastSquaresProblem known{.columns = {}, .values = {}, .groups = {}, .weights = Weights::ordinary};
    for (const FeatureTerm& term : terms) {
      known.columns.emplace_back();
      for (const auto& row : measured.features) known.columns.back().push_back(term_value(term, row));
    }
    double largest = 0, missed = 0;
    for (const auto& row : measured.features)
      known.values.push_back(row[feature]), largest = std::max(largest, row[feature]);
    auto fit = fit_least_squares(known);
    if (!fit) fit = LeastSquares{};
    for (size_t i = 0; i < fit->fitted.size(); ++i)
      missed = std::max(missed, std::abs(fit->fitted[i] - known.values[i]));
    const bool together = !fit->fitted.empty() && missed <= 1e-6 * largest;
    if (!together)
      terms.push_back({{.kind = Kind::power, .feature = feature, .other = 0, .power = 1, .logarithm = 0, .bound = 0}});
  }
  return terms;
}

} // namespace unply
