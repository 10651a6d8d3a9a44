// Optimum and interval bound by their definitions, for graphs of up to 8 tasks. For unit tests; shares no code with the
// checked functions.
#pragma once
#include "sim/job_graph.h"
#include <algorithm>
#include <map>

namespace unply {

// Every schedule in which no task could be shifted left is found by placing the tasks, in some order that respects the
// edges, each at the earliest time at which it fits; one of these is optimal.
class BruteForce {
public:
  BruteForce(const JobGraph& jobs, uint32_t processors) : jobs_(jobs), processors_(processors), start_(jobs.tasks()) {}

  uint64_t optimum() {
    best_ = ~uint64_t{0};
    place(0, 0);
    return best_;
  }

private:
  bool fits(uint32_t v, uint64_t from) const {
    for (uint64_t t = from; t < from + jobs_.length[v]; ++t) {
      uint32_t busy = 0;
      for (uint32_t u : placed_) {
        bool now = start_[u] <= t && t < start_[u] + jobs_.length[u];
        busy += now;
        if (now && !jobs_.lock.empty() && jobs_.lock[u] != kNoLock && jobs_.lock[u] == jobs_.lock[v]) return false;
      }
      if (busy >= processors_) return false;
    }
    return true;
  }

  void place(uint64_t set, uint64_t makespan) {
    if (placed_.size() == jobs_.tasks()) best_ = std::min(best_, makespan);
    for (uint32_t v = 0; v < jobs_.tasks(); ++v) {
      uint64_t from = 0;
      bool ready = (set >> v & 1) == 0;
      for (uint32_t u : jobs_.dag.predecessors(v)) {
        ready = ready && (set >> u & 1) != 0;
        from = std::max(from, start_[u] + jobs_.length[u]);
      }
      if (!ready) continue;
      while (!fits(v, from)) ++from;
      start_[v] = from;
      placed_.push_back(v);
      place(set | uint64_t{1} << v, std::max(makespan, from + jobs_.length[v]));
      placed_.pop_back();
    }
  }

  const JobGraph& jobs_;
  uint32_t processors_;
  std::vector<uint64_t> start_;
  std::vector<uint32_t> placed_;
  uint64_t best_ = 0;
};

// Fernandez and Bussell's bound over all intervals of whole numbers, one unit of time at a time.
inline uint64_t brute_interval_bound(const JobGraph& jobs, uint32_t processors) {
  uint32_t n = jobs.tasks();
  std::vector<uint64_t> early(n), late(n);
  uint64_t span = 0;
  for (uint32_t v = 0; v < n; ++v) {
    for (uint32_t u : jobs.dag.predecessors(v)) early[v] = std::max(early[v], early[u] + jobs.length[u]);
    span = std::max(span, early[v] + jobs.length[v]);
  }
  for (uint32_t v = n; v-- > 0;) {
    uint64_t end = span;
    for (uint32_t w : jobs.dag.successors(v)) end = std::min(end, late[w]);
    late[v] = end - jobs.length[v];
  }
  uint64_t most = 0;
  for (uint64_t a = 0; a < span; ++a)
    for (uint64_t b = a + 1; b <= span; ++b) {
      uint64_t load = 0;
      for (uint32_t v = 0; v < n; ++v) {
        uint64_t left = 0, right = 0;
        for (uint64_t t = a; t < b; ++t) {
          left += early[v] <= t && t < early[v] + jobs.length[v];
          right += late[v] <= t && t < late[v] + jobs.length[v];
        }
        load += std::min(left, right);
      }
      uint64_t needed = (load + processors - 1) / processors;
      if (needed > b - a) most = std::max(most, needed - (b - a));
    }
  return span + most;
}

} // namespace unply
