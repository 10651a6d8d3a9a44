// The makespan T rises from the lower bound. For each T the graph and its mirror image are searched in turn with
// budgets that grow eightfold: which of them is easier differs by a factor of thousands and cannot be told beforehand.
// While T stays open, the makespan just below the best schedule is tried too, which finds better schedules.
#include "sim/schedulers/exact.h"
#include "sim/bounds/bounds.h"
#include "sim/schedulers/best_of_all.h"
#include "sim/schedulers/list_search.h"
#include "sim/schedulers/place_tasks.h"
#include "sim/schedulers/tree_search.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <numeric>

namespace unply {

namespace {
constexpr uint32_t kListRounds = 300;
constexpr uint64_t kFirstNodes = 500, kGrowth = 8;

class Optimum {
public:
  Optimum(const JobGraph& jobs, uint32_t processors, const ExactLimits& limits) : jobs_(jobs) {
    processors_ = processors;
    limits_ = limits;
    graph_ = SmallGraph::of(jobs);
    mirror_ = graph_.reversed();
    known_ = mirrored_ = find_heads_and_tails(graph_, processors);
    std::swap(mirrored_.head, mirrored_.tail);
    std::ranges::reverse(mirrored_.head);
    std::ranges::reverse(mirrored_.tail);
    // A limit above a month is as good as one of a month, and does not overflow the clock.
    auto limit = std::chrono::duration<double>(std::clamp(limits.seconds, 0.0, 2.6e6));
    if (limits_.nodes == 0) limits_.nodes = static_cast<uint64_t>(limit.count() * kExactNodesPerSecond);
    left_.nodes = limits_.nodes;
    left_.until = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::nanoseconds>(limit);
  }

  Result<ExactResult> find() {
    auto bounds = BoundsOfGraph::of(jobs_);
    if (!bounds) return error_of(bounds);
    ExactResult result;
    result.lower = bounds->at(processors_)->lower;
    auto listed = search_list_schedules(jobs_, processors_, result.lower, kListRounds);
    if (!listed) return error_of(listed);
    if (limits_.known == nullptr)
      result.best = best_of_all(jobs_, processors_, std::move(*listed));
    else
      result.best = limits_.known->makespan < listed->makespan ? *limits_.known : std::move(*listed);
    while (!result.proven() && refuted(result.lower)) ++result.lower;
    for (uint64_t nodes = kFirstNodes; !result.proven() && !spent(); nodes *= kGrowth) {
      TRY(raise(result, nodes));
      if (result.proven() || spent()) break;
      TRY(lower(result, nodes));
    }
    result.nodes = limits_.nodes - left_.nodes;
    result.timed_out = left_.timed_out;
    return result;
  }

  Result<Decision> decide(uint64_t makespan) {
    if (refuted(makespan)) return Decision{Reachable::no, {}};
    for (uint64_t nodes = kFirstNodes; !spent(); nodes *= kGrowth) {
      auto decision = search(makespan, nodes);
      if (!decision || decision->reachable != Reachable::unknown) return decision;
    }
    return Decision{};
  }

private:
  bool spent() const { return left_.nodes == 0 || left_.timed_out; }
  bool refuted(uint64_t makespan) const { return overloaded(graph_, known_, processors_, makespan); }

  // Refutes makespans from the lower bound on, as far as the budget for each allows.
  Result<void> raise(ExactResult& result, uint64_t nodes) {
    while (!result.proven()) {
      auto decision = search(result.lower, nodes);
      if (!decision) return error_of(decision);
      if (decision->reachable == Reachable::unknown) break;
      if (decision->reachable == Reachable::yes)
        result.best = std::move(decision->schedule);
      else
        ++result.lower;
    }
    return {};
  }

