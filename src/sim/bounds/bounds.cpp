// For an interval start a, the part of task v that must run in [a, b) is clamp(b - max(ls, a), 0, min(length, ef - a)),
// where es, ls are its earliest and latest start and ef, lf the ends that belong to them: as a function of b, a slope
// that begins at max(ls, a) and ends after min(length, ef - a). The ends are lf for tasks with es >= a, ls + ef - a for
// those with es < a <= ls, and ef for those with ls < a: three static orders to merge, so each a costs one pass. R - P
// (b - a) can only be greatest where a slope ends.
#include "sim/bounds/bounds.h"
#include "sim/bounds/parallelism.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {
using Wide = __int128; // P (b - a) is up to 2^95

uint64_t ceil_div(uint64_t a, uint64_t b) { return a / b + (a % b != 0); }
uint64_t length_of(const WorkInterval& i) { return i.end - i.begin; }

// Keeps the points (end - begin, work) on the upper hull.
void keep_hull(std::vector<WorkInterval>& points) {
  std::ranges::sort(points, [](const WorkInterval& a, const WorkInterval& b) {
    if (length_of(a) != length_of(b)) return length_of(a) < length_of(b);
    return a.work != b.work ? a.work > b.work : a.begin < b.begin;
  });
  size_t kept = 0;
  for (const WorkInterval& p : points) {
    if (kept > 0 && length_of(points[kept - 1]) == length_of(p)) continue;
    while (kept > 1) {
      const WorkInterval &o = points[kept - 2], &m = points[kept - 1];
      Wide left = (static_cast<Wide>(m.work) - o.work) * static_cast<Wide>(length_of(p) - length_of(o));
      Wide right = (static_cast<Wide>(p.work) - o.work) * static_cast<Wide>(length_of(m) - length_of(o));
      if (left > right) break;
      --kept;
    }
    points[kept++] = p;
  }
  points.resize(kept);
}

class IntervalSweep {
public:
  IntervalSweep(const JobGraph& jobs, const Parallelism& asap) {
    std::vector<uint64_t> tail = tails_of(jobs);
    for (uint32_t v = 0; v < jobs.tasks(); ++v)
      if (jobs.length[v] > 0) windows_.push_back({asap.start[v], asap.span - tail[v], jobs.length[v]});
    by_ls_ = order([](const Window& w) { return w.ls; });
    by_lf_ = order([](const Window& w) { return w.lf(); });
    by_sum_ = order([](const Window& w) { return w.ls + w.ef(); });
    by_ef_ = order([](const Window& w) { return w.ef(); });
  }

  // Where intervals that count can begin; of `tasks` tasks, evenly chosen in the order of their latest starts. 0 is
  // among them: the work that must be done by b.
  std::vector<uint64_t> starts(size_t tasks) const {
    std::vector<uint64_t> a{0};
    for (size_t i = 0; i < tasks; ++i) {
      const Window& w = windows_[by_ls_[i * windows_.size() / tasks]];
      a.insert(a.end(), {w.es, w.ls, w.ef(), w.lf()});
    }
    std::ranges::sort(a);
    auto tail = std::ranges::unique(a);
    a.erase(tail.begin(), tail.end());
    return a;
  }

  size_t tasks() const { return windows_.size(); }

  // Appends the hull of all intervals that begin at a.
  void add(uint64_t a, std::vector<WorkInterval>& hull) {
    found_.clear();
    uint64_t now = a, load = 0, slope = 0;
    Cursor starts{by_ls_, 0}, lf{by_lf_, 0}, sum{by_sum_, 0}, ef{by_ef_, 0};
    for (const Window& w : windows_) slope += w.ls < a && w.ef() > a;
    auto whole = [&](const Window& w) { return w.es >= a; };
    auto middle = [&](const Window& w) { return w.es < a && w.ls >= a && w.ef() > a; };
    auto running = [&](const Window& w) { return w.ls < a && w.ef() > a; };
    auto begins = [&](const Window& w) { return w.ls >= a && w.ef() > a; };
    for (;;) {
      uint64_t s = next(starts, begins, [](const Window& w) { return w.ls; });
      uint64_t e1 = next(lf, whole, [](const Window& w) { return w.lf(); });
      uint64_t e2 = next(sum, middle, [a](const Window& w) { return w.ls + w.ef() - a; });
      uint64_t e3 = next(ef, running, [](const Window& w) { return w.ef(); });
      uint64_t e = std::min({e1, e2, e3});
      if (e == kNever) break;
      uint64_t then = std::min(s, e);
      load += slope * (then - now);
      now = then;
      if (s <= e) {
        ++slope, ++starts.at;
        continue;
      }
      --slope;
      ++(e == e1 ? lf : e == e2 ? sum : ef).at;
      if (!found_.empty() && found_.back().end == now) continue;
      found_.push_back({a, now, load});
    }
    keep_hull(found_);
    hull.insert(hull.end(), found_.begin(), found_.end());
  }

private:
  static constexpr uint64_t kNever = ~uint64_t{0};
  struct Window {
    uint64_t es, ls, length;
    uint64_t ef() const { return es + length; }
    uint64_t lf() const { return ls + length; }
  };
  struct Cursor {
    const std::vector<uint32_t>& order;
    size_t at;
  };

