#include "discover/ranking.h"
#include "base/number_text.h"
#include "discover/algorithm_calls.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace unply {

CostCase pessimistic(const ParallelCosts& costs) {
  return {costs.fork.high, costs.fork_thread.high, costs.wait.high, costs.task.high, costs.instruction.low};
}

CostCase likely(const ParallelCosts& costs) {
  return {costs.fork.likely, costs.fork_thread.likely, costs.wait.likely, costs.task.likely, costs.instruction.likely};
}

CostCase optimistic(const ParallelCosts& costs) {
  return {costs.fork.low, costs.fork_thread.low, costs.wait.low, costs.task.low, costs.instruction.high};
}

std::string rest_limit(double speedup) {
  return fmt::format("the rest of the program allows at most {:.1f}x", speedup);
}

namespace {

struct LoopTime { // in ns, with some number of processors
  double outside = 0, iterations = 0, starting = 0, waiting = 0;
  double all() const { return outside + inside(); }
  double inside() const { return iterations + starting + waiting; }
};

class Ranker {
public:
  Ranker(const SourceLoops& loops, const std::vector<LoopVerdict>& verdicts, const ParallelCosts& costs)
      : loops_(loops), verdicts_(verdicts), low_(pessimistic(costs)), likely_(likely(costs)), high_(optimistic(costs)) {
    // The recording took longer than the program does, so its time is an upper bound.
    const uint64_t work = loops.trace().loops.work, duration = loops.trace().info.duration_ns;
    if (work != 0 && duration != 0)
      high_.instruction =
          std::clamp(static_cast<double>(duration) / static_cast<double>(work), likely_.instruction, high_.instruction);
  }
  LoopGain gain(uint32_t loop) const;

private:
  double whole_iterations(uint32_t loop) const;
  double lanes(uint32_t loop, uint32_t cores) const;
  double waits(uint32_t loop) const;
  double loop_ns(uint32_t loop, const CostCase& costs) const {
    return static_cast<double>(loops_[loop].work) * costs.instruction;
  }
  double all_ns(uint32_t loop, const CostCase& costs) const {
    return std::max(static_cast<double>(loops_.trace().loops.work) * costs.instruction, loop_ns(loop, costs));
  }
  LoopTime time(uint32_t loop, uint32_t cores, const CostCase& costs) const;
  double speedup(uint32_t loop, uint32_t cores, const CostCase& costs) const;
  std::string limit(uint32_t loop) const;
  const SourceLoops& loops_;
  const std::vector<LoopVerdict>& verdicts_;
  CostCase low_, likely_, high_;
};

// With those of the loops that are collapsed into it.
double Ranker::whole_iterations(uint32_t loop) const {
  double iterations = loops_[loop].mean_iterations();
  uint32_t at = loop;
  for (uint32_t depth = 1; depth < verdicts_[loop].clauses.collapse; ++depth) {
    auto inner = std::ranges::find_if(loops_[at].inside, [&](uint32_t candidate) {
      return loops_[at].facts.inner && loops_[candidate].at == *loops_[at].facts.inner;
    });
    if (inner == loops_[at].inside.end()) break;
    at = *inner;
    iterations *= loops_[at].mean_iterations();
  }
  return std::max(iterations, 1.0);
}

// How many iterations of a doacross loop run at once: as many as the least distance, or of a wavefront as rows fit in
// one behind the other.
double Ranker::lanes(uint32_t loop, uint32_t cores) const {
  const LoopVerdict& verdict = verdicts_[loop];
  double most = static_cast<double>(verdict.least_distance);
  if (verdict.ordered_inner != kNoSourceLoop) {
    int64_t behind = 1;
    for (const Sink& sink : verdict.sinks) behind = std::max(behind, 1 - sink.inner);
    most = loops_[verdict.ordered_inner].mean_iterations() / static_cast<double>(behind);
  }
  return std::max(1.0, std::min({static_cast<double>(cores), most, loops_[loop].mean_iterations()}));
}

// How often iterations of a doacross loop wait, all together.
double Ranker::waits(uint32_t loop) const {
  if (!verdicts_[loop].waits()) return 0;
  const uint32_t inner = verdicts_[loop].ordered_inner;
  return static_cast<double>(loops_[inner == kNoSourceLoop ? loop : inner].iterations);
}

LoopTime Ranker::time(uint32_t loop, uint32_t cores, const CostCase& costs) const {
  const double iterations = whole_iterations(loop);
  // An algorithm with an order of its own is divided by elements, whose number its loops do not always tell.
  const double longest = verdicts_[loop].waits() ? 1 / lanes(loop, cores)
                         : loops_[loop].whole    ? 1.0 / cores
                                                 : std::ceil(iterations / cores) / iterations;
  return {.outside = all_ns(loop, costs) - loop_ns(loop, costs),
          .iterations = loop_ns(loop, costs) * longest,
          .starting = costs.fork_on(cores) * static_cast<double>(loops_[loop].instances),
          .waiting = costs.wait * waits(loop) * longest};
}

double Ranker::speedup(uint32_t loop, uint32_t cores, const CostCase& costs) const {
  const double after = time(loop, cores, costs).all();
  return after <= 0 ? 1 : all_ns(loop, costs) / after;
}

std::string Ranker::limit(uint32_t loop) const {
  const uint32_t cores = kRankedCores.back();
  const LoopTime time = this->time(loop, cores, likely_);
  const double most = std::max({time.outside, time.iterations, time.starting, time.waiting});
  if (most <= 0) return "";
  if (most == time.outside) return rest_limit(all_ns(loop, likely_) / time.outside);
  if (most == time.starting)
    return fmt::format("starting and joining {} threads, {} an execution", cores,
                       duration_text(static_cast<uint64_t>(std::llround(likely_.fork_on(cores)))));
  if (most == time.waiting)
    return fmt::format("waiting for earlier iterations, {} each time",
                       duration_text(static_cast<uint64_t>(std::llround(likely_.wait))));
  const double busy = verdicts_[loop].waits() ? lanes(loop, cores) : whole_iterations(loop);
  return busy >= cores ? "" : fmt::format("{:.0f} iterations can run at once", busy);
}

LoopGain Ranker::gain(uint32_t loop) const {
  LoopGain gain{.loop = loop, .coverage = coverage_of(loops_, loop), .speedups = {}, .limit = limit(loop)};
  const SourceLoop& row = loops_[loop];
  const double time_ns = loop_ns(loop, likely_);
  if (row.iterations != 0) gain.iteration_ns = time_ns / static_cast<double>(row.iterations);
  if (row.instances != 0) gain.instance_ns = time_ns / static_cast<double>(row.instances);
  for (size_t i = 0; i < kRankedCores.size(); ++i) {
    const uint32_t cores = kRankedCores[i];
    gain.speedups[i] = {speedup(loop, cores, low_), speedup(loop, cores, likely_), speedup(loop, cores, high_)};
    const double inside = time(loop, cores, likely_).inside();
    gain.worthwhile |= inside > 0 && time_ns / inside > 1.1;
  }
  return gain;
}

} // namespace

