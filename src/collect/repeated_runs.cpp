#include "collect/repeated_runs.h"
#include "base/number_text.h"
#include "graph/names.h"
#include "trace/edge_index.h"
#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace unply {

namespace {

std::string difference(const Trace& a, const Trace& b) {
  const TaskColumns &t = a.tasks, &u = b.tasks;
  if (t.size() != u.size()) return fmt::format("{} instead of {} vertices", u.size(), t.size());
  for (size_t v = 0; v < t.size(); ++v)
    if (std::tie(t.region[v], t.trace[v], t.instance[v], t.parent[v]) !=
        std::tie(u.region[v], u.trace[v], u.instance[v], u.parent[v]))
      return fmt::format("task {} is another", v + 1);
  const EdgeColumns &e = a.edges, &f = b.edges;
  if (e.edges() != f.edges()) return fmt::format("{} instead of {} edges", f.edges(), e.edges());
  EdgeIndex into_e(e, t.size()), into_f(f, t.size());
  for (uint32_t to = 0; to < t.size(); ++to) {
    InEdges other = into_f.into(f, to);
    auto i = other.begin();
    for (uint32_t row : into_e.into(e, to)) {
      if (i == other.end() || std::tie(e.from[row], e.kind[row]) != std::tie(f.from[*i], f.kind[*i]))
        return fmt::format("the edge {} -> {} is another", e.from[row] + 1, to + 1);
      ++i;
    }
  }
  return "";
}

double sum(const std::vector<float>& numbers) {
  double total = 0;
  for (float n : numbers) total += n;
  return total;
}

// The place in the graph of task instance k of a run without hooks, in the order of begins.
std::vector<uint32_t> instance_rows(const TaskColumns& graph) {
  std::vector<uint32_t> rows;
  for (uint32_t v = 0; v < graph.size(); ++v)
    if (graph.instance[v] == v) rows.push_back(v);
  return rows;
}

std::string difference_of_instances(const TaskColumns& graph, const std::vector<uint32_t>& rows,
                                    const TaskColumns& times) {
  if (times.size() != rows.size()) return fmt::format("{} instead of {} task instances", times.size(), rows.size());
  for (size_t k = 0; k < rows.size(); ++k) {
    uint32_t v = rows[k], parent = graph.parent[v];
    uint32_t parents_row = times.parent[k] ? rows[times.parent[k] - 1] + 1 : 0;
    if (graph.region[v] != times.region[k] || graph.trace[v] != times.trace[k] ||
        (parent ? graph.instance[parent - 1] + 1 : 0) != parents_row)
      return fmt::format("task instance {} is another", k + 1);
  }
  return "";
}

// The vertices of one instance, after extensions, share its time in proportion to their times in the run with hooks.
void share_out(double total, const std::vector<uint32_t>& vertices, const TaskColumns& graph,
               std::vector<float>& shares) {
  auto weight = [&](uint32_t v) { return static_cast<double>(graph.self_ns[v] - graph.overhead_ns[v]) + 1; };
  double all = 0;
  for (uint32_t v : vertices) all += weight(v);
  for (uint32_t v : vertices) shares[v] = static_cast<float>(total * weight(v) / all);
}

// Own time minus the cost of time stamps; may be negative.
double residual_ns(const TaskColumns& tasks, size_t row) {
  return static_cast<double>(tasks.self_ns[row]) - static_cast<double>(tasks.overhead_ns[row]);
}

double median_of(std::vector<double> values) { return values.empty() ? 0 : estimate_time(values).time; }

} // namespace

std::string Repeats::add(Trace run) {
  ++runs_;
  return run.info.times_only ? add_times_run(run, alone_) : add_graph_run(std::move(run));
}

std::string Repeats::add_beside(const Trace& run, size_t copy) {
  if (beside_.size() <= copy) beside_.resize(copy + 1);
  return add_times_run(run, beside_[copy]);
}

void Repeats::number_instances() {
  const TaskColumns& graph = first_.tasks;
  if (!vertices_.empty()) return;
  instances_ = instance_rows(graph);
  vertices_.resize(graph.size());
  for (uint32_t v = 0; v < graph.size(); ++v) vertices_[graph.instance[v]].push_back(v);
}

std::string Repeats::add_times_run(const Trace& run, RunTimes& runs) {
  number_instances();
  const TaskColumns& graph = first_.tasks;
  if (std::string other = difference_of_instances(graph, instances_, run.tasks); !other.empty()) return other;
  std::vector<float> times(graph.size());
  for (size_t k = 0; k < instances_.size(); ++k)
    share_out(residual_ns(run.tasks, k), vertices_[instances_[k]], graph, times);
  if (!times_only_) alone_.clear();
  times_only_ = true;
  runs.push_back(std::move(times));
  if (&runs == &alone_) add_stamped_regions(run);
  return "";
}

// The time between the tasks of each execution: the region minus the stamped tasks and the cost of tasks outside their
// interval.
void Repeats::add_stamped_regions(const Trace& run) {
  std::vector<double> between(run.traces.size());
  for (size_t t = 1; t < run.traces.size(); ++t)
    between[t] = static_cast<double>(run.traces[t].end_ns - run.traces[t].begin_ns) - run.info.task_inside_ns;
  for (size_t k = 0; k < run.tasks.size(); ++k)
    between[run.tasks.trace[k]] -= static_cast<double>(run.tasks.self_ns[k]) + run.info.task_lost_ns;
  for (size_t t = 1; t < between.size(); ++t) between_[run.traces[t].region].resize(alone_.size());
  for (size_t t = 1; t < between.size(); ++t) between_[run.traces[t].region].back() += between[t];
  spread_ns_ = std::max(spread_ns_, run.info.spread_ns);
  region_cost_ns_ = run.info.task_inside_ns;
}

