// Columns: iterations of each group, and instances of those groups whose iterations per instance vary. Non-blocking
// posts are fitted before, to samples without computations, and subtracted: where a post always precedes the same
// computation, no fit of both could tell them apart. Samples count by the square root of their number, and as shares of
// their time.
#include "model/regression/least_squares.h"
#include "stg/costs/costs.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace unply::stg {

namespace {

constexpr double kNoise_ns = 200; // time that does not belong to the program: the recorder, the clock

class Fit {
public:
  explicit Fit(TaskCosts& whole) : costs(whole) {}

  void run() {
    costs.fitted.assign(costs.computations.size(), {});
    for (uint32_t i = 0; i < costs.fitted.size(); ++i) costs.fitted[i].group = i;
    find_groups();
    make_columns();
    fit_posts();
    fit_computations();
    for (uint32_t i = 0; i < costs.fitted.size(); ++i) judge(i);
    share_cache_misses();
  }

private:
  // By sample, those with nothing are left out.
  struct Counts {
    std::map<size_t, CostTerm> in = {};
    bool in_proportion(const Counts& other) const {
      if (in.size() != other.in.size()) return false;
      const CostTerm &a = in.begin()->second, &b = other.in.begin()->second;
      for (auto left = in.begin(), right = other.in.begin(); left != in.end(); ++left, ++right) {
        if (left->first != right->first) return false;
        const CostTerm &l = left->second, &r = right->second;
        if (l.iterations * b.iterations != r.iterations * a.iterations) return false;
        if (l.instances * b.instances != r.instances * a.instances) return false;
      }
      return true;
    }
    void add(const Counts& other) {
      for (const auto& [sample, term] : other.in)
        in[sample].iterations += term.iterations, in[sample].instances += term.instances;
    }
    bool has_constant_length() const { // iterations per instance
      const CostTerm& a = in.begin()->second;
      return std::ranges::all_of(in, [&](const auto& one) {
        return one.second.iterations * a.instances == a.iterations * one.second.instances;
      });
    }
  };

  void find_groups() {
    std::map<uint32_t, Counts> counts;
    for (size_t s = 0; s < costs.samples.size(); ++s)
      for (const CostTerm& term : costs.samples[s].terms) {
        counts[term.computation].in[s] = term;
        FittedCost& fitted = costs.fitted[term.computation];
        fitted.timed = (fitted.timed || fitted.samples == 0) && costs.samples[s].timed;
        fitted.samples += costs.samples[s].count;
        fitted.instances += costs.samples[s].count * term.instances;
      }
    for (const auto& [number, own] : counts) {
      const auto known =
          std::ranges::find_if(counts, [&](const auto& other) { return other.second.in_proportion(own); });
      costs.fitted[number].group = known->first; // at the latest its own
    }
    for (const auto& [number, own] : counts) groups[costs.fitted[number].group].add(own);
  }

  void make_columns() {
    for (const auto& [number, own] : groups) {
      const bool counted = std::ranges::any_of(own.in, [](const auto& one) { return one.second.iterations > 0; });
      if (counted) iterations_at[number] = add_column(own, &CostTerm::iterations);
      if (!counted || !own.has_constant_length()) instances_at[number] = add_column(own, &CostTerm::instances);
    }
  }

  size_t add_column(const Counts& own, uint64_t CostTerm::* field) {
    std::vector<double> column(costs.samples.size(), 0.0);
    for (const auto& [sample, term] : own.in) column[sample] = double(term.*field);
    columns.push_back(std::move(column));
    return columns.size() - 1;
  }