double coverage_of(const SourceLoops& loops, uint32_t loop) {
  const uint64_t all = loops.trace().loops.work;
  return all == 0 ? 0 : std::min(1.0, static_cast<double>(loops[loop].work) / static_cast<double>(all));
}

const Speedup& LoopGain::headline() const { return speedups[kHeadline]; }

std::vector<LoopGain> rank_loops(const SourceLoops& loops, const std::vector<LoopVerdict>& verdicts,
                                 const ParallelCosts& costs) {
  const Ranker ranker(loops, verdicts, costs);
  std::vector<LoopGain> gains;
  std::vector<bool> worthwhile(loops.size(), false);
  for (uint32_t loop = 0; loop < loops.size(); ++loop) {
    if (!verdicts[loop].independent() && !verdicts[loop].waits()) continue;
    // Nobody changes the loops of a library; those of its algorithms have a policy.
    if (loops[loop].algorithm.empty() && is_libstdcxx(loops.trace().text(loops[loop].file))) continue;
    gains.push_back(ranker.gain(loop));
    if ((verdicts[loop].waits() || verdicts[loop].tested()) && !gains.back().worthwhile) gains.pop_back();
    if (gains.empty() || gains.back().loop != loop) continue;
    worthwhile[loop] = gains.back().worthwhile;
  }
  for (LoopGain& gain : gains) // the outermost counts
    for (uint32_t outer = loops[gain.loop].around; outer != kNoSourceLoop; outer = loops[outer].around)
      if (worthwhile[outer]) gain.nested_in = outer;
  auto key = [](const LoopGain& gain) {
    const int group = !gain.worthwhile ? 2 : gain.nested_in != kNoSourceLoop ? 1 : 0;
    return std::tuple(group, -gain.headline().likely, -gain.coverage, gain.loop);
  };
  std::ranges::stable_sort(gains, [&](const LoopGain& a, const LoopGain& b) { return key(a) < key(b); });
  return gains;
}

std::optional<Speedups> speedups_together(const std::vector<const LoopGain*>& gains) {
  double covered = 0;
  for (const LoopGain* gain : gains) covered += gain->coverage;
  if (covered > 1.001) return std::nullopt;
  Speedups together;
  for (size_t i = 0; i < kRankedCores.size(); ++i) {
    CostRange left = {1, 1, 1}; // of the time
    for (const LoopGain* gain : gains) {
      left.low -= 1 - 1 / gain->speedups[i].low;
      left.likely -= 1 - 1 / gain->speedups[i].likely;
      left.high -= 1 - 1 / gain->speedups[i].high;
    }
    together[i] = {1 / left.low, 1 / left.likely, 1 / left.high};
  }
  return together;
}

static std::string time_text(double ns) {
  return ns < 1 ? "less than 1 ns" : "about " + duration_text(static_cast<uint64_t>(std::llround(ns)));
}

std::string grain_text(const LoopGain& gain) {
  std::string text = fmt::format("iterations take {}, one execution of the loop {}", time_text(gain.iteration_ns),
                                 time_text(gain.instance_ns));
  if (!gain.worthwhile) text += ": less than starting threads costs; leave it, or run a loop around it in parallel";
  return text;
}

} // namespace unply
