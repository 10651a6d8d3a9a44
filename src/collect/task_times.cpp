#include "collect/task_times.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace unply {

namespace {
constexpr double kStepNs = 12;            // one step of the slowest counter seen, and a little
constexpr double kLeastResolutionNs = 10; // twice the difference of true and recorded lengths in bench/times
constexpr double kUnstampedNs = 2;        // for each task: how well it is known what entering one without stamps costs
constexpr double kSameTwice = 0.05;       // of a region's time, by which two runs of it may differ
constexpr double kMostByStamps = 0.10;    // of a region's time; more than that its tasks are not lengthened

double sum(const std::vector<double>& values) {
  double total = 0;
  for (double value : values) total += value;
  return total;
}

uint64_t rounded(double ns) { return ns <= 0 ? 0 : static_cast<uint64_t>(std::llround(ns)); }

// Times of one vertex over the runs, without outliers far above its usual time: the process was preempted, or a page
// was faulted in.
void take_values(const RunTimes& runs, size_t vertex, std::vector<double>& values) {
  values.clear();
  for (const std::vector<float>& run : runs) values.push_back(run[vertex]);
  std::ranges::sort(values);
  double limit = 3 * std::max(0.0, values[(values.size() - 1) / 2]) + 1000;
  values.erase(std::ranges::upper_bound(values, limit), values.end());
}

class Combination {
public:
  Combination(const TaskColumns& graph, std::span<const TraceInstance> traces) : graph_(graph), traces_(traces) {}
  void estimate(const RunTimes& alone, const CopyTimes& beside, TaskTimes& found);
  void share_out(std::vector<RegionSum>& sums);
  void raise_beside(TaskTimes& found);
  void pool_short_ones(TaskTimes& found);
  void write(TaskTimes& found) const;

private:
  void pool(std::vector<double>& times, double below);
  const TaskColumns& graph_;
  std::span<const TraceInstance> traces_;
  std::vector<double> time_, low_, high_, beside_;
};

// The time of a task differs between the copies on the processors (RunOrder::processor), so the mean is used.
void Combination::estimate(const RunTimes& alone, const CopyTimes& beside, TaskTimes& found) {
  std::vector<double> values;
  for (size_t v = 0; v < graph_.size(); ++v) {
    take_values(alone, v, values);
    found.left_out += alone.size() - values.size();
    TimeEstimate all = estimate_time(values);
    time_.push_back(all.time), low_.push_back(all.low), high_.push_back(all.high);
    if (beside.empty()) continue;
    double total = 0;
    for (const RunTimes& copy : beside) {
      take_values(copy, v, values);
      total += estimate_time(values).time;
    }
    beside_.push_back(total / static_cast<double>(beside.size()));
  }
  found.measured = alone.size() * graph_.size();
  double all = sum(time_);
  found.uncertainty = all > 0 ? (sum(high_) - sum(low_)) / 2 / all : 0;
}

// A boundary between tasks costs the same everywhere, so up to 5 ns of it are shared out equally, and the rest in
// proportion to the time.
void Combination::share_out(std::vector<RegionSum>& sums) {
  constexpr double kMostEqualNs = 5;
  for (RegionSum& sum : sums) {
    auto inside = [&](size_t v) { return traces_[graph_.trace[v]].region == sum.region && graph_.trace[v] != 0; };
    for (size_t v = 0; v < graph_.size(); ++v)
      if (inside(v)) sum.tasks_ns += time_[v], sum.instances += graph_.instance[v] == v;
    if (sum.instances == 0 || !sum.shared_out()) continue;
    auto instances = static_cast<double>(sum.instances);
    double equal = std::clamp(sum.discrepancy_ns() / instances, -kMostEqualNs, kMostEqualNs);
    double before = sum.tasks_ns + equal * instances, after = sum.tasks_ns + sum.discrepancy_ns();
    double factor = before > 0 ? std::max(0.0, after / before) : 1;
    for (size_t v = 0; v < graph_.size(); ++v) {
      if (!inside(v)) continue;
      double shift = graph_.instance[v] == v ? equal : 0;
      for (auto* times : {&time_, &low_, &high_}) (*times)[v] = ((*times)[v] + shift) * factor;
      if (!beside_.empty()) beside_[v] = (beside_[v] + shift) * factor;
    }
  }
}

// Copies can only slow each other down. Where tasks took less beside them, all together, the machine was slower when
// the program ran alone; unmended that would say that more is gained than there are processors.
void Combination::raise_beside(TaskTimes& found) {
  double alone = sum(time_), beside = sum(beside_);
  if (beside <= 0 || beside >= alone) return;
  found.beside_raised = alone / beside;
  for (double& time : beside_) time *= found.beside_raised;
}

// Of tasks below the resolution it is known how long they are together, not which of them is longer.
void Combination::pool(std::vector<double>& times, double below) {
  std::map<std::pair<uint32_t, uint32_t>, std::pair<double, uint64_t>> sums; // by region and by that of the trace
  auto key = [&](size_t v) { return std::pair(graph_.region[v], traces_[graph_.trace[v]].region); };
  for (size_t v = 0; v < times.size(); ++v) {
    if (times[v] >= below) continue;
    auto& [time, count] = sums[key(v)];
    time += times[v], ++count;
  }
  for (size_t v = 0; v < times.size(); ++v)
    if (times[v] < below) {
      auto [time, count] = sums[key(v)];
      times[v] = std::max(0.0, time / static_cast<double>(count));
    }
}

void Combination::pool_short_ones(TaskTimes& found) {
  found.too_short =
      static_cast<uint64_t>(std::ranges::count_if(time_, [&](double time) { return time < found.resolution_ns; }));
  pool(time_, found.resolution_ns);
  pool(beside_, found.resolution_ns);
}

void Combination::write(TaskTimes& found) const {
  for (size_t v = 0; v < time_.size(); ++v) {
    found.time_ns.push_back(rounded(time_[v]));
    found.low_ns.push_back(std::min(rounded(low_[v]), found.time_ns[v]));
    found.high_ns.push_back(std::max(rounded(high_[v]), found.time_ns[v]));
  }
  for (double time : beside_) found.beside_ns.push_back(rounded(time));
}
} // namespace

