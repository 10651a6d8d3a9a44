#include "model/skeleton/predict_skeleton.h"
#include "model/skeleton/cost_model.h"
#include "model/skeleton/samples.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace unply {

namespace {

// Without half widths adding up as if all phases erred together: those of one phase do, phases among each other not.
Interval sum_of(const std::vector<PhasePrediction>& phases) {
  double value = 0, below = 0, above = 0;
  for (const PhasePrediction& phase : phases) {
    value += phase.ours.value;
    below += std::pow(phase.ours.value - phase.ours.low, 2), above += std::pow(phase.ours.high - phase.ours.value, 2);
  }
  return {value, std::max(0., value - std::sqrt(below)), value + std::sqrt(above)};
}

Result<std::vector<double>> features_at(const PhaseModel& phase, const SkeletonModel& model, const SizeValues& at,
                                        unsigned level) {
  std::vector<double> features;
  for (const std::string& name : phase.features) {
    auto found = at.find(name);
    const ModelSize* size = model.find_size(name);
    if (found == at.end()) {
      const bool constant = size && size->least == size->most; // one value in all measurements
      if (!constant)
        return fail(fmt::format("{}: needs the size {}", phase.name, name), fmt::format("--at {}=VALUE", name));
      features.push_back(size->least * std::pow(size->change.factor, level));
      continue;
    }
    if (level > 0 && (!size || size->change.known == LevelChange::Known::unknown))
      return fail(
          fmt::format("{}: how it changes from level to level was neither recorded nor given", name),
          fmt::format("fit with --halve {} if a division halves it, else with --halve naming the sizes that are halved",
                      name));
    features.push_back(found->second * std::pow(size ? size->change.factor : 1, level));
  }
  return features;
}

Interval ours_of(const PhaseModel& phase, std::span<const double> features) {
  if (!phase.work) {
    Interval interval = phase.chosen.predict(features);
    interval.value = std::max(0., interval.value), interval.high = std::max(interval.high, interval.value);
    return interval;
  }
  const Interval count = phase.work->count.predict(features);
  Interval cost;
  for (auto [of, to] : {std::pair(count.value, &Interval::value), std::pair(count.low, &Interval::low),
                        std::pair(count.high, &Interval::high)}) {
    const double work[] = {of};
    cost.*to = std::max(0., phase.work->cost.predict(work).*to);
  }
  cost.low = std::min(cost.low, cost.value), cost.high = std::max(cost.high, cost.value);
  return cost;
}

void note_beyond(Extrapolation& worst, const PhaseModel& phase, std::span<const double> features) {
  const Law& law = phase.work ? phase.work->count : phase.chosen;
  if (law.least.size() != features.size()) return;
  for (const Law* each : {&law, &phase.linear}) {
    if (each->least.size() != features.size()) continue;
    const Law::Beyond beyond = each->beyond(features);
    if (beyond.factor > worst.factor)
      worst = {
          .factor = beyond.factor, .size = phase.features[beyond.feature], .phase = phase.name, .above = beyond.above};
  }
}

// One call on one number of processes.
class CallPredictor {
public:
  CallPredictor(const SkeletonModel& model, const SizeValues& at, unsigned processes, const MessageCosts& costs,
                const PredictOptions& options)
      : model_(model), at_(at), costs_(costs), options_(options) {
    result_.processes = processes;
    if (model.shape == SkeletonModel::Shape::tree) {
      result_.levels = static_cast<unsigned>(std::bit_width(processes - 1));
    } else {
      result_.levels = static_cast<unsigned>(std::bit_width(processes)) - 1;
      result_.idle = processes - std::bit_floor(processes);
    }
  }

  Result<CallPrediction> run() {
    for (const char* name : {"divide", "sequential", "exchange", "combine"}) result_.phases.push_back({.name = name});
    for (unsigned level = 0; level < result_.levels; ++level) {
      TRY(add("divide", 0, level));
      TRY(add_exchange(level));
      TRY(add("combine", 3, level));
    }
    TRY(add("sequential", 1, result_.levels));
    if (result_.idle > 0) TRY(add_fold());
    // The sum of all levels is the closed form; it is held against the recursion each time.
    auto of = [&](size_t phase) {
      return [this, phase](unsigned level) { return paper_[phase].size() > level ? paper_[phase][level] : 0; };
    };
    const DivideAndConquerCosts paper{.divide = of(0),
                                      .combine = of(3),
                                      .exchange = of(2),
                                      .sequential = [this](unsigned) { return result_.phases[1].paper; }};
    result_.paper = closed_cost(paper, result_.levels) + result_.fold;
    result_.total = sum_of(result_.phases);
    return std::move(result_);
  }

private:
  void take(size_t phase, double paper, const Interval& ours) {
    PhasePrediction& sum = result_.phases[phase];
    sum.paper += paper;
    sum.ours.value += ours.value, sum.ours.low += ours.low, sum.ours.high += ours.high;
    sum.levels.push_back(ours.value);
    paper_[phase].push_back(paper);
  }

