#include "sim/job_graph.h"
#include <fmt/format.h>

namespace unply {

Result<void> check_job_graph(const JobGraph& jobs) {
  size_t n = jobs.tasks();
  auto fits = [&](const auto& column, bool optional) { return column.size() == n || (optional && column.empty()); };
  if (!fits(jobs.length, false) || !fits(jobs.length_most, true) || !fits(jobs.length_beside, true) ||
      !fits(jobs.id, false) || !fits(jobs.region, false) || !fits(jobs.lock, true))
    return fail(fmt::format("job graph: columns of different length, expected {} rows in each", n));
  constexpr uint64_t kMost = ~uint64_t{0} >> 1;
  for (const auto* lengths : {&jobs.length, &jobs.length_most, &jobs.length_beside}) {
    uint64_t sum = 0;
    for (uint64_t length : *lengths) {
      if (length > kMost - sum)
        return fail(fmt::format("job graph: the lengths of its tasks add up to more than {} {}", kMost, jobs.unit));
      sum += length;
    }
  }
  for (size_t v = 0; v < n; ++v)
    if (jobs.region[v] >= jobs.region_names.size() ||
        (!jobs.length_most.empty() && jobs.length_most[v] < jobs.length[v]))
      return fail(fmt::format("job graph: task {} has an unknown region or a longest time below its time", jobs.id[v]));
  for (uint32_t leaf : jobs.success_leaves)
    if (leaf >= n) return fail(fmt::format("job graph: success leaf {} of {} tasks does not exist", leaf, n));
  return {};
}

JobGraph job_graph_of(TaskGraph graph) {
  JobGraph jobs;
  jobs.dag = std::move(graph.dag);
  jobs.length = std::move(graph.work_ns);
  jobs.length_most = std::move(graph.work_most_ns);
  jobs.length_beside = std::move(graph.work_beside_ns);
  jobs.id = std::move(graph.id);
  jobs.region = std::move(graph.region);
  jobs.region_names = std::move(graph.region_names);
  static_assert(kNoLock == kNoUnitResource);
  jobs.lock = std::move(graph.lock);
  return jobs;
}

} // namespace unply