  // Coefficients of columns in the samples that `takes` wants, less what posts take.
  std::vector<double> solve(const std::vector<std::vector<double>>& of, auto takes) const {
    LeastSquaresProblem problem = {.columns = {}, .values = {}, .groups = {}};
    std::vector<size_t> used;
    for (size_t c = 0; c < of.size(); ++c) {
      std::vector<double> column;
      for (size_t s = 0; s < costs.samples.size(); ++s)
        if (takes(costs.samples[s])) column.push_back(of[c][s] * weight_of(costs.samples[s]));
      if (std::ranges::none_of(column, [](double value) { return value > 0; })) continue; // has no direction
      used.push_back(c), problem.columns.push_back(std::move(column));
    }
    for (const CostSample& sample : costs.samples)
      if (takes(sample)) {
        problem.groups.push_back(uint32_t(problem.values.size()));
        problem.values.push_back(std::max(0.0, sample.median_ns - posting_ns(sample)) * weight_of(sample));
      }
    std::vector<double> coefficients(of.size(), 0.0);
    const auto solved = used.empty() ? std::nullopt : fit_non_negative(problem);
    for (size_t i = 0; solved && i < used.size(); ++i) coefficients[used[i]] = (*solved)[i];
    return coefficients;
  }

  static double weight_of(const CostSample& sample) {
    return std::sqrt(double(sample.count)) / (sample.median_ns + kNoise_ns);
  }

  double posting_ns(const CostSample& sample) const {
    return double(sample.posts) * post_ns + double(sample.posted_bytes) * posted_byte_ns;
  }

  void fit_posts() {
    std::vector<std::vector<double>> posting(2);
    for (const CostSample& sample : costs.samples)
      posting[0].push_back(double(sample.posts)), posting[1].push_back(double(sample.posted_bytes));
    const auto found = solve(posting, [](const CostSample& sample) { return sample.terms.empty(); });
    post_ns = found[0], posted_byte_ns = found[1];
  }

  void fit_computations() {
    coefficients = solve(columns, [](const CostSample& sample) { return !sample.terms.empty(); });
    for (FittedCost& fitted : costs.fitted) {
      const auto iterations = iterations_at.find(fitted.group), instances = instances_at.find(fitted.group);
      if (iterations != iterations_at.end()) fitted.iteration_ns = coefficients[iterations->second];
      if (instances != instances_at.end()) fitted.constant_ns = coefficients[instances->second];
    }
  }

  double fitted_at(size_t sample) const {
    double sum = posting_ns(costs.samples[sample]);
    for (size_t c = 0; c < columns.size(); ++c) sum += columns[c][sample] * coefficients[c];
    return sum;
  }

  void judge(uint32_t number) {
    FittedCost& fitted = costs.fitted[number];
    if (fitted.samples == 0) return;
    const Counts& own = groups[fitted.group];
    double sum = 0, weights = 0, away = 0;
    for (const auto& [s, term] : own.in) {
      const CostSample& sample = costs.samples[s];
      const double count = double(sample.count);
      sum += count * sample.median_ns, weights += count;
      away += count * std::max(sample.deviation_ns, std::abs(sample.median_ns - fitted_at(s)));
    }
    fitted.residual = sum > 0 ? away / sum : 0;
    if (own.in.size() < 3) return;
    double around = 0, left = 0;
    for (const auto& [s, term] : own.in) {
      const CostSample& sample = costs.samples[s];
      around += double(sample.count) * std::pow(sample.median_ns - sum / weights, 2);
      left += double(sample.count) * std::pow(sample.median_ns - fitted_at(s), 2);
    }
    if (around > 0) fitted.r2 = std::max(0.0, 1 - left / around);
  }

  // Those of a sample are shared by iterations, as all of its computations have them.
  void share_cache_misses() {
    for (FittedCost& fitted : costs.fitted) {
      double misses = 0, iterations = 0, instances = 0;
      for (const auto& [s, term] : groups[fitted.group].in) {
        const CostSample& sample = costs.samples[s];
        if (!sample.cache_misses) continue;
        misses += *sample.cache_misses;
        for (const CostTerm& one : sample.terms)
          iterations += double(one.iterations * sample.count), instances += double(one.instances * sample.count);
      }
      if (fitted.samples > 0 && instances > 0) fitted.cache_misses = misses / (iterations > 0 ? iterations : instances);
    }
  }

  TaskCosts& costs;
  std::map<uint32_t, Counts> groups; // by their first computation
  std::map<uint32_t, size_t> iterations_at, instances_at;
  std::vector<std::vector<double>> columns;
  std::vector<double> coefficients; // of columns
  double post_ns = 0, posted_byte_ns = 0;
};

} // namespace

void fit_costs(TaskCosts& costs) { Fit(costs).run(); }

} // namespace unply::stg
