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

// Executions with such a size are worth tasks.
struct Range {
  uint64_t limit = 0, tasks = 0;
};

bool is_short(const CallCount& count, uint64_t least_work) { return count.work < least_work * count.count; }

// The least size from which on all executions have at least this much work.
Range from_some_size_on(const std::map<uint32_t, CallCount>& by_size, uint64_t least_work) {
  Range range;
  for (auto at = by_size.rbegin(); at != by_size.rend() && !is_short(at->second, least_work); ++at)
    range = {least_in_size_bucket(at->first), range.tasks + at->second.count};
  return range;
}

// The same of sizes below some other; no tasks where that are all.
Range below_some_size(const std::map<uint32_t, CallCount>& by_size, uint64_t least_work) {
  Range range;
  for (const auto& [bucket, count] : by_size) {
    range.limit = least_in_size_bucket(bucket);
    if (is_short(count, least_work)) return range;
    range.tasks += count.count;
  }
  return {};
}

CutOff cut_off_of(const SourceFunction& function, uint64_t least_work, double tasks_each) {
  CutOff cut_off;
  for (const auto& [_, call] : function.calls) cut_off.needed |= is_short(call, least_work);
  cut_off.tasks = function.instances;
  if (!cut_off.needed) return cut_off;
  cut_off.tasks = 0;
  const auto least = static_cast<uint64_t>(static_cast<double>(least_work) * tasks_each);
  for (size_t size = 0; size < function.by_size.size(); ++size)
    for (bool below : {false, true}) {
      const std::map<uint32_t, CallCount>& by_size = function.by_size[size];
      const Range range = below ? below_some_size(by_size, least) : from_some_size_on(by_size, least);
      if (range.tasks <= cut_off.tasks) continue; // the parameter that tells most of the long executions
      cut_off.tasks = range.tasks;
      cut_off.size = function.facts.sizes[size];
      cut_off.changed = is_changed(function.facts, cut_off.size);
      cut_off.limit = range.limit;
      cut_off.below = below;
    }
  if (cut_off.tasks != function.instances) return cut_off;
  CutOff none; // all are worth it
  none.tasks = function.instances;
  return none;
}

// If iterations of loops run at once, all with recursive calls must be among them; and then no chain is known for other
// recursive calls that are not at once.
double chain_of(const SourceFunction& function, const CallVerdict& verdict) {
  if (verdict.loops.empty()) return static_cast<double>(function.chain.work);
  bool all_loops = true;
  for (uint32_t part = 1; part / 2 < function.facts.parts.size(); part += 2) {
    const PartFact& fact = function.facts.parts[part / 2];
    if (!fact.recursive || !function.calls.contains(part)) continue;
    const bool in_group = std::ranges::any_of(verdict.groups, [&](const CallGroup& group) {
      return std::ranges::find(group.calls, part, &TaskCall::part) != group.calls.end();
    });
    const bool is_tasks =
        fact.loop ? std::ranges::find(verdict.loops, part, &TaskLoop::part) != verdict.loops.end() : in_group;
    if (!is_tasks && !fact.loop) return static_cast<double>(function.work);
    all_loops &= is_tasks;
  }
  return static_cast<double>(all_loops ? function.loop_chain.work : function.chain.work);
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
  const double tasks = gain.tasks_each * static_cast<double>(gain.cut_off.tasks);
  const double tasks_ns = gain.recursive ? costs.task * tasks / cores : 0;
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
  gain.recursive |= !verdict.loops.empty();
  for (const TaskLoop& loop : verdict.loops) gain.tasks_each = std::max(gain.tasks_each, loop.iterations);
  Weight weight = weight_of_groups(function, verdict);
  if (gain.recursive) {
    gain.cut_off = cut_off_of(function, least_work_, gain.tasks_each);
    const auto executions = static_cast<double>(function.chain.count);
    weight = {static_cast<double>(function.work),
              chain_of(function, verdict) + static_cast<double>(least_work_) * gain.tasks_each * executions,
              executions};
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

const Speedup& CallGain::headline() const { return speedups[kHeadline]; }

std::string condition_of(const CutOff& cut_off) {
  return cut_off.size.empty() ? "" : fmt::format("{} {} {}", cut_off.size, cut_off.below ? "<" : ">=", cut_off.limit);
}

std::string serial_condition_of(const CutOff& cut_off) {
  return cut_off.size.empty() ? "" : fmt::format("{} {} {}", cut_off.size, cut_off.below ? ">=" : "<", cut_off.limit);
}

std::vector<CallGain> rank_calls(const Trace& trace, const std::vector<SourceFunction>& functions,
                                 const std::vector<CallVerdict>& verdicts, const ParallelCosts& costs) {
  const CallRanker ranker(trace, costs);
  std::vector<CallGain> gains;
  for (uint32_t f = 0; f < functions.size(); ++f)
    if (verdicts[f].tasks()) gains.push_back(ranker.gain(f, functions[f], verdicts[f]));
  std::ranges::stable_sort(gains, [](const CallGain& a, const CallGain& b) {
    return std::tuple(!a.worthwhile, -a.headline().likely) < std::tuple(!b.worthwhile, -b.headline().likely);
  });
  return gains;
}

} // namespace unply
