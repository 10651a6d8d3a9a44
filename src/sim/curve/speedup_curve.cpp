// All threads take points from one list and write each to its own place, so the order has no effect.
#include "sim/curve/speedup_curve.h"
#include "sim/bounds/bounds.h"
#include "sim/bounds/parallelism.h"
#include "sim/curve/min_processors.h"
#include "sim/schedulers/exact.h"
#include "sim/schedulers/list_schedule.h"
#include "sim/schedulers/request.h"
#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <functional>
#include <thread>

namespace unply {

namespace {
constexpr unsigned kMostThreads = 8;
constexpr unsigned kThreadsOfLarge = 2; // a schedule and what makes it take about 40 bytes a task
constexpr uint64_t kLargeGraph = 1'000'000;

// Runs work(0) to work(n - 1); gives the error of the smallest number.
Result<void> for_each_on_threads(size_t n, unsigned threads, const std::function<Result<void>(size_t)>& work) {
  std::vector<Result<void>> results(n);
  std::atomic<size_t> next = 0;
  auto run = [&] {
    for (size_t i = next++; i < n; i = next++) results[i] = work(i);
  };
  std::vector<std::jthread> others;
  for (size_t t = 1; t < std::min<size_t>(threads, n); ++t) others.emplace_back(run);
  run();
  others.clear(); // joins
  for (Result<void>& result : results)
    if (!result) return std::move(result);
  return {};
}

struct Makespan {
  uint64_t time = 0, lower = 0; // lower: proven by an exact search, else 0
};

// The order in which HLFET takes tasks does not depend on P: sorted once for each part, and not for each point.
std::vector<ListOrder> orders_of(std::span<const JobGraph> parts, const CurveRequest& request) {
  auto is_hlfet = [](const Scheduler* scheduler) { return scheduler->name == "hlfet"; };
  std::vector<ListOrder> orders;
  if (std::ranges::any_of(request.schedulers, is_hlfet) || std::ranges::any_of(request.on_machine, is_hlfet))
    for (const JobGraph& jobs : parts) orders.push_back(critical_path_order(jobs));
  return orders;
}

// Of all parts on so many processors, each schedule checked; of large graphs HLFET's makespan alone, held against
// bounds, which takes half the time (bench/sim: 30 values of P on 10 million tasks). orders: of each part, or none.
Result<Makespan> makespan_of(std::span<const JobGraph> parts, std::span<const ListOrder> orders,
                             const Scheduler& scheduler, uint32_t processors, SchedulerOptions options) {
  Makespan sum;
  bool exact = scheduler.name == "exact" && options.machine.ideal();
  for (size_t part = 0; part < parts.size(); ++part) {
    const JobGraph& jobs = parts[part];
    options.critical_path_order = orders.empty() ? nullptr : &orders[part];
    if (exact) { // in place of scheduler.run, which does not tell the lower bound
      auto found = find_optimum(jobs, processors, {.seconds = options.limit_s / static_cast<double>(parts.size())});
      if (!found) return error_of(found);
      TRY(check_schedule(jobs, found->best));
      sum.time += found->best.makespan;
      sum.lower += found->lower;
    } else if (jobs.tasks() > kLargeGraph && !orders.empty() && scheduler.name == "hlfet" && options.machine.ideal() &&
               !jobs.first_solution && !has_locks(jobs)) {
      auto swept = sweep_makespans(orders[part], {&processors, 1}, 1);
      if (!swept) return error_of(swept);
      sum.time += swept->front();
    } else {
      auto schedule = scheduler.run(jobs, processors, options);
      if (!schedule) return error_of(schedule);
      if (auto checked = check_schedule(jobs, *schedule); !checked)
        return fail(fmt::format("internal: {} on {} processors: {}", scheduler.name, processors, checked.error().what),
                    "this is a defect of unply: please report it");
      sum.time += schedule->makespan;
    }
  }
  return sum;
}

bool first_solution(std::span<const JobGraph> parts) {
  return std::ranges::any_of(parts, [](const JobGraph& jobs) { return jobs.first_solution; });
}

Result<void> add_bounds(std::span<const JobGraph> parts, SpeedupCurve& curve, std::span<const uint32_t> processors) {
  for (uint32_t p : processors) curve.bounds.push_back({p, 0, 0});
  for (const JobGraph& jobs : parts) {
    auto of_graph = BoundsOfGraph::of(jobs);
    if (!of_graph) return error_of(of_graph);
    for (CurveBounds& bounds : curve.bounds) {
      auto at = of_graph->at(bounds.processors);
      if (!at) return error_of(at);
      bounds.lower += at->lower;
      bounds.upper += at->upper;
    }
  }
  return {};
}

// The same parts with other lengths (JobGraph::length_most, length_beside); empty if there are none.
using Lengths = std::vector<uint64_t> JobGraph::*;
std::vector<JobGraph> with_lengths(std::span<const JobGraph> parts, Lengths lengths) {
  std::vector<JobGraph> others;
  if (std::ranges::any_of(parts, [&](const JobGraph& jobs) { return !(jobs.*lengths).empty(); }))
    others.assign(parts.begin(), parts.end());
  for (JobGraph& jobs : others) {
    if (!(jobs.*lengths).empty()) jobs.length = jobs.*lengths;
    jobs.length_most.clear(), jobs.length_beside.clear();
  }
  return others;
}

void add_points(SpeedupCurve& curve, const CurveRequest& request, std::span<const uint32_t> processors) {
  for (bool overheads : {false, true})
    for (const Scheduler* scheduler : overheads ? request.on_machine : request.schedulers)
      for (uint32_t p : processors)
        curve.points.push_back({.processors = p,
                                .scheduler = scheduler,
                                .overheads = overheads,
                                .makespan = 0,
                                .alone = curve.totals.work});
}

// A makespan that a lower bound equals is an optimum, whichever scheduler made it. Overheads only add to makespans, so
// bounds hold with them too, but an optimum without them is none.
void say_how_known(SpeedupCurve& curve, const std::vector<uint64_t>& proven) {
  for (size_t i = 0; i < curve.points.size(); ++i)
    for (CurveBounds& bounds : curve.bounds)
      if (bounds.processors == curve.points[i].processors) bounds.lower = std::max(bounds.lower, proven[i]);
  for (CurvePoint& point : curve.points) {
    if (point.overheads) continue;
    if (point.scheduler->name == "exact") point.known = Known::bound;
    for (const CurveBounds& bounds : curve.bounds)
      if (bounds.processors == point.processors && bounds.lower == point.makespan) point.known = Known::optimal;
  }
}
} // namespace

const char* known_name(Known known) {
  switch (known) {
  case Known::optimal:
    return "optimal";
  case Known::bound:
    return "bound";
  case Known::heuristic:
    break;
  }
  return "heuristic";
}

std::vector<uint32_t> default_processors(uint32_t reaching_span, uint32_t most) {
  std::vector<uint32_t> processors;
  uint32_t last = std::clamp(reaching_span, 1u, most);
  for (uint32_t p = 1; p < last; p *= 2) processors.push_back(p);
  processors.push_back(last);
  return processors;
}

Result<CurveTotals> curve_totals(std::span<const JobGraph> parts, const SchedulerOptions& options) {
  CurveTotals totals;
  totals.parts = static_cast<uint32_t>(parts.size());
  ExactLimits limits{.seconds = options.limit_s / static_cast<double>(std::max<size_t>(parts.size(), 1))};
  for (const JobGraph& jobs : parts) {
    Parallelism found = find_parallelism(jobs);
    totals.tasks += jobs.tasks();
    totals.edges += jobs.dag.edges();
    totals.work += found.work;
    totals.span += found.span;
    totals.burdened_span += burdened_span(jobs, options.machine.steal_ns);
    totals.width = std::max(totals.width, found.width);
    if (jobs.first_solution) { // the span is that of all solutions
      totals.least_processors = 1, totals.min_processors = std::max(totals.min_processors, found.width);
      continue;
    }
    auto processors = find_min_processors(jobs, limits);
    if (!processors) return error_of(processors);
    totals.least_processors = std::max(totals.least_processors, processors->lower);
    totals.min_processors = std::max(totals.min_processors, processors->upper);
  }
  return totals;
}

Result<SpeedupCurve> speedup_curve(std::span<const JobGraph> parts, const CurveRequest& request) {
  SpeedupCurve curve;
  auto totals = curve_totals(parts, request.options);
  if (!totals) return error_of(totals);
  curve.totals = *totals;
  std::vector<uint32_t> processors = request.processors;
  if (processors.empty()) processors = default_processors(totals->min_processors);
  bool first = first_solution(parts);
  const std::vector<JobGraph> longest = with_lengths(parts, &JobGraph::length_most);
  const std::vector<JobGraph> beside = with_lengths(parts, &JobGraph::length_beside);
  const std::vector<ListOrder> orders = orders_of(parts, request), longest_orders = orders_of(longest, request),
                               beside_orders = orders_of(beside, request);
  for (const JobGraph& jobs : longest) {
    Parallelism found = find_work_and_span(jobs);
    curve.totals.work_most += found.work, curve.totals.span_most += found.span;
  }
  for (const JobGraph& jobs : beside) curve.totals.work_beside += find_work_and_span(jobs).work;
  if (!first) TRY(add_bounds(parts, curve, processors));
  add_points(curve, request, processors);
  std::vector<uint64_t> proven(curve.points.size(), 0);
  auto run = [&](size_t i) -> Result<void> {
    CurvePoint& point = curve.points[i];
    SchedulerOptions options = request.options;
    if (!point.overheads) options.machine = Machine();
    auto makespan = makespan_of(parts, orders, *point.scheduler, point.processors, options);
    if (!makespan) return error_of(makespan);
    point.makespan = makespan->time;
    proven[i] = makespan->lower;
    if (!longest.empty() && !first) {
      auto most = makespan_of(longest, longest_orders, *point.scheduler, point.processors, options);
      if (!most) return error_of(most);
      point.makespan_most = most->time, point.alone_most = curve.totals.work_most;
    }
    if (!beside.empty() && !first && point.processors > 1 && point.processors <= request.beside) {
      auto then = makespan_of(beside, beside_orders, *point.scheduler, point.processors, options);
      if (!then) return error_of(then);
      point.makespan_beside = then->time;
    }
    if (!first) return {};
    auto alone = makespan_of(parts, orders, *point.scheduler, 1, {});
    if (!alone) return error_of(alone);
    point.alone = alone->time;
    return {};
  };
  unsigned threads = request.threads, most = totals->tasks > kLargeGraph ? kThreadsOfLarge : kMostThreads;
  if (threads == 0) threads = std::clamp(std::thread::hardware_concurrency(), 1u, most);
  TRY(for_each_on_threads(curve.points.size(), threads, run));
  say_how_known(curve, proven);
  for (const CurvePoint& point : curve.points) // a schedule as short as the span needs no more processors
    if (!point.overheads && !first && point.makespan == curve.totals.span)
      curve.totals.min_processors = std::min(curve.totals.min_processors, point.processors);
  return curve;
}

Result<std::vector<Schedule>> schedules_of(std::span<const JobGraph> parts, const Scheduler& scheduler,
                                           uint32_t processors, const SchedulerOptions& options) {
  std::vector<Schedule> schedules;
  for (const JobGraph& jobs : parts) {
    auto schedule = scheduler.run(jobs, processors, options);
    if (!schedule) return error_of(schedule);
    TRY(check_schedule(jobs, *schedule));
    schedules.push_back(std::move(*schedule));
  }
  return schedules;
}

Worthwhile worthwhile(std::span<const CurvePoint> points, uint64_t span) {
  Worthwhile result;
  for (const CurvePoint& point : points) {
    std::optional<uint64_t> then; // with twice the processors
    for (const CurvePoint& other : points)
      if (other.processors == 2 * point.processors ||
          (other.processors <= 2 * point.processors && other.makespan <= span))
        then = other.makespan;
    if (!then || static_cast<double>(*then) <= (1 - kLeastGain) * static_cast<double>(point.makespan)) continue;
    result.knee = point.processors;
    break;
  }
  for (const CurvePoint& point : points)
    if (point.efficiency() >= kLeastEfficiency && point.processors <= result.knee.value_or(~0u))
      result.recommended = point.processors;
  return result;
}

} // namespace unply
