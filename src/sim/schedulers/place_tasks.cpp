// The task that starts next goes to the lowest free processor; tasks of length 0 take none and stand on processor 0.
#include "sim/schedulers/place_tasks.h"
#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <queue>

namespace unply {

Result<Schedule> place_tasks(const JobGraph& jobs, uint32_t processors, std::vector<uint64_t> start) {
  Schedule schedule;
  schedule.processors = processors;
  schedule.processor.resize(jobs.tasks());
  std::vector<uint32_t> order;
  for (uint32_t v = 0; v < jobs.tasks(); ++v) {
    schedule.makespan = std::max(schedule.makespan, start[v] + jobs.length[v]);
    if (jobs.length[v] > 0) order.push_back(v);
  }
  std::ranges::sort(order, {}, [&](uint32_t v) { return std::pair(start[v], v); });
  using End = std::pair<uint64_t, uint32_t>;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends;
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> idle;
  uint32_t opened = 0; // processors that have had a task: P may be far more than there are tasks
  for (uint32_t v : order) {
    for (; !ends.empty() && ends.top().first <= start[v]; ends.pop()) idle.push(ends.top().second);
    if (idle.empty() && opened == processors)
      return fail(fmt::format("schedule: more than {} tasks overlap at {}", processors, start[v]));
    if (idle.empty()) idle.push(opened++);
    schedule.processor[v] = idle.top();
    idle.pop();
    ends.push({start[v] + jobs.length[v], schedule.processor[v]});
  }
  schedule.start = std::move(start);
  TRY(check_schedule(jobs, schedule));
  return schedule;
}

} // namespace unply
