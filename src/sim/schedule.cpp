// Checks the tasks by place and time; shares no code with the schedulers.
#include "sim/schedule.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

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
    if (auto checked = check_apart(schedule_.processor, kNotRun, "processor"); !checked) return checked;
    return jobs_.lock.empty() ? Result<void>() : check_apart(jobs_.lock, kNoLock, "lock");
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

  static constexpr uint32_t kMostPlaces = 1 << 20; // beyond the number of tasks

  struct Piece {
    uint64_t start, end;
    uint32_t task;
  };

  // No two tasks with the same place overlap. Tasks of length 0 take no time and overlap with nothing. By place with a
  // counting sort, then in each place by time: three times as fast as one sort of task numbers, which are looked up.
  Result<void> check_apart(const std::vector<uint32_t>& place, uint32_t none, const char* what) const {
    auto counts = [&](uint32_t v) { return place[v] != none && runs(v) && jobs_.length[v] > 0; };
    uint32_t places = 0;
    for (uint32_t v = 0; v < jobs_.tasks(); ++v)
      if (counts(v)) places = std::max(places, place[v] + 1);
    if (places > jobs_.tasks() + kMostPlaces)
      return fail(fmt::format("schedule: {} {} of {} tasks, too large", what, places - 1, jobs_.tasks()));
    std::vector<uint32_t> first(size_t{places} + 1, 0);
    for (uint32_t v = 0; v < jobs_.tasks(); ++v)
      if (counts(v)) ++first[place[v] + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<uint32_t> next(first.begin(), first.end()), order(first[places]);
    for (uint32_t v = 0; v < jobs_.tasks(); ++v)
      if (counts(v)) order[next[place[v]]++] = v;
    std::vector<Piece> pieces;
    for (uint32_t at = 0; at < places; ++at) {
      pieces.clear();
      for (uint32_t i = first[at]; i < first[at + 1]; ++i)
        pieces.push_back({schedule_.start[order[i]], end(order[i]), order[i]});
      std::ranges::sort(pieces, {}, [](const Piece& piece) { return std::pair(piece.start, piece.task); });
      for (size_t i = 1; i < pieces.size(); ++i)
        if (pieces[i].start < pieces[i - 1].end)
          return fail(fmt::format("schedule: tasks {} and {} overlap on {} {}", jobs_.id[pieces[i - 1].task],
                                  jobs_.id[pieces[i].task], what, at));
    }
    return {};
  }

  const JobGraph& jobs_;
  const Schedule& schedule_;
};
} // namespace

Result<void> check_schedule(const JobGraph& jobs, const Schedule& schedule) { return Check(jobs, schedule).run(); }

} // namespace unply