TimeEstimate estimate_time(std::span<double> values) {
  std::ranges::sort(values);
  size_t n = values.size();
  double median = (values[(n - 1) / 2] + values[n / 2]) / 2, reach = std::max(kStepNs, std::abs(median) / 10);
  double total = 0;
  size_t near = 0;
  for (double value : values)
    if (std::abs(value - median) <= reach) total += value, ++near;
  TimeEstimate found{near > 0 ? total / static_cast<double>(near) : median, 0, 0};
  auto count = static_cast<double>(n);
  double rank = std::max(1.0, std::floor((count + 1) / 2 - 0.98 * std::sqrt(count)));
  auto outer = static_cast<size_t>(rank) - 1;
  found.low = std::min(values[outer], found.time), found.high = std::max(values[n - 1 - outer], found.time);
  return found;
}

double RegionSum::discrepancy_ns() const {
  if (tasks_ns > plain_ns)
    return tasks_ns - plain_ns > kUnstampedNs * static_cast<double>(instances) ? plain_ns - tasks_ns : 0;
  double missing = plain_ns - tasks_ns - between_ns;
  return missing > kSameTwice * plain_ns ? missing : 0;
}

bool RegionSum::shared_out() const {
  return plain_ns > 0 &&
         discrepancy_ns() <= kMostByStamps * plain_ns + kLeastResolutionNs / 2 * static_cast<double>(instances);
}

double resolution_of(double spread_ns) { return std::max(kLeastResolutionNs, spread_ns); }

TaskTimes combine_times(const TaskColumns& graph, std::span<const TraceInstance> traces, const RunTimes& alone,
                        const CopyTimes& beside, std::vector<RegionSum> sums, double resolution_ns) {
  TaskTimes found;
  found.resolution_ns = resolution_ns;
  found.sums = std::move(sums);
  Combination all(graph, traces);
  all.estimate(alone, beside, found);
  all.share_out(found.sums);
  all.raise_beside(found);
  all.pool_short_ones(found);
  all.write(found);
  return found;
}

} // namespace unply
