// One sort of the tasks by place and time; shares nothing with the schedulers.
#include "sim/schedule.h"
#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace unply {

namespace {
class Check {
public:
  Check(const JobGraph& jobs, const Schedule& schedule) : jobs_(jobs), schedule_(schedule) {}

  Result<void> run() const {
    size_t n = jobs_.tasks();
    if (schedule_.processors == 0) return fail("schedule: has no processor");
    if (schedule_.start.size() != n || schedule_.processor.size() != n)
      return fail(fmt::format("schedule: {} starts for {} tasks", schedule_.start.size(), n));
    if (auto checked = check_order(); !checked) return checked;
    std::vector<uint32_t> locks(n, kNoLock);
    if (!jobs_.lock.empty()) locks = jobs_.lock;
    if (auto checked = check_apart(schedule_.processor, kNotRun, "processor"); !checked) return checked;
    return check_apart(locks, kNoLock, "lock");
  }

private:
  bool runs(uint32_t v) const { return schedule_.processor[v] != kNotRun; }
  uint64_t end(uint32_t v) const { return schedule_.start[v] + jobs_.length[v]; }

  Result<void> check_order() const {
    for (uint32_t v = 0; v < jobs_.tasks(); ++v) {
      if (!runs(v)) {
        if (!jobs_.first_solution) return fail(fmt::format("schedule: task {} is never run", jobs_.id[v]));
        continue;
      }
      if (schedule_.processor[v] >= schedule_.processors)
        return fail(fmt::format("schedule: task {} runs on processor {} of {}", jobs_.id[v], schedule_.processor[v],
                                schedule_.processors));
      for (uint32_t u : jobs_.dag.predecessors(v))
        if (!runs(u) || end(u) > schedule_.start[v])
          return fail(fmt::format("schedule: task {} starts at {}, before its predecessor {} has ended", jobs_.id[v],
                                  schedule_.start[v], jobs_.id[u]));
      bool late = jobs_.first_solution ? schedule_.start[v] > schedule_.makespan : end(v) > schedule_.makespan;
      if (late)
        return fail(fmt::format("schedule: task {} ends at {}, after the makespan {}", jobs_.id[v], end(v),
                                schedule_.makespan));
    }
    return {};
  }

  // No two tasks with the same place overlap. Tasks of length 0 take no time and overlap with nothing.
  Result<void> check_apart(const std::vector<uint32_t>& place, uint32_t none, const char* what) const {
    std::vector<uint32_t> order;
    for (uint32_t v = 0; v < jobs_.tasks(); ++v)
      if (place[v] != none && runs(v) && jobs_.length[v] > 0) order.push_back(v);
    std::ranges::sort(order, {}, [&](uint32_t v) { return std::tuple(place[v], schedule_.start[v]); });
    for (size_t i = 1; i < order.size(); ++i)
      if (place[order[i]] == place[order[i - 1]] && schedule_.start[order[i]] < end(order[i - 1]))
        return fail(fmt::format("schedule: tasks {} and {} overlap on {} {}", jobs_.id[order[i - 1]],
                                jobs_.id[order[i]], what, place[order[i]]));
    return {};
  }

  const JobGraph& jobs_;
  const Schedule& schedule_;
};
} // namespace

Result<void> check_schedule(const JobGraph& jobs, const Schedule& schedule) { return Check(jobs, schedule).run(); }

} // namespace unply