void Repeats::add_unstamped(const Trace& run) {
  if (!times_only_ || run.traces.size() != first_.traces.size()) return;
  std::map<uint32_t, double> plain;
  for (size_t t = 1; t < run.traces.size(); ++t) {
    if (run.traces[t].region != first_.traces[t].region) return;
    plain[run.traces[t].region] += static_cast<double>(run.traces[t].end_ns - run.traces[t].begin_ns) - region_cost_ns_;
  }
  for (uint32_t row : instances_)
    if (uint32_t t = first_.tasks.trace[row]; t != 0) plain[first_.traces[t].region] -= run.info.task_ns;
  for (auto [region, ns] : plain) plain_[region].push_back(std::max(ns, 0.0));
}

std::string Repeats::add_graph_run(Trace run) {
  alone_.emplace_back(run.tasks.self_ns.begin(), run.tasks.self_ns.end());
  if (alone_.size() > 1) {
    std::string other = difference(first_, run);
    for (size_t v = 0; other.empty() && v < least_cost_ns_.size(); ++v)
      least_cost_ns_[v] = std::min(least_cost_ns_[v], run.tasks.overhead_ns[v]);
    return other;
  }
  least_cost_ns_ = run.tasks.overhead_ns;
  first_ = std::move(run);
  return "";
}

size_t Repeats::fastest() const {
  size_t best = 0;
  if (times_only_) return best; // the others have no graph
  for (size_t run = 1; run < alone_.size(); ++run)
    if (sum(alone_[run]) < sum(alone_[best])) best = run;
  return best;
}

TaskTimes Repeats::combine() const {
  if (times_only_) {
    std::vector<RegionSum> sums;
    for (const auto& [region, plain] : plain_) {
      auto between = between_.find(region);
      double most = between == between_.end() ? 0 : std::max(0.0, median_of(between->second));
      sums.push_back({.region = region, .between_ns = most, .plain_ns = median_of(plain)});
    }
    return combine_times(first_.tasks, first_.traces, alone_, beside_, std::move(sums), resolution_of(spread_ns_));
  }
  RunTimes residuals = alone_;
  for (std::vector<float>& run : residuals)
    for (size_t v = 0; v < run.size(); ++v) run[v] = std::max(0.0f, run[v] - static_cast<float>(least_cost_ns_[v]));
  return combine_times(first_.tasks, first_.traces, residuals, {}, {}, 0);
}

namespace {

std::string runs_text(const Repeats& repeats) {
  size_t without = repeats.runs_for_times();
  if (without == 0) return fmt::format("{} runs with access hooks", repeats.runs());
  return without == 1 ? "a run without access hooks" : fmt::format("{} runs without access hooks", without);
}

// A region's tasks together against the region with no stamps inside.
std::string check_sentence(const RegionSum& sum, const Trace& graph) {
  auto text = [](double ns) { return duration_text(static_cast<uint64_t>(std::max(0.0, ns))); };
  std::string words =
      fmt::format("{}: its tasks add up to {}, and {} without stamps inside it takes {}",
                  region_text(graph, sum.region), text(sum.tasks_ns),
                  sum.between_ns > 0 ? fmt::format("up to {} more lies between them;", text(sum.between_ns))
                                     : "nothing lies between them;",
                  text(sum.plain_ns));
  double share = sum.plain_ns > 0 ? 100 * sum.discrepancy_ns() / sum.plain_ns : 0;
  if (sum.discrepancy_ns() == 0) return words + ": they agree";
  if (!sum.shared_out())
    return words + fmt::format(": {:.1f} % more, which stamps do not explain: left as it is", share);
  return words + fmt::format(": the difference of {:+.1f} % is shared out among the tasks", share);
}

} // namespace

std::string words_for_times(const Repeats& repeats, const TaskTimes& times) {
  std::string words = fmt::format("times of {}", runs_text(repeats));
  if (repeats.runs_for_times() != 1) words += fmt::format(", known to {:.1f} %", 100 * times.uncertainty);
  double plain = 0, discrepancy = 0;
  for (const RegionSum& sum : times.sums) plain += sum.plain_ns, discrepancy += sum.discrepancy_ns();
  if (plain > 0) words += fmt::format(", their sum corrected by {:+.1f} %", 100 * discrepancy / plain);
  return words;
}

std::vector<std::string> Repeats::notes(const TaskTimes& times, size_t run) const {
  std::vector<std::string> notes = {
      alone_.size() == 1
          ? fmt::format("the time of each task is that of {}, begin and end are of run {}", runs_text(*this), run)
          : fmt::format("the time of each task is the mean near the median of {}, begin and end are of run {}; the "
                        "median is known to {:.1f} % of all tasks together",
                        runs_text(*this), run, 100 * times.uncertainty)};
  if (times.left_out > 0)
    notes.push_back(fmt::format("{} of {} measured times are left out, being above three times the median of their "
                                "task plus 1 us: the program was preempted then, or waited for memory",
                                times.left_out, times.measured));
  for (const RegionSum& sum : times.sums) notes.push_back(check_sentence(sum, first_));
  if (times.beside_raised > 1)
    notes.push_back(fmt::format("tasks took {:.1f} % less beside copies of the program than alone, all together, which "
                                "says how uneven this machine was: they count as equally long",
                                100 - 100 / times.beside_raised));
  if (times.too_short > 0)
    notes.push_back(fmt::format("{} of {} tasks are shorter than the resolution of the measurement, {:.0f} ns: each "
                                "counts as the mean of such tasks of its region",
                                times.too_short, times.time_ns.size(), times.resolution_ns));
  return notes;
}

} // namespace unply
