#include "discover/call_ranking.h"
#include "base/number_text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace unply {

namespace {

constexpr double kTasksWorth = 40; // an execution whose calls become tasks takes as many times what a task costs

bool is_changed(const FunctionFacts& facts, const std::string& size) {
  return std::ranges::any_of(facts.changed, [&](const std::string& name) {
    return size == name || size.starts_with(name + " ") || size.ends_with(" " + name);
  });
}

// The least bucket from which on all have at least this much work; nothing if there is none.
std::optional<uint32_t> first_worthwhile(const std::map<uint32_t, CallCount>& by_size, uint64_t least_work) {
  std::optional<uint32_t> first;
  for (auto at = by_size.rbegin(); at != by_size.rend(); ++at) {
    if (at->second.work < least_work * at->second.count) break;
    first = at->first;
  }
  return first;
}

CutOff cut_off_of(const SourceFunction& function, uint64_t least_work) {
  CutOff cut_off;
  for (const auto& [_, call] : function.calls) cut_off.needed |= call.work < least_work * call.count;
  cut_off.tasks = function.instances;
  if (!cut_off.needed) return cut_off;
  cut_off.tasks = 0;
  for (size_t size = 0; size < function.by_size.size(); ++size) {
    const std::map<uint32_t, CallCount>& by_size = function.by_size[size];
    const auto first = first_worthwhile(by_size, least_work);
    if (!first) continue;
    uint64_t tasks = 0;
    for (const auto& [bucket, count] : by_size)
      if (bucket >= *first) tasks += count.count;
    if (tasks <= cut_off.tasks) continue; // the parameter that tells most of the long executions
    cut_off.tasks = tasks;
    cut_off.size = function.facts.sizes[size];
    cut_off.changed = is_changed(function.facts, cut_off.size);
    cut_off.least = least_in_size_bucket(*first);
  }
  if (cut_off.tasks != function.instances) return cut_off;
  CutOff none; // all are worth it
  none.tasks = function.instances;
  return none;
}

struct Weight {
  double work = 0, chain = 0, executions = 0; // work and chain in instructions
};

Weight weight_of_groups(const SourceFunction& function, const CallVerdict& verdict) {
  Weight weight;
  for (const CallGroup& group : verdict.groups) {
    double executions = 0, longest = 0, work = 0;
    for (const TaskCall& call : group.calls) {
      const CallCount& count = function.calls.at(call.part);
      work += static_cast<double>(count.work);
      executions = std::max(executions, static_cast<double>(count.count));
      longest = std::max(longest, static_cast<double>(count.work) / static_cast<double>(count.count));
    }
    weight.work += work;
    weight.chain += executions * longest;
    weight.executions += executions;
  }
  return weight;
}

struct CallTime { // in ns, with some number of processors
  double outside = 0, shared = 0, chain = 0, starting = 0;
  double all() const { return outside + inside(); }
  double inside() const { return shared + chain + starting; }
};

class CallRanker {
public:
  CallRanker(const Trace& trace, const ParallelCosts& costs)
      : all_(static_cast<double>(trace.loops.work)), low_(pessimistic(costs)), likely_(likely(costs)),
        high_(optimistic(costs)), least_work_(static_cast<uint64_t>(std::clamp(
                                      std::round(kTasksWorth * likely_.task / likely_.instruction), 1.0, 1e15))) {}
  CallGain gain(uint32_t index, const SourceFunction& function, const CallVerdict& verdict) const;

private:
  double all_ns(const Weight& weight, const CostCase& costs) const {
    return std::max(all_, weight.work) * costs.instruction;
  }
  CallTime time(const CallGain& gain, const Weight& weight, uint32_t cores, const CostCase& costs) const;
  double speedup(const CallGain& gain, const Weight& weight, uint32_t cores, const CostCase& costs) const;
  std::string limit(const CallGain& gain, const Weight& weight) const;
  double all_;
  CostCase low_, likely_, high_;
  uint64_t least_work_;
};

CallTime CallRanker::time(const CallGain& gain, const Weight& weight, uint32_t cores, const CostCase& costs) const {
  const double work_ns = weight.work * costs.instruction;
  const double chain_ns = std::min(weight.chain, weight.work) * costs.instruction;
  const double tasks_ns = gain.recursive ? costs.task * static_cast<double>(gain.cut_off.tasks) / cores : 0;
  return {.outside = all_ns(weight, costs) - work_ns,
          .shared = (work_ns - chain_ns) / cores,
          .chain = chain_ns,
          .starting = costs.fork_on(cores) * weight.executions + tasks_ns};
}

double CallRanker::speedup(const CallGain& gain, const Weight& weight, uint32_t cores, const CostCase& costs) const {
  const double after = time(gain, weight, cores, costs).all();
  return after <= 0 ? 1 : all_ns(weight, costs) / after;
}

std::string CallRanker::limit(const CallGain& gain, const Weight& weight) const {
  const CallTime time = this->time(gain, weight, kRankedCores.back(), likely_);
  const double most = std::max({time.outside, time.shared, time.chain, time.starting});
  if (most <= 0 || most == time.shared) return "";
  if (most == time.starting) return fmt::format("starting {} threads and making tasks", kRankedCores.back());
  if (most == time.outside) return rest_limit(all_ns(weight, likely_) / time.outside);
  return fmt::format("the longest chain of calls is {} of their work",
                     percent_text(static_cast<uint64_t>(weight.chain), static_cast<uint64_t>(weight.work)));
}

CallGain CallRanker::gain(uint32_t index, const SourceFunction& function, const CallVerdict& verdict) const {
  CallGain gain{.function = index, .speedups = {}, .cut_off = {}, .limit = {}};
  for (const CallGroup& group : verdict.groups)
    for (const TaskCall& call : group.calls) gain.recursive |= function.facts.parts[call.part / 2].recursive;
  Weight weight = weight_of_groups(function, verdict);
  if (gain.recursive) {
    gain.cut_off = cut_off_of(function, least_work_);
    weight = {static_cast<double>(function.work),
              static_cast<double>(function.chain.work + least_work_ * function.chain.count),
              static_cast<double>(function.chain.count)};
  }
  gain.coverage = all_ == 0 ? 0 : std::min(1.0, weight.work / all_);
  for (size_t i = 0; i < kRankedCores.size(); ++i) {
    const uint32_t cores = kRankedCores[i];
    gain.speedups[i] = {speedup(gain, weight, cores, low_), speedup(gain, weight, cores, likely_),
                        speedup(gain, weight, cores, high_)};
    const double inside = time(gain, weight, cores, likely_).inside();
    gain.worthwhile |= inside > 0 && weight.work * likely_.instruction / inside > 1.1;
  }
  gain.limit = limit(gain, weight);
  gain.worthwhile &= !gain.cut_off.needed || !gain.cut_off.size.empty();
  return gain;
}

} // namespace

const Speedup& CallGain::headline() const {
  return speedups[static_cast<size_t>(std::ranges::find(kRankedCores, kHeadlineCores) - kRankedCores.begin())];
}

std::string condition_of(const CutOff& cut_off) {
  return cut_off.size.empty() ? "" : fmt::format("{} >= {}", cut_off.size, cut_off.least);
}

std::vector<CallGain> rank_calls(const Trace& trace, const std::vector<SourceFunction>& functions,
                                 const std::vector<CallVerdict>& verdicts, const ParallelCosts& costs) {
  const CallRanker ranker(trace, costs);
  std::vector<CallGain> gains;
  for (uint32_t f = 0; f < functions.size(); ++f)
    if (!verdicts[f].groups.empty()) gains.push_back(ranker.gain(f, functions[f], verdicts[f]));
  std::ranges::stable_sort(gains, [](const CallGain& a, const CallGain& b) {
    return std::tuple(!a.worthwhile, -a.headline().likely) < std::tuple(!b.worthwhile, -b.headline().likely);
  });
  return gains;
}

} // namespace unply
