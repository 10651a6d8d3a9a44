// Which row of each level counts.
#include "model/skeleton/fit_skeleton.h"
#include <algorithm>
#include <tuple>

namespace unply {

// Features that all rows of the phase have. Where P differs it is a size like any other for parts of a program, while
// phases of the skeleton depend on their own problem only.
static std::vector<size_t> features_of_phase(const Samples& samples, const std::string& phase) {
  std::vector<size_t> common;
  for (size_t f = 0; f < samples.names.size(); ++f) {
    if (samples.names[f] == "P" && is_skeleton_phase(phase)) continue;
    bool everywhere = true;
    for (const PhaseSample& sample : samples.rows)
      everywhere &= sample.phase != phase || !std::isnan(sample.feature(f));
    if (everywhere) common.push_back(f);
  }
  return common;
}

MeasuredPhase collect_times(const Samples& samples, const std::string& phase, bool elapsed) {
  struct Level {
    const PhaseSample* slowest = nullptr;
    double seconds = 0, sum = 0;
    size_t ranks = 0;
  };
  bool has_cpu = !elapsed;
  for (const PhaseSample& sample : samples.rows)
    if (sample.phase == phase && std::isnan(sample.cpu_seconds)) has_cpu = false;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Level> levels;
  MeasuredPhase result;
  for (const PhaseSample& sample : samples.rows) {
    if (sample.phase != phase) continue;
    const double seconds = has_cpu ? sample.cpu_seconds : sample.seconds;
    if (std::isnan(seconds)) continue;
    ++result.rows;
    Level& level = levels[{sample.source, sample.call, sample.level}];
    level.sum += seconds, ++level.ranks;
    if (!level.slowest || seconds > level.seconds) level.slowest = &sample, level.seconds = seconds;
  }
  const std::vector<size_t> features = features_of_phase(samples, phase);
  for (size_t f : features)
    if (!is_work(samples.names[f])) result.times.names.push_back(samples.names[f]);
  double slowest = 0, mean = 0;
  for (const auto& [key, level] : levels) {
    std::vector<double> row;
    for (size_t f : features) {
      const double value = level.slowest->feature(f);
      if (is_work(samples.names[f]))
        result.work[samples.names[f]].push_back(value);
      else
        row.push_back(value);
    }
    result.times.features.push_back(std::move(row));
    result.times.values.push_back(level.seconds);
    result.times.places.push_back(samples.place(*level.slowest));
    slowest += level.seconds, mean += level.sum / static_cast<double>(level.ranks);
  }
  result.imbalance = mean > 0 ? slowest / mean : 1;
  return result;
}

} // namespace unply
