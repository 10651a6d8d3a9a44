// One node is one point of time: visit() leaves it where the rest cannot end by the makespan or the state has failed
// before, choose() walks through the sets of ready tasks that may start there, advance() goes on to the next end of a
// task. The rules are those of tree_search.h. Invariant: a call that returns false has undone all that it changed, so a
// node costs no allocation but that of the memory of failed states.
#include "sim/schedulers/tree_search.h"
#include "sim/schedulers/failed_states.h"
#include <algorithm>
#include <numeric>

namespace unply {

namespace {
constexpr uint64_t kNever = ~uint64_t{0};

class TreeSearch {
public:
  TreeSearch(const SmallGraph& graph, const HeadsAndTails& known, uint32_t processors, uint64_t makespan,
             SearchBudget& budget);
  Reachable run(std::vector<uint64_t>& start);

private:
  struct Slope {
    uint64_t time;
    uint32_t task;
    bool begins;
  };

  // Once, before the search.
  void order_tasks();
  void find_twins();

  // A node, and the choices in it; true: all tasks have a start.
  bool visit();
  bool choose(size_t first, size_t last, size_t at);
  bool advance(size_t first, size_t last);
  bool note_idling(size_t first, size_t last, uint64_t next);
  bool out_of_budget();

  // Whether the rest can still end by the makespan.
  bool find_earliest();
  bool too_much_before() const;
  bool too_much_after();
  bool cannot_end() { return !find_earliest() || too_much_before() || too_much_after(); }

  // Steps of the state, each with its way back.
  void begin(uint32_t v);
  void unbegin(uint32_t v);
  void finish(uint32_t v, bool forwards);
  size_t start_empty_tasks();
  void undo_empty_tasks(size_t mark);
  void set_since(uint32_t v, uint64_t time);

  uint32_t lock(uint32_t v) const { return graph_.lock.empty() ? kNoLock : graph_.lock[v]; }
  bool started(uint32_t v) const { return start_[v] != kNever; }
  bool ready(uint32_t v) const { return missing_[v] == 0 && !started(v); }

