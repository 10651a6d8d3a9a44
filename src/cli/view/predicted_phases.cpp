#include "cli/view/predicted_phases.h"
#include "cli/fit/fit.h"
#include "cli/predict/message_costs.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace unply {

namespace {

class PhaseLine {
public:
  explicit PhaseLine(const CallPrediction& call) : call_(call) {}

  std::vector<PredictedPhase> working() {
    for (unsigned level = 0; level < call_.levels; ++level) add(Phase::divide, level, at(0, level));
    add(Phase::sequential, call_.levels, at(1, 0));
    for (unsigned level = call_.levels; level-- > 0;) {
      add(Phase::exchange, level, at(2, level));
      add(Phase::combine, level, at(3, level));
    }
    return finish();
  }
  // A process without a part of the problem gets the solution at the end.
  std::vector<PredictedPhase> idle() {
    now_s_ = std::max(0., call_.total.value - call_.fold);
    return finish();
  }

private:
  double at(size_t phase, unsigned level) const {
    const std::vector<double>& levels = call_.phases[phase].levels;
    return level < levels.size() ? levels[level] : 0;
  }
  void add(Phase phase, unsigned level, double seconds) {
    if (seconds <= 0) return;
    phases_.push_back({.phase = phase, .level = level, .begin_s = now_s_, .end_s = now_s_ + seconds});
    now_s_ += seconds;
  }
  std::vector<PredictedPhase> finish() {
    if (call_.idle > 0) add(Phase::exchange, call_.levels, call_.fold);
    phases_.insert(phases_.begin(), {.phase = Phase::call, .level = 0, .begin_s = 0, .end_s = now_s_});
    return std::move(phases_);
  }
  const CallPrediction& call_;
  std::vector<PredictedPhase> phases_;
  double now_s_ = 0;
};

Result<std::vector<std::vector<PredictedPhase>>> lanes_of(const MeasuredCall& measured, const SkeletonModel& model,
                                                          const MessageCosts& costs, const PredictOptions& options) {
  SizeValues at(measured.features.begin(), measured.features.end());
  auto found = at.find("P");
  const double processes = found == at.end() ? measured.ranks : found->second;
  if (!(processes >= 1 && processes < 1u << 24))
    return fail(fmt::format("call {}: P = {:g}, expected a number of processes", measured.call, processes));
  at.erase("P");
  auto call = predict_call(model, at, static_cast<unsigned>(processes), costs, options);
  if (!call) return error_of(call);
  return phases_of(*call, measured.ranks);
}

} // namespace

std::vector<std::vector<PredictedPhase>> phases_of(const CallPrediction& call, unsigned ranks) {
  std::vector<std::vector<PredictedPhase>> lanes;
  for (unsigned rank = 0; rank < std::min(ranks, call.processes); ++rank)
    lanes.push_back(rank < call.processes - call.idle ? PhaseLine(call).working() : PhaseLine(call).idle());
  return lanes;
}

Result<ViewInput> predict_phases(const std::string& recording, const std::string& model, const std::string& machine) {
  auto read = read_model(model);
  if (!read) return error_of(read);
  if (!read->skeleton)
    return fail(fmt::format("{}: is a model of parts of a program, expected one of a skeleton's phases", model),
                "unply fit makes it from recordings of a skeleton");
  FoundNetwork network;
  MessageCosts costs;
  PredictOptions options;
  if (read->words) {
    auto found = find_network(machine);
    if (found) {
      network = std::move(*found);
      costs = costs_of(network.costs);
    } else if (!machine.empty() || !read->exchange) {
      return error_of(found);
    } else {
      options.recorded_exchange = true;
    }
  }
  return load_predicted_phases(recording, model,
                               [&](const MeasuredCall& call) { return lanes_of(call, *read, costs, options); });
}

} // namespace unply