  Result<void> add(const char* name, size_t index, unsigned level) {
    const PhaseModel* phase = model_.find(name);
    if (!phase) {
      take(index, 0, {});
      return {};
    }
    auto features = features_at(*phase, model_, at_, level);
    if (!features) return error_of(features);
    note_beyond(result_.beyond, *phase, *features);
    take(index, phase->linear.value(*features), ours_of(*phase, *features));
    return {};
  }

  Result<double> words_at(unsigned level) const {
    auto features = features_at(*model_.words, model_, at_, level);
    if (!features) return error_of(features);
    return std::max(0., model_.words->chosen.value(*features));
  }

  Result<void> add_exchange(unsigned level) {
    if (!model_.words) return {};
    auto words = words_at(level);
    if (!words) return error_of(words);
    if (level == 0) result_.words = *words;
    auto line = costs_.line ? costs_.line(result_.processes) : std::nullopt;
    auto paper = line ? std::optional(exchange_time(*line, *words)) : std::nullopt;
    if (options_.recorded_exchange) {
      if (!model_.exchange)
        return fail("exchange: no recorded exchange had a time", "predict with the costs of a machine: --machine FILE");
      const double bytes[] = {4 * *words};
      const Interval ours = model_.exchange->chosen.predict(bytes);
      result_.fitted_exchange = true;
      take(2, paper.value_or(kUnknown), ours);
      return {};
    }
    const unsigned distance = std::bit_floor(result_.processes) >> (level + 1);
    std::optional<double> ours;
    if (costs_.exchange && model_.shape == SkeletonModel::Shape::hypercube)
      ours = costs_.exchange(result_.processes, distance, *words);
    if (ours) {
      result_.per_dimension = true;
      const double longest = costs_.longest ? costs_.longest(result_.processes, distance) : 0;
      if (longest > 0 && *words > longest) result_.longest_words = longest;
    }
    if (!ours) ours = paper;
    if (!ours)
      return fail(fmt::format("network: no costs of messages for {} processes", result_.processes),
                  fmt::format("unply machine --network -- mpirun -np {} measures them", result_.processes));
    take(2, paper.value_or(kUnknown), {*ours, *ours, *ours});
    return {};
  }

  // On the tree the leader sends a part and gets a solution, each preceded by words on its size: 5 l + K g in all.
  double exchange_time(const MessageCosts::Line& line, double words) const {
    if (model_.shape == SkeletonModel::Shape::tree) return 5 * line.latency_s + words * line.gap_s;
    return exchange_seconds(line.latency_s, line.gap_s, words);
  }

  Result<void> add_fold() {
    if (!model_.words) return {};
    auto words = words_at(0);
    if (!words) return error_of(words);
    auto line = costs_.line ? costs_.line(result_.processes) : std::nullopt;
    if (line)
      result_.fold = message_seconds(line->latency_s, line->gap_s, *words);
    else if (options_.recorded_exchange && model_.exchange) {
      const double bytes[] = {4 * *words};
      result_.fold = model_.exchange->chosen.value(bytes) / 2;
    } else
      return fail(fmt::format("network: no costs of messages for {} processes", result_.processes),
                  fmt::format("unply machine --network -- mpirun -np {} measures them", result_.processes));
    result_.phases[2].paper += result_.fold;
    for (double Interval::* of : {&Interval::value, &Interval::low, &Interval::high})
      result_.phases[2].ours.*of += result_.fold;
    return {};
  }

  const SkeletonModel& model_;
  const SizeValues& at_;
  const MessageCosts& costs_;
  const PredictOptions& options_;
  CallPrediction result_;
  std::vector<double> paper_[4];
};

} // namespace

const PhasePrediction& CallPrediction::dominant() const {
  return *std::ranges::max_element(phases, {}, [](const PhasePrediction& phase) { return phase.ours.value; });
}

bool needs_messages(const SkeletonModel& model, unsigned processes) { return model.words && processes > 1; }

Result<CallPrediction> predict_call(const SkeletonModel& model, const SizeValues& at, unsigned processes,
                                    const MessageCosts& costs, const PredictOptions& options) {
  if (processes == 0) return fail("0 processes, expected at least 1");
  auto call = CallPredictor(model, at, processes, costs, options).run();
  if (!call) return call;
  if (processes == 1) return call;
  auto alone = CallPredictor(model, at, 1, costs, options).run();
  if (!alone) return alone;
  call->speedup = call->total.value > 0 ? alone->total.value / call->total.value : 1;
  call->efficiency = call->speedup / processes;
  return call;
}

Result<std::vector<PartPrediction>> predict_parts(const SkeletonModel& model, const SizeValues& at) {
  std::vector<PartPrediction> parts;
  for (const PhaseModel& phase : model.phases) {
    auto features = features_at(phase, model, at, 0);
    if (!features) return error_of(features);
    PartPrediction part{
        .name = phase.name, .paper = phase.linear.value(*features), .ours = ours_of(phase, *features), .beyond = {}};
    note_beyond(part.beyond, phase, *features);
    parts.push_back(std::move(part));
  }
  return parts;
}

} // namespace unply
