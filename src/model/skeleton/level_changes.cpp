// How sizes change by a division, from the levels of the recorded calls.
#include "model/skeleton/level_changes.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace unply {

namespace {

struct Step { // of one size: from the whole problem to a level
  double whole = 0, part = 0;
  uint32_t levels = 0;
};

std::vector<Step> steps_of(const Samples& samples, size_t feature) {
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, double> largest; // by source, call and level
  for (const PhaseSample& sample : samples.rows) {
    const double value = sample.feature(feature);
    if (!is_skeleton_phase(sample.phase) || std::isnan(value)) continue;
    auto [place, added] = largest.emplace(std::tuple(sample.source, sample.call, sample.level), value);
    if (!added) place->second = std::max(place->second, value);
  }
  std::vector<Step> steps;
  for (const auto& [key, value] : largest) {
    const auto& [source, call, level] = key;
    auto whole = largest.find({source, call, 0});
    if (level > 0 && whole != largest.end() && whole->second > 0) steps.push_back({whole->second, value, level});
  }
  return steps;
}

} // namespace

// An uneven half is larger than the half by less than 1: (n + 1) / 2 of n, and on deeper levels likewise.
LevelChange level_change(const Samples& samples, size_t feature) {
  const std::vector<Step> steps = steps_of(samples, feature);
  if (steps.empty()) return {};
  auto all = [&](auto holds) { return std::ranges::all_of(steps, holds); };
  if (all([](const Step& step) { return step.part == step.whole; })) return {1, LevelChange::Known::observed};
  if (all([](const Step& step) {
        return std::abs(step.part - std::ldexp(step.whole, -static_cast<int>(step.levels))) <= 1;
      }))
    return {0.5, LevelChange::Known::observed};
  std::vector<double> factors;
  for (const Step& step : steps)
    factors.push_back(std::pow(std::max(step.part, 1e-300) / step.whole, 1. / step.levels));
  std::ranges::nth_element(factors, factors.begin() + static_cast<long>(factors.size() / 2));
  return {std::min(factors[factors.size() / 2], 2.), LevelChange::Known::estimated};
}

// The largest value at level 0 of each call.
std::pair<double, double> whole_sizes(const Samples& samples, size_t feature) {
  std::pair<double, double> range = {INFINITY, -INFINITY};
  for (const PhaseSample& sample : samples.rows) {
    const double value = sample.feature(feature);
    if (std::isnan(value) || (sample.level > 0 && sample.phase != "call")) continue;
    range.first = std::min(range.first, value), range.second = std::max(range.second, value);
  }
  return range.first <= range.second ? range : std::pair(0., 0.);
}

} // namespace unply