  template <class Key> std::vector<uint32_t> order(Key key) const {
    std::vector<std::pair<uint64_t, uint32_t>> keyed(windows_.size()); // three times faster than sorting numbers
    for (uint32_t i = 0; i < keyed.size(); ++i) keyed[i] = {key(windows_[i]), i};
    std::ranges::sort(keyed);
    std::vector<uint32_t> list(keyed.size());
    for (uint32_t i = 0; i < keyed.size(); ++i) list[i] = keyed[i].second;
    return list;
  }

  template <class Counts, class Time> uint64_t next(Cursor& cursor, Counts counts, Time time) const {
    while (cursor.at < cursor.order.size() && !counts(windows_[cursor.order[cursor.at]])) ++cursor.at;
    return cursor.at < cursor.order.size() ? time(windows_[cursor.order[cursor.at]]) : kNever;
  }

  std::vector<Window> windows_;
  std::vector<uint32_t> by_ls_, by_lf_, by_sum_, by_ef_;
  std::vector<WorkInterval> found_;
};

uint64_t heaviest_lock(const JobGraph& jobs) {
  std::vector<std::pair<uint32_t, uint64_t>> held;
  for (uint32_t v = 0; v < jobs.lock.size(); ++v)
    if (jobs.lock[v] != kNoLock) held.push_back({jobs.lock[v], jobs.length[v]});
  std::ranges::sort(held);
  uint64_t most = 0, sum = 0;
  for (size_t i = 0; i < held.size(); ++i) {
    sum = (i > 0 && held[i].first == held[i - 1].first ? sum : 0) + held[i].second;
    most = std::max(most, sum);
  }
  return most;
}
} // namespace

Result<BoundsOfGraph> BoundsOfGraph::of(const JobGraph& jobs, uint64_t steps) {
  if (jobs.first_solution)
    return fail("bounds: with a first solution, how much work is done depends on the schedule; expected all solutions");
  BoundsOfGraph bounds;
  Parallelism asap = find_work_and_span(jobs);
  bounds.work_ = asap.work;
  bounds.span_ = asap.span;
  bounds.tasks_ = jobs.tasks();
  bounds.lock_work_ = heaviest_lock(jobs);
  if (jobs.tasks() > kMostIntervalTasks || asap.span == 0) return bounds;
  IntervalSweep sweep(jobs, asap);
  size_t most = std::clamp<uint64_t>(steps / sweep.tasks() / 4, 1, sweep.tasks());
  bounds.search_ = most < sweep.tasks() ? IntervalSearch::sampled : IntervalSearch::all;
  for (uint64_t start : sweep.starts(most)) {
    sweep.add(start, bounds.hull_);
    if (bounds.hull_.size() > 100'000) keep_hull(bounds.hull_);
  }
  keep_hull(bounds.hull_);
  return bounds;
}

Result<Bounds> BoundsOfGraph::at(uint32_t processors) const {
  if (processors == 0) return fail("bounds: 0 processors, expected at least 1");
  Bounds bounds;
  bounds.processors = processors;
  bounds.lower = span_;
  auto raise = [&](uint64_t lower, LowerBy by) {
    if (lower <= bounds.lower) return;
    bounds.lower = lower;
    bounds.by = by;
  };
  raise(ceil_div(work_, processors), LowerBy::work);
  raise(lock_work_, LowerBy::lock);
  for (const WorkInterval& interval : hull_) {
    uint64_t needed = ceil_div(interval.work, processors);
    if (needed <= length_of(interval) || span_ + needed - length_of(interval) <= bounds.lower) continue;
    raise(span_ + needed - length_of(interval), LowerBy::interval);
    bounds.interval = interval;
  }
  Wide graham = (static_cast<Wide>(work_) + static_cast<Wide>(processors - 1) * span_) / processors;
  bounds.upper = lock_work_ > 0 ? work_ : static_cast<uint64_t>(graham);
  return bounds;
}

uint32_t BoundsOfGraph::least_processors_for_span() const {
  if (span_ == 0) return tasks_ > 0 ? 1 : 0;
  uint64_t most = ceil_div(work_, span_);
  for (const WorkInterval& interval : hull_) most = std::max(most, ceil_div(interval.work, length_of(interval)));
  return static_cast<uint32_t>(most);
}

uint64_t mandatory_work(const JobGraph& jobs, uint64_t begin, uint64_t end) {
  Parallelism asap = find_work_and_span(jobs);
  std::vector<uint64_t> tail = tails_of(jobs);
  auto overlap = [&](uint64_t from, uint64_t length) {
    uint64_t a = std::max(from, begin), b = std::min(from + length, end);
    return a < b ? b - a : 0;
  };
  uint64_t sum = 0;
  for (uint32_t v = 0; v < jobs.tasks(); ++v)
    sum += std::min(overlap(asap.start[v], jobs.length[v]), overlap(asap.span - tail[v], jobs.length[v]));
  return sum;
}

const char* lower_by_name(LowerBy by) {
  switch (by) {
  case LowerBy::span:
    return "span";
  case LowerBy::work:
    return "work";
  case LowerBy::interval:
    return "interval";
  case LowerBy::lock:
    return "lock";
  }
  return "";
}

} // namespace unply
