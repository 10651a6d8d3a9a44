// The fewest processors that reach the span. Every number is tried from the lower bound on, since whether a heuristic
// succeeds is not monotone in it: first by a list schedule in the order of the latest starts, which opens a processor
// when a task cannot wait any longer, and so always ends by the span and says how many it took; on small graphs then by
// more list schedules and by the exact search.
#include "sim/curve/min_processors.h"
#include "sim/bounds/bounds.h"
#include "sim/bounds/parallelism.h"
#include "sim/schedulers/exact.h"
#include "sim/schedulers/list_search.h"
#include "sim/schedulers/place_tasks.h"
#include <algorithm>
#include <functional>
#include <queue>

namespace unply {

namespace {
constexpr uint64_t kTasksInPasses = 2'000'000; // 1 s
constexpr uint64_t kMostPasses = 256;
constexpr uint32_t kRounds = 50;
constexpr uint32_t kMostDecided = 128; // tasks

class MostUrgentFirst {
public:
  MostUrgentFirst(const JobGraph& jobs, uint64_t span) : jobs_(jobs), latest_(tails_of(jobs)), missing_(jobs.tasks()) {
    for (uint64_t& latest : latest_) latest = span - latest;
  }

  struct Pass {
    std::vector<uint64_t> start;
    uint32_t processors;
  };

  Pass run(uint32_t processors) {
    start_.assign(jobs_.tasks(), 0);
    for (uint32_t v = 0; v < jobs_.tasks(); ++v) missing_[v] = static_cast<uint32_t>(jobs_.dag.predecessors(v).size());
    for (uint32_t v = 0; v < jobs_.tasks(); ++v)
      if (jobs_.dag.predecessors(v).empty()) make_ready(v, 0);
    Heap ends;
    for (uint64_t now = 0;;) {
      while (!ready_.empty() && (ends.size() < processors || ready_.top().first <= now)) {
        uint32_t v = ready_.top().second;
        ready_.pop();
        start_[v] = now;
        ends.push({now + jobs_.length[v], v});
        processors = std::max(processors, static_cast<uint32_t>(ends.size()));
      }
      if (ends.empty()) break;
      now = ready_.empty() ? ends.top().first : std::min(ends.top().first, ready_.top().first);
      while (!ends.empty() && ends.top().first == now) {
        uint32_t v = ends.top().second;
        ends.pop();
        release(v, now);
      }
    }
    return {std::move(start_), processors};
  }

private:
  using Timed = std::pair<uint64_t, uint32_t>;
  using Heap = std::priority_queue<Timed, std::vector<Timed>, std::greater<>>;

  void release(uint32_t v, uint64_t now) {
    for (uint32_t w : jobs_.dag.successors(v))
      if (--missing_[w] == 0) make_ready(w, now);
  }

  // Tasks of length 0 need no processor and are over at once.
  void make_ready(uint32_t v, uint64_t now) {
    if (jobs_.length[v] > 0) return ready_.push({latest_[v], v});
    empty_.push_back(v);
    while (!empty_.empty()) {
      uint32_t u = empty_.back();
      empty_.pop_back();
      start_[u] = now;
      for (uint32_t w : jobs_.dag.successors(u)) {
        if (--missing_[w] > 0) continue;
        if (jobs_.length[w] > 0)
          ready_.push({latest_[w], w});
        else
          empty_.push_back(w);
      }
    }
  }

  const JobGraph& jobs_;
  std::vector<uint64_t> latest_, start_;
  std::vector<uint32_t> missing_, empty_;
  Heap ready_;
};

class Fewest {
public:
  Fewest(const JobGraph& jobs, const ExactLimits& limits) : jobs_(jobs), limits_(limits) {}

  Result<MinProcessors> find() {
    auto bounds = BoundsOfGraph::of(jobs_);
    if (!bounds) return error_of(bounds);
    span_ = bounds->span();
    Parallelism asap = find_parallelism(jobs_);
    found_.lower = bounds->least_processors_for_span();
    found_.upper = asap.width;
    if (jobs_.tasks() > BoundsOfGraph::kMostIntervalTasks) {
      found_.schedule.processors = found_.upper;
      found_.schedule.makespan = span_;
      return std::move(found_);
    }
    best_ = std::move(asap.start);
    if (found_.lower < found_.upper) pass_over_candidates();
    if (jobs_.tasks() <= kMostDecided) TRY(decide_candidates());
    auto schedule = place_tasks(jobs_, std::max(1u, found_.upper), std::move(best_));
    if (!schedule) return error_of(schedule);
    found_.schedule = std::move(*schedule);
    return std::move(found_);
  }

private:
  // All numbers between the bounds, or evenly chosen ones where they are too many, and then again below the least one
  // that sufficed.
  void pass_over_candidates() {
    MostUrgentFirst scheduler(jobs_, span_);
    uint64_t passes = std::clamp<uint64_t>(kTasksInPasses / jobs_.tasks(), 2, kMostPasses) / 2;
    for (uint64_t round = 0; round < 2; ++round) {
      uint32_t from = found_.lower, to = found_.upper;
      for (uint64_t i = 0, last = std::min<uint64_t>(passes, to - from); i < last; ++i) {
        auto candidate = static_cast<uint32_t>(from + (2 * i + round) * (to - from) / (2 * last));
        if (candidate >= found_.upper) break;
        MostUrgentFirst::Pass pass = scheduler.run(candidate);
        if (pass.processors >= found_.upper) continue;
        found_.upper = pass.processors;
        best_ = std::move(pass.start);
      }
      if (passes >= to - from) break; // none is left out
    }
  }

  Result<void> decide_candidates() {
    for (uint32_t p = found_.lower; p < found_.upper; ++p) {
      auto listed = search_list_schedules(jobs_, p, span_, kRounds);
      if (!listed) return error_of(listed);
      Decision decision{listed->makespan == span_ ? Reachable::yes : Reachable::unknown, std::move(*listed)};
      if (decision.reachable == Reachable::unknown) {
        uint32_t left = found_.upper - p;
        auto searched = decide_makespan(jobs_, p, span_, {limits_.seconds / left, (limits_.nodes + left - 1) / left});
        if (!searched) return error_of(searched);
        decision = std::move(*searched);
      }
      if (decision.reachable == Reachable::no) found_.lower = p + 1;
      if (decision.reachable != Reachable::yes) continue;
      found_.upper = p;
      best_ = std::move(decision.schedule.start);
    }
    return {};
  }

  const JobGraph& jobs_;
  ExactLimits limits_;
  uint64_t span_ = 0;
  MinProcessors found_;
  std::vector<uint64_t> best_;
};
} // namespace

Result<MinProcessors> find_min_processors(const JobGraph& jobs, const ExactLimits& limits) {
  if (jobs.lock.empty() && !jobs.first_solution) return Fewest(jobs, limits).find();
  JobGraph plain = jobs;
  plain.lock.clear();
  plain.first_solution = false;
  return Fewest(plain, limits).find();
}

} // namespace unply
