// Numbers of processes, sizes, and measurements to compare with.
#include "base/split.h"
#include "cli/predict/predict.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace unply {

namespace {

constexpr unsigned kMostProcesses = 1u << 24;
constexpr size_t kMostPoints = 10000, kSteps = 10;

Result<double> parse_size(const std::string& text, std::string_view word) {
  double value = 0;
  auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || problem != std::errc() || end != word.data() + word.size() || !std::isfinite(value) || value < 0)
    return fail(fmt::format("--at {}: '{}' is no size", text, word), "for example --at N=1024000,M=200000..2000000");
  return value;
}

// The values of "200000..2000000" or "1000".
Result<std::vector<double>> parse_values(const std::string& text, std::string_view word) {
  const size_t dots = word.find("..");
  auto first = parse_size(text, word.substr(0, dots));
  if (!first) return error_of(first);
  if (dots == word.npos) return std::vector{*first};
  auto last = parse_size(text, word.substr(dots + 2));
  if (!last) return error_of(last);
  if (*last <= *first)
    return fail(fmt::format("--at {}: {} is no ascending range", text, word), "for example M=200000..2000000");
  std::vector<double> values;
  for (size_t i = 0; i < kSteps; ++i)
    values.push_back(i + 1 == kSteps ? *last
                                     : std::round(*first + (*last - *first) * static_cast<double>(i) /
                                                               static_cast<double>(kSteps - 1)));
  return values;
}

bool is_size(const SkeletonModel& model, const std::string& name) {
  if (model.find_size(name)) return true;
  auto uses = [&](const PhaseModel& phase) { return std::ranges::find(phase.features, name) != phase.features.end(); };
  return std::ranges::any_of(model.phases, uses) || (model.words && uses(*model.words));
}

} // namespace

Result<std::vector<SizeValues>> parse_points(const std::vector<std::string>& texts, const SkeletonModel& model) {
  std::vector<SizeValues> points;
  for (const std::string& text : texts) {
    std::vector<SizeValues> here = {{}};
    for (const std::string& word : split(text, ',')) {
      const size_t equals = word.find('=');
      if (equals == 0 || equals == word.npos)
        return fail(fmt::format("--at {}: '{}' names no size", text, word),
                    "for example --at N=1024000,M=200000..2000000");
      const std::string name = word.substr(0, equals);
      if (!is_size(model, name)) {
        std::string known;
        for (const ModelSize& size : model.sizes) known += (known.empty() ? "" : ", ") + size.name;
        return fail(fmt::format("--at {}: '{}' is no size of the model, expected {}", text, name,
                                known.empty() ? "none" : known));
      }
      auto values = parse_values(text, std::string_view(word).substr(equals + 1));
      if (!values) return error_of(values);
      std::vector<SizeValues> longer;
      for (const SizeValues& point : here) {
        if (point.contains(name)) return fail(fmt::format("--at {}: {} is given twice", text, name));
        for (double value : *values) longer.push_back(point), longer.back()[name] = value;
      }
      here = std::move(longer);
      if (points.size() + here.size() > kMostPoints)
        return fail(fmt::format("--at {}: at most {} points fit", text, kMostPoints));
    }
    points.insert(points.end(), here.begin(), here.end());
  }
  return points;
}

// Times of whole calls: the slowest rank of each. Where no call was measured, as in tables of phases, the paper's sum
// of the slowest phases stands for it. Runs of the same sizes are one row, with their mean.
std::vector<ComparedRow> measured_rows(const Samples& samples, const SkeletonModel& model) {
  struct Run {
    double seconds = 0;
    const PhaseSample* first = nullptr;
  };
  std::map<std::tuple<std::string, uint32_t, uint32_t>, Run> runs; // slowest rank of each call, or part
  for (const PhaseSample& sample : samples.rows) {
    const bool wanted = model.skeleton ? sample.phase == "call" : !is_skeleton_phase(sample.phase);
    if (!wanted || std::isnan(sample.seconds)) continue;
    Run& run = runs[{sample.phase, sample.source, sample.call}];
    if (!run.first || sample.seconds > run.seconds) run.first = &sample;
    run.seconds = std::max(run.seconds, sample.seconds);
  }
  std::vector<ComparedRow> rows;
  for (const auto& [key, run] : runs) {
    ComparedRow row;
    row.name = std::get<0>(key);
    row.observed = run.seconds;
    for (size_t f = 0; f < samples.names.size(); ++f) {
      const double value = run.first->feature(f);
      if (std::isnan(value) || is_work(samples.names[f])) continue;
      if (model.skeleton && samples.names[f] == "P" && value >= 1 && value < kMostProcesses)
        row.processes = static_cast<unsigned>(value);
      else if (is_size(model, samples.names[f]))
        row.at[samples.names[f]] = value;
    }
    auto same = std::ranges::find_if(rows, [&](const ComparedRow& other) {
      return other.name == row.name && other.at == row.at && other.processes == row.processes;
    });
    if (same == rows.end()) {
      rows.push_back(std::move(row));
    } else {
      same->observed += row.observed, ++same->runs;
    }
  }
  for (ComparedRow& row : rows) row.observed /= static_cast<double>(row.runs);
  return rows;
}

} // namespace unply
