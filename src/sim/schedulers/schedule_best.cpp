// The best of all other schedulers and of schedules that disturb and justify HLFET's, on small graphs continued by the
// exact search; so never longer than any other in the same table. With overheads or a first solution, which
// justification does not know, HLFET on disturbed orders takes its place.
#include "sim/bounds/bounds.h"
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/best_of_all.h"
#include "sim/schedulers/exact.h"
#include "sim/schedulers/list_schedule.h"
#include "sim/schedulers/list_search.h"
#include <algorithm>
#include <random>

namespace unply {

namespace {
constexpr uint64_t kTaskBudget = 2'000'000; // tasks scheduled in all rounds: 2 s
constexpr uint32_t kMostRounds = 1000;
constexpr uint32_t kMostExact = 128;
constexpr uint64_t kExactNodes = 100'000;

uint32_t rounds_for(const JobGraph& jobs) {
  return static_cast<uint32_t>(std::min<uint64_t>(kMostRounds, kTaskBudget / std::max(1u, jobs.tasks())));
}

// The order with each rank moved back by at most `most` places.
ListOrder disturbed(const ListOrder& order, uint32_t most, std::mt19937_64& random) {
  uint32_t n = order.tasks();
  std::vector<std::pair<uint64_t, uint32_t>> key(n);
  for (uint32_t r = 0; r < n; ++r) key[r] = {r + random() % (uint64_t{most} + 1), r};
  std::ranges::sort(key);
  std::vector<uint32_t> rank(n);
  for (uint32_t r = 0; r < n; ++r) rank[key[r].second] = r;
  ListOrder other;
  other.work = order.work, other.span = order.span;
  for (auto [place, old] : key) {
    other.task.push_back(order.task[old]);
    other.length.push_back(order.length[old]);
    other.waits_for.push_back(order.waits_for[old]);
    other.first.push_back(static_cast<uint32_t>(other.successors.size()));
    for (uint32_t e = order.first[old]; e < order.first[old + 1]; ++e)
      other.successors.push_back(rank[order.successors[e]]);
  }
  other.first.push_back(static_cast<uint32_t>(other.successors.size()));
  return other;
}

void keep_better(Schedule& best, Schedule other) {
  if (other.makespan < best.makespan) best = std::move(other);
}
// With overheads or a first solution.
Result<Schedule> best_of_disturbed(const JobGraph& jobs, Schedule best, const SchedulerOptions& options) {
  ListOrder order = critical_path_order(jobs);
  std::mt19937_64 random(1);
  for (uint32_t round = 0; round < rounds_for(jobs) / 4; ++round) {
    auto other = list_schedule(jobs, disturbed(order, 1 + jobs.tasks() / 32 * (round % 8), random), best.processors,
                               options.machine);
    if (!other) return other;
    keep_better(best, std::move(*other));
  }
  return best;
}
} // namespace

Result<Schedule> schedule_best(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  auto best = schedule_hlfet(jobs, processors, options);
  if (!best) return best;
  *best = best_of_all(jobs, processors, std::move(*best), options);
  if (jobs.first_solution || !options.machine.ideal()) return best_of_disturbed(jobs, std::move(*best), options);
  auto bounds = BoundsOfGraph::of(jobs);
  if (!bounds) return error_of(bounds);
  uint64_t lower = bounds->at(processors)->lower;
  if (best->makespan == lower) return best;
  auto searched = search_list_schedules(jobs, processors, lower, rounds_for(jobs));
  if (!searched) return searched;
  keep_better(*best, std::move(*searched));
  if (jobs.tasks() > kMostExact || best->makespan == lower) return best;
  auto exact = find_optimum(jobs, processors, {options.limit_s, kExactNodes, &*best});
  if (!exact) return error_of(exact);
  keep_better(*best, std::move(exact->best));
  return best;
}

} // namespace unply
