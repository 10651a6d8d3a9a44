#include "sim/schedulers/request.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

Result<void> check_request(const JobGraph& jobs, uint32_t processors, const Machine& machine) {
  if (processors == 0) return fail("schedule: 0 processors, expected at least 1");
  if (processors > kMostProcessors)
    return fail(fmt::format("schedule: {} processors, expected at most {}", processors, kMostProcessors));
  using Wide = unsigned __int128; // each task is started, made ready, stolen, locked, and waited for at most once
  Wide time = machine.fork_ns, each = 0;
  for (uint64_t cost : {machine.task_ns, machine.spawn_ns, machine.steal_ns, machine.barrier_ns, machine.lock_ns})
    each += cost;
  time += each * jobs.tasks();
  for (uint64_t length : jobs.length) time += length;
  if (time >> 63 != 0)
    return fail(fmt::format("schedule: work and the overheads of machine {} may add up to more than 2^63 {}",
                            machine.name, jobs.unit));
  return {};
}

bool has_locks(const JobGraph& jobs) {
  return std::ranges::any_of(jobs.lock, [](uint32_t lock) { return lock != kNoLock; });
}

Result<void> refuse_locks(const JobGraph& jobs, std::string_view scheduler) {
  if (!has_locks(jobs)) return {};
  return fail(fmt::format("{}: tasks hold locks, for which this scheduler is not defined", scheduler),
              "use --scheduler hlfet, fifo, steal, static, dynamic or guided");
}

uint32_t useful_processors(const JobGraph& jobs, uint32_t processors) {
  return std::clamp(jobs.tasks(), 1u, processors);
}

Schedule empty_schedule(const JobGraph& jobs, uint32_t processors) {
  return {.processors = processors,
          .start = std::vector<uint64_t>(jobs.tasks()),
          .processor = std::vector<uint32_t>(jobs.tasks()),
          .makespan = 0};
}

void end_schedule(const JobGraph& jobs, Schedule& schedule) {
  auto end = [&](uint32_t v) { return schedule.start[v] + jobs.length[v]; };
  schedule.makespan = 0;
  for (uint32_t v = 0; v < jobs.tasks(); ++v) schedule.makespan = std::max(schedule.makespan, end(v));
  if (!jobs.first_solution || jobs.success_leaves.empty()) return;
  for (uint32_t leaf : jobs.success_leaves) schedule.makespan = std::min(schedule.makespan, end(leaf));
  // Tasks of length 0 at that moment have run: the solution may be one of them.
  for (uint32_t v = 0; v < jobs.tasks(); ++v)
    if (schedule.start[v] > schedule.makespan || (schedule.start[v] == schedule.makespan && jobs.length[v] > 0))
      schedule.processor[v] = kNotRun;
}

} // namespace unply
