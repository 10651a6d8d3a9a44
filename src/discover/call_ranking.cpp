#include "discover/call_ranking.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

// An execution whose calls become tasks: 40 us, forty times what making one and waiting for it costs.
constexpr uint64_t kLeastTaskWork = 100000;
constexpr double kTaskNs = 1000;

bool is_changed(const FunctionFacts& facts, const std::string& size) {
  return std::ranges::any_of(facts.changed, [&](const std::string& name) {
    return size == name || size.starts_with(name + " ") || size.ends_with(" " + name);
  });
}

// The least bucket from which on all are worth a task; nothing if there is none.
std::optional<uint32_t> first_worthwhile(const std::map<uint32_t, CallCount>& by_size) {
  std::optional<uint32_t> first;
  for (auto at = by_size.rbegin(); at != by_size.rend(); ++at) {
    if (at->second.work < kLeastTaskWork * at->second.count) break;
    first = at->first;
  }
  return first;
}

CutOff cut_off_of(const SourceFunction& function) {
  CutOff cut_off;
  for (const auto& [_, call] : function.calls) cut_off.needed |= call.work < kLeastTaskWork * call.count;
  cut_off.tasks = function.instances;
  if (!cut_off.needed) return cut_off;
  cut_off.tasks = 0;
  for (size_t size = 0; size < function.by_size.size(); ++size) {
    const std::map<uint32_t, CallCount>& by_size = function.by_size[size];
    const auto first = first_worthwhile(by_size);
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
  if (cut_off.tasks == function.instances) cut_off = {.tasks = function.instances}; // all are worth it
  return cut_off;
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

class CallRanker {
public:
  CallRanker(const Trace& trace, const ParallelCosts& costs)
      : all_(static_cast<double>(trace.loops.work)), costs_(costs) {}
  CallGain gain(uint32_t index, const SourceFunction& function, const CallVerdict& verdict) const;

private:
  double speedup(const CallGain& gain, const Weight& weight, uint32_t cores, double unit_ns, double factor,
                 bool alone) const;
  double all_;
  const ParallelCosts& costs_;
};

// alone: of the calls, else of the whole program. factor: of what starting threads and tasks costs.
double CallRanker::speedup(const CallGain& gain, const Weight& weight, uint32_t cores, double unit_ns, double factor,
                           bool alone) const {
  const double work_ns = weight.work * unit_ns, chain_ns = std::min(weight.chain, weight.work) * unit_ns;
  const double all_ns = std::max(all_ * unit_ns, work_ns);
  const double fork_ns = (costs_.fork_ns + costs_.fork_per_core_ns * cores) * weight.executions;
  const double tasks_ns = gain.recursive ? kTaskNs * static_cast<double>(gain.cut_off.tasks) / cores : 0;
  const double parallel_ns = (work_ns - chain_ns) / cores + chain_ns + factor * (fork_ns + tasks_ns);
  const double before = alone ? work_ns : all_ns, after = alone ? parallel_ns : all_ns - work_ns + parallel_ns;
  return after <= 0 ? 1 : before / after;
}

CallGain CallRanker::gain(uint32_t index, const SourceFunction& function, const CallVerdict& verdict) const {
  CallGain gain{.function = index, .speedups = {}, .cut_off = {}};
  for (const CallGroup& group : verdict.groups)
    for (const TaskCall& call : group.calls) gain.recursive |= function.facts.parts[call.part / 2].recursive;
  Weight weight = weight_of_groups(function, verdict);
  if (gain.recursive) {
    gain.cut_off = cut_off_of(function);
    weight = {static_cast<double>(function.work),
              static_cast<double>(function.chain.work + kLeastTaskWork * function.chain.count),
              static_cast<double>(function.chain.count)};
  }
  gain.coverage = all_ == 0 ? 0 : std::min(1.0, weight.work / all_);
  for (size_t i = 0; i < kRankedCores.size(); ++i) {
    const uint32_t cores = kRankedCores[i];
    gain.speedups[i] = {speedup(gain, weight, cores, costs_.least_unit_ns, 2, false),
                        speedup(gain, weight, cores, costs_.work_unit_ns, 1, false),
                        speedup(gain, weight, cores, costs_.most_unit_ns, 0.5, false)};
    gain.worthwhile |= speedup(gain, weight, cores, costs_.work_unit_ns, 1, true) > 1.1;
  }
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
