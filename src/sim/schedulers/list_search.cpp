// Many list schedules, each followed by justification (Wiest's left and right shift, as resource-constrained project
// scheduling uses it): the graph is scheduled backwards in the order of the ends, then forwards in the order of the
// starts. Both passes are list schedules, so neither is longer than its predecessor would allow it to stay, and the
// backward one can leave a processor idle on purpose, seen forwards.
#include "sim/schedulers/list_search.h"
#include "sim/bounds/parallelism.h"
#include "sim/schedulers/place_tasks.h"
#include <algorithm>
#include <numeric>
#include <queue>

namespace unply {

namespace {
class ListSearch {
public:
  ListSearch(const JobGraph& jobs, uint32_t processors) : jobs_(jobs), processors_(processors) {
    for (uint32_t lock : jobs.lock)
      if (lock != kNoLock) locks_ = std::max(locks_, lock + 1);
  }

  struct Run {
    std::vector<uint64_t> start;
    uint64_t makespan = 0;
  };

  // Starts the ready task of the highest priority whenever a processor is free; ties go to the lower vertex. Tasks of
  // length 0 need no processor.
  Run schedule(const std::vector<uint64_t>& priority, bool backward) {
    uint32_t n = jobs_.tasks();
    Run run;
    run.start.resize(n);
    missing_.resize(n);
    held_.assign(locks_, 0);
    auto later = [&](uint32_t a, uint32_t b) {
      return priority[a] != priority[b] ? priority[a] < priority[b] : backward ? a < b : a > b;
    };
    std::priority_queue ready(later, std::vector<uint32_t>());
    using End = std::pair<uint64_t, uint32_t>;
    std::priority_queue<End, std::vector<End>, std::greater<>> ends;
    for (uint32_t v = 0; v < n; ++v) missing_[v] = static_cast<uint32_t>(before(v, backward).size());
    for (uint32_t v = 0; v < n; ++v)
      if (before(v, backward).empty()) make_ready(v, 0, backward, run, ready);
    uint64_t now = 0;
    for (uint32_t idle = processors_;;) {
      idle -= start_tasks(now, idle, run, ready, ends);
      if (ends.empty()) break;
      now = ends.top().first;
      for (; !ends.empty() && ends.top().first == now; ends.pop(), ++idle) {
        uint32_t v = ends.top().second;
        if (lock(v) != kNoLock) held_[lock(v)] = 0;
        for (uint32_t w : before(v, !backward))
          if (--missing_[w] == 0) make_ready(w, now, backward, run, ready);
      }
    }
    run.makespan = now;
    if (backward)
      for (uint32_t v = 0; v < n; ++v) run.start[v] = now - run.start[v] - jobs_.length[v];
    return run;
  }

  // Backwards and forwards as long as that shortens the schedule.
  Run justify(Run run) {
    std::vector<uint64_t> priority(jobs_.tasks());
    for (;;) {
      for (uint32_t v = 0; v < priority.size(); ++v) priority[v] = run.start[v] + jobs_.length[v];
      Run right = schedule(priority, true);
      uint64_t last = right.makespan;
      for (uint32_t v = 0; v < priority.size(); ++v) priority[v] = last - right.start[v];
      Run left = schedule(priority, false);
      Run& better = left.makespan <= right.makespan ? left : right;
      if (better.makespan >= run.makespan) return run;
      run = std::move(better);
    }
  }

private:
  std::span<const uint32_t> before(uint32_t v, bool backward) const {
    return backward ? jobs_.dag.successors(v) : jobs_.dag.predecessors(v);
  }
  uint32_t lock(uint32_t v) const { return jobs_.lock.empty() ? kNoLock : jobs_.lock[v]; }

  template <class Queue> void make_ready(uint32_t v, uint64_t now, bool backward, Run& run, Queue& ready) {
    if (jobs_.length[v] > 0) return ready.push(v);
    empty_.push_back(v);
    while (!empty_.empty()) {
      uint32_t u = empty_.back();
      empty_.pop_back();
      run.start[u] = now;
      for (uint32_t w : before(u, !backward)) {
        if (--missing_[w] > 0) continue;
        if (jobs_.length[w] > 0)
          ready.push(w);
        else
          empty_.push_back(w);
      }
    }
  }

  // How many were started.
  template <class Queue, class Ends>
  uint32_t start_tasks(uint64_t now, uint32_t idle, Run& run, Queue& ready, Ends& ends) {
    uint32_t started = 0;
    waiting_.clear();
    while (started < idle && !ready.empty()) {
      uint32_t v = ready.top();
      ready.pop();
      if (lock(v) != kNoLock && held_[lock(v)]) {
        waiting_.push_back(v);
        continue;
      }
      if (lock(v) != kNoLock) held_[lock(v)] = 1;
      ++started;
      run.start[v] = now;
      ends.push({now + jobs_.length[v], v});
    }
    for (uint32_t v : waiting_) ready.push(v);
    return started;
  }

  const JobGraph& jobs_;
  uint32_t processors_, locks_ = 0;
  std::vector<uint32_t> missing_, empty_, waiting_;
  std::vector<uint8_t> held_;
};

uint64_t next_random(uint64_t& state) { // splitmix64
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}
} // namespace

Result<Schedule> search_list_schedules(const JobGraph& jobs, uint32_t processors, uint64_t lower, uint32_t rounds) {
  if (processors == 0) return fail("schedule: 0 processors, expected at least 1");
  if (jobs.first_solution) return fail("schedule: the search of list schedules knows no first solution");
  std::vector<uint64_t> tail = tails_of(jobs), priority = tail, around = tail;
  ListSearch search(jobs, processors);
  ListSearch::Run best = search.schedule(tail, false);
  uint64_t state = 1;
  for (uint32_t round = 0; round < rounds && best.makespan > lower; ++round) {
    ListSearch::Run run = search.justify(round == 0 ? best : search.schedule(priority, false));
    if (run.makespan <= best.makespan) {
      best = std::move(run);
      // Half of the rounds disturb the best schedule instead of HLFET's order.
      for (uint32_t v = 0; v < jobs.tasks(); ++v) around[v] = best.makespan - best.start[v];
    }
    // Disturbed by 1/16 to 1/2 of the value: small changes where HLFET is nearly right, larger ones where it is not.
    uint64_t shift = 1 + round % 4;
    const std::vector<uint64_t>& base = round % 8 < 4 ? tail : around;
    for (uint32_t v = 0; v < jobs.tasks(); ++v) {
      uint64_t room = (base[v] >> shift) + 1;
      priority[v] = base[v] + next_random(state) % room;
    }
  }
  return place_tasks(jobs, processors, std::move(best.start));
}

} // namespace unply