  const SmallGraph& graph_;
  const HeadsAndTails& known_;
  uint32_t processors_;
  uint64_t makespan_;
  SearchBudget& budget_;
  uint32_t n_, idle_, started_ = 0;
  uint64_t now_ = 0;
  unsigned __int128 start_sum_ = 0;
  bool out_ = false;
  std::vector<uint64_t> latest_, start_, end_, earliest_;
  std::vector<uint64_t> since_; // when a processor was first left idle although the task was ready; kNever: may start
  std::vector<uint32_t> missing_, rank_, order_, running_, ready_, empty_;
  std::vector<std::pair<uint32_t, uint64_t>> trail_; // since_ before it changed
  std::vector<std::vector<uint32_t>> twins_;
  std::vector<Slope> slopes_; // work due by each time, if nothing starts before its latest start
  std::vector<std::pair<uint64_t, uint64_t>> by_earliest_;
  std::vector<uint8_t> held_;
  FailedStates failed_;
};

TreeSearch::TreeSearch(const SmallGraph& graph, const HeadsAndTails& known, uint32_t processors, uint64_t makespan,
                       SearchBudget& budget)
    : graph_(graph), known_(known), processors_(processors), makespan_(makespan), budget_(budget), n_(graph.tasks()),
      idle_(processors), latest_(n_), start_(n_, kNever), end_(n_), earliest_(n_), since_(n_, kNever), missing_(n_),
      rank_(n_), failed_(n_) {
  for (uint32_t v = 0; v < n_; ++v) {
    latest_[v] = makespan - known.tail[v] - graph.length[v];
    missing_[v] = static_cast<uint32_t>(graph.before[v].size());
    for (uint32_t lock : graph.lock)
      if (lock != kNoLock && lock >= held_.size()) held_.resize(lock + 1);
  }
  order_tasks();
  find_twins();
}

Reachable TreeSearch::run(std::vector<uint64_t>& start) {
  for (uint32_t v = 0; v < n_; ++v)
    if (known_.head[v] + graph_.length[v] + known_.tail[v] > makespan_) return Reachable::no;
  start_empty_tasks();
  bool found = visit();
  if (found) start = start_;
  return found ? Reachable::yes : out_ ? Reachable::unknown : Reachable::no;
}

void TreeSearch::order_tasks() {
  order_.resize(n_);
  std::iota(order_.begin(), order_.end(), 0);
  std::ranges::sort(order_, [&](uint32_t a, uint32_t b) {
    if (latest_[a] != latest_[b]) return latest_[a] < latest_[b];
    size_t most = graph_.after[a].size(), other = graph_.after[b].size();
    return most != other ? most > other : a < b;
  });
  for (uint32_t i = 0; i < n_; ++i) rank_[order_[i]] = i;
  for (uint32_t v = 0; v < n_; ++v) {
    slopes_.push_back({latest_[v], v, true});
    slopes_.push_back({latest_[v] + graph_.length[v], v, false});
  }
  std::ranges::sort(slopes_, {}, [](const Slope& s) { return std::tuple(s.time, s.task, s.begins); });
}

void TreeSearch::find_twins() {
  twins_.resize(n_);
  for (uint32_t v = 0; v < n_; ++v)
    for (uint32_t u = 0; u < n_; ++u)
      if (rank_[u] < rank_[v] && graph_.length[u] == graph_.length[v] && lock(u) == lock(v) &&
          std::ranges::includes(graph_.after[u], graph_.after[v]))
        twins_[v].push_back(u);
}

bool TreeSearch::visit() {
  if (started_ == n_) return true;
  if (out_of_budget() || cannot_end()) return false;
  if (failed_.dominates(now_, start_sum_, end_)) return false;
  size_t first = ready_.size();
  for (uint32_t v : order_)
    if (ready(v)) ready_.push_back(v);
  bool found = choose(first, ready_.size(), first);
  ready_.resize(first);
  if (!found && !out_) failed_.add(now_, start_sum_, end_, running_);
  return found;
}

// Of ready_[at, last), which start now; those of [first, at) have been decided.
bool TreeSearch::choose(size_t first, size_t last, size_t at) {
  for (; idle_ > 0 && at < last; ++at) {
    uint32_t v = ready_[at];
    if (since_[v] != kNever || (lock(v) != kNoLock && held_[lock(v)])) continue;
    if (std::ranges::any_of(twins_[v], [&](uint32_t u) { return ready(u); })) continue;
    begin(v);
    bool found = choose(first, last, at + 1);
    if (found) return true;
    unbegin(v);
    if (out_ || latest_[v] <= now_) return false;
  }
  return advance(first, last);
}

// To the next end of a task, with the set of starts that stands.
bool TreeSearch::advance(size_t first, size_t last) {
  if (running_.empty()) return false; // ready tasks would only start later
  uint64_t next = kNever, before = now_;
  for (uint32_t v : running_) next = std::min(next, end_[v]);
  for (size_t i = first; i < last; ++i)
    if (!started(ready_[i]) && latest_[ready_[i]] < next) return false;
  size_t mark = trail_.size();
  bool found = false;
  if (note_idling(first, last, next)) {
    auto saved = running_;
    now_ = next;
    std::erase_if(running_, [&](uint32_t v) { return end_[v] == next; });
    for (uint32_t v : saved)
      if (end_[v] == next) finish(v, true);
    size_t empty = start_empty_tasks();
    found = visit();
    if (!found) {
      undo_empty_tasks(empty);
      for (uint32_t v : saved)
        if (end_[v] == next) finish(v, false);
      running_ = std::move(saved);
      now_ = before;
    }
  }
  for (; trail_.size() > mark; trail_.pop_back()) since_[trail_.back().first] = trail_.back().second;
  return found;
}

// The rule of idling; false if it leaves this choice out.
bool TreeSearch::note_idling(size_t first, size_t last, uint64_t next) {
  uint64_t limit = kNever;
  for (size_t i = first; i < last; ++i) {
    uint32_t v = ready_[i];
    if (started(v) || lock(v) != kNoLock) continue;
    if (idle_ == 0) {
      if (since_[v] != kNever) set_since(v, kNever);
      continue;
    }
    if (since_[v] == kNever) set_since(v, now_);
    limit = std::min(limit, since_[v] + graph_.length[v]);
  }
  if (limit == kNever) return true;
  if (next >= limit) return false;
  // Before the limit all idle processors must be taken, by tasks that are not ready yet.
  if (!find_earliest()) return false;
  uint32_t coming = 0;
  for (uint32_t v = 0; v < n_; ++v)
    coming += !started(v) && graph_.length[v] > 0 && (missing_[v] > 0 || lock(v) != kNoLock) && earliest_[v] < limit;
  return coming >= idle_;
}

bool TreeSearch::out_of_budget() {
  if (budget_.nodes == 0) return out_ = true;
  --budget_.nodes;
  if (budget_.nodes % 1024 == 0 && std::chrono::steady_clock::now() > budget_.until) {
    budget_.timed_out = true;
    return out_ = true;
  }
  return false;
}

// False if a task cannot start by its latest start.
bool TreeSearch::find_earliest() {
  for (uint32_t v = 0; v < n_; ++v) {
    if (started(v)) continue;
    uint64_t earliest = std::max(now_, known_.head[v]);
    for (uint32_t u : graph_.before[v]) earliest = std::max(earliest, end_[u]);
    if (earliest > latest_[v]) return false;
    earliest_[v] = earliest;
    end_[v] = earliest + graph_.length[v]; // of a task not started: when it may end
  }
  return true;
}

// Some [now, d) must hold more than fits.
bool TreeSearch::too_much_before() const {
  uint64_t load = 0, slope = 0, at = now_;
  for (const Slope& s : slopes_) {
    if (started(s.task)) continue;
    load += slope * (s.time - at);
    at = s.time;
    if (s.begins) {
      ++slope;
      continue;
    }
    --slope;
    uint64_t taken = load;
    for (uint32_t v : running_) taken += std::min(end_[v], s.time) - now_;
    if (taken > static_cast<__int128>(processors_) * (s.time - now_)) return true;
  }
  return false;
}

// Some [a, makespan) must hold more than fits.
bool TreeSearch::too_much_after() {
  by_earliest_.clear();
  for (uint32_t v = 0; v < n_; ++v)
    if (!started(v) && graph_.length[v] > 0) by_earliest_.push_back({earliest_[v], graph_.length[v]});
  for (uint32_t v : running_) by_earliest_.push_back({now_, end_[v] - now_});
  std::ranges::sort(by_earliest_, std::greater<>());
  uint64_t whole = 0;
  for (size_t i = 0; i < by_earliest_.size(); ++i) {
    uint64_t a = by_earliest_[i].first;
    whole += by_earliest_[i].second;
    if (i + 1 < by_earliest_.size() && by_earliest_[i + 1].first == a) continue;
    uint64_t load = whole;
    for (size_t k = i + 1; k < by_earliest_.size(); ++k) {
      uint64_t end = by_earliest_[k].first + by_earliest_[k].second;
      if (end > a) load += end - a;
    }
    if (load > static_cast<__int128>(processors_) * (makespan_ - a)) return true;
  }
  return false;
}

void TreeSearch::begin(uint32_t v) {
  start_[v] = now_;
  end_[v] = now_ + graph_.length[v];
  start_sum_ += now_;
  ++started_;
  failed_.flip(v);
  if (graph_.length[v] == 0) return;
  --idle_;
  running_.push_back(v);
  if (lock(v) != kNoLock) held_[lock(v)] = 1;
}

void TreeSearch::unbegin(uint32_t v) {
  start_[v] = kNever;
  start_sum_ -= now_;
  --started_;
  failed_.flip(v);
  if (graph_.length[v] == 0) return;
  ++idle_;
  running_.erase(std::ranges::find(running_, v));
  if (lock(v) != kNoLock) held_[lock(v)] = 0;
}

void TreeSearch::finish(uint32_t v, bool forwards) {
  for (uint32_t w : graph_.after[v]) forwards ? --missing_[w] : ++missing_[w];
  forwards ? ++idle_ : --idle_;
  if (lock(v) != kNoLock) held_[lock(v)] = forwards ? 0 : 1;
}

// Tasks of length 0 start as soon as they can: no schedule gains from waiting with them.
size_t TreeSearch::start_empty_tasks() {
  size_t mark = empty_.size();
  for (bool again = true; again;) {
    again = false;
    for (uint32_t v = 0; v < n_; ++v) {
      if (graph_.length[v] > 0 || !ready(v)) continue;
      begin(v);
      empty_.push_back(v);
      for (uint32_t w : graph_.after[v]) --missing_[w];
      again = true;
    }
  }
  return mark;
}

void TreeSearch::undo_empty_tasks(size_t mark) {
  for (; empty_.size() > mark; empty_.pop_back()) {
    unbegin(empty_.back());
    for (uint32_t w : graph_.after[empty_.back()]) ++missing_[w];
  }
}

void TreeSearch::set_since(uint32_t v, uint64_t time) {
  trail_.push_back({v, since_[v]});
  since_[v] = time;
}
} // namespace

Reachable search_schedules(const SmallGraph& graph, const HeadsAndTails& known, uint32_t processors, uint64_t makespan,
                           SearchBudget& budget, std::vector<uint64_t>& start) {
  return TreeSearch(graph, known, processors, makespan, budget).run(start);
}

} // namespace unply
