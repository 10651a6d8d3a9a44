// The subsets algorithm (idra-ideal-speedups-1994, section 4.2.1): tasks level by level, in a level by number, each on
// the first processor that is free when its predecessors have ended, else on the one that is free first.
//
// Two corrections. Step 1 needs the ends of all predecessors, of whichever level. Step 2 adds the length of the task to
// the time of the processor, which would let a task that waited end too early: 0 (1) before 1 (2) and 2 (3) would take
// 3 on two processors, with a span of 4; the task ends at Time_j + length. Step 3 is right as printed.
//
// subsets+ differs in two choices that the paper leaves open: in a level the heaviest remaining path goes first, and of
// several free processors the one that was free for the shortest time.
#include "sim/bounds/parallelism.h"
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/processor_times.h"
#include "sim/schedulers/request.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace unply {

namespace {
class FirstFit {
public:
  FirstFit(uint32_t processors, uint64_t time) : times_(processors, time) {}
  uint32_t choose(uint64_t ready) const {
    auto free = times_.free_by(ready);
    return free ? *free : times_.earliest();
  }
  uint64_t free_at(uint32_t processor) const { return times_[processor]; }
  void set(uint32_t processor, uint64_t time) { times_.set(processor, time); }

private:
  ProcessorTimes times_;
};

class BestFit {
public:
  BestFit(uint32_t processors, uint64_t time) : times_(processors, time) {
    for (uint32_t p = 0; p < processors; ++p) by_time_.insert({time, ~p});
  }
  uint32_t choose(uint64_t ready) const { // the last one of the times up to `ready`, or up to the earliest
    uint64_t limit = std::max(ready, by_time_.begin()->first);
    return ~std::prev(by_time_.upper_bound({limit, ~0u}))->second;
  }
  uint64_t free_at(uint32_t processor) const { return times_[processor]; }
  void set(uint32_t processor, uint64_t time) {
    by_time_.erase({times_[processor], ~processor});
    by_time_.insert({time, ~processor});
    times_[processor] = time;
  }

private:
  std::vector<uint64_t> times_;
  std::set<std::pair<uint64_t, uint32_t>> by_time_; // complements of numbers, so that the lowest is the last of a time
};

std::vector<uint32_t> by_level(const Dag& dag) {
  std::vector<uint32_t> level = levels_of(dag), order(dag.vertices());
  std::vector<uint32_t> first(size_t{dag.vertices()} + 1, 0);
  for (uint32_t l : level) ++first[l + 1];
  for (size_t l = 1; l < first.size(); ++l) first[l] += first[l - 1];
  for (uint32_t v = 0; v < dag.vertices(); ++v) order[first[level[v]]++] = v;
  return order;
}

template <class Processors>
Schedule place(const JobGraph& jobs, uint32_t processors, const Machine& machine, std::span<const uint32_t> order) {
  uint64_t opened = processors > 1 ? machine.fork_ns : 0;
  Processors free(useful_processors(jobs, processors), opened);
  Schedule schedule = empty_schedule(jobs, processors);
  for (uint32_t v : order) {
    uint64_t ready = opened;
    for (uint32_t u : jobs.dag.predecessors(v)) ready = std::max(ready, schedule.start[u] + jobs.length[u]);
    uint32_t p = free.choose(ready);
    schedule.processor[v] = p;
    schedule.start[v] = std::max(free.free_at(p), ready) + machine.task_ns;
    free.set(p, schedule.start[v] + jobs.length[v]);
  }
  end_schedule(jobs, schedule);
  return schedule;
}

Result<void> check(const JobGraph& jobs, uint32_t processors, const Machine& machine, std::string_view name) {
  if (auto checked = check_request(jobs, processors, machine); !checked) return checked;
  return refuse_locks(jobs, name);
}
} // namespace

Result<Schedule> schedule_subsets(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  TRY(check(jobs, processors, options.machine, "subsets"));
  return place<FirstFit>(jobs, processors, options.machine, by_level(jobs.dag));
}

Result<Schedule> schedule_subsets_plus(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  TRY(check(jobs, processors, options.machine, "subsets+"));
  std::vector<uint32_t> order = by_level(jobs.dag), level = levels_of(jobs.dag);
  std::vector<uint64_t> tail = tails_of(jobs);
  std::ranges::sort(order, {}, [&](uint32_t v) { return std::tuple(level[v], ~tail[v], v); });
  return place<BestFit>(jobs, processors, options.machine, order);
}

} // namespace unply