  Result<void> lower(ExactResult& result, uint64_t nodes) {
    while (!result.proven() && result.best.makespan - 1 > result.lower) {
      auto decision = search(result.best.makespan - 1, nodes);
      if (!decision) return error_of(decision);
      if (decision->reachable == Reachable::unknown) break;
      if (decision->reachable == Reachable::yes)
        result.best = std::move(decision->schedule);
      else
        result.lower = result.best.makespan;
    }
    return {};
  }

  // Both directions with `nodes` each.
  Result<Decision> search(uint64_t makespan, uint64_t nodes) {
    for (bool backward : {false, true}) {
      SearchBudget budget{std::min(nodes, left_.nodes), left_.until};
      uint64_t given = budget.nodes;
      std::vector<uint64_t> start;
      Reachable answer = search_schedules(backward ? mirror_ : graph_, backward ? mirrored_ : known_, processors_,
                                          makespan, budget, start);
      left_.nodes -= given - budget.nodes;
      left_.timed_out |= budget.timed_out;
      if (answer == Reachable::no) return Decision{Reachable::no, {}};
      if (answer == Reachable::yes) {
        if (backward) {
          std::ranges::reverse(start);
          for (uint32_t v = 0; v < start.size(); ++v) start[v] = makespan - start[v] - jobs_.length[v];
        }
        auto schedule = place_tasks(jobs_, processors_, std::move(start));
        if (!schedule) return error_of(schedule);
        return Decision{Reachable::yes, std::move(*schedule)};
      }
    }
    return Decision{};
  }

  const JobGraph& jobs_;
  uint32_t processors_ = 1;
  ExactLimits limits_;
  SmallGraph graph_, mirror_;
  HeadsAndTails known_, mirrored_;
  SearchBudget left_{};
};

// Makespans are tried one by one, so lengths that are all multiples of something are divided by it.
uint64_t common_unit(const JobGraph& jobs) {
  uint64_t unit = 0;
  for (uint64_t length : jobs.length) unit = std::gcd(unit, length);
  return std::max<uint64_t>(unit, 1);
}

JobGraph in_units(const JobGraph& jobs, uint64_t unit) {
  JobGraph scaled = jobs;
  for (uint64_t& length : scaled.length) length /= unit;
  return scaled;
}

void scale_up(Schedule& schedule, uint64_t unit) {
  for (uint64_t& start : schedule.start) start *= unit;
  schedule.makespan *= unit;
}

Result<void> check_limits(const JobGraph& jobs, uint32_t processors) {
  if (processors == 0) return fail("exact: 0 processors, expected at least 1");
  if (jobs.first_solution) return fail("exact: knows no first solution, expected a graph of all solutions");
  if (jobs.tasks() > kMostExactTasks)
    return fail(fmt::format("exact: {} tasks, at most {}", jobs.tasks(), kMostExactTasks),
                "use --scheduler best, which takes graphs of any size");
  return {};
}
} // namespace

Result<ExactResult> find_optimum(const JobGraph& jobs, uint32_t processors, const ExactLimits& limits) {
  TRY(check_limits(jobs, processors));
  uint64_t unit = common_unit(jobs);
  if (unit == 1) return Optimum(jobs, processors, limits).find();
  JobGraph scaled = in_units(jobs, unit);
  auto result = Optimum(scaled, processors, limits).find();
  if (!result) return result;
  scale_up(result->best, unit);
  result->lower *= unit;
  return result;
}

Result<Decision> decide_makespan(const JobGraph& jobs, uint32_t processors, uint64_t makespan,
                                 const ExactLimits& limits) {
  TRY(check_limits(jobs, processors));
  uint64_t unit = common_unit(jobs);
  if (unit == 1) return Optimum(jobs, processors, limits).decide(makespan);
  JobGraph scaled = in_units(jobs, unit);
  auto decision = Optimum(scaled, processors, limits).decide(makespan / unit);
  if (decision && decision->reachable == Reachable::yes) scale_up(decision->schedule, unit);
  return decision;
}

} // namespace unply
