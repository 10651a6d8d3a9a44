// The ideal machine has a separate loop without overheads, locks and owners of tasks: 0.04 us a task, almost the same
// for any P, instead of 0.3.
#include "sim/schedulers/list_schedule.h"
#include "base/none.h"
#include "sim/schedulers/event_simulation.h"
#include "sim/schedulers/radix_heap.h"
#include "sim/schedulers/ready_queue.h"
#include "sim/schedulers/request.h"
#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <thread>
#include <utility>

namespace unply {

namespace {
// The handling of a task that starts. Keeps only the number of tasks; processors are then all the same, and the one
// that became idle last is taken.
class Count {
public:
  explicit Count(uint32_t processors) {
    for (uint32_t p = processors; p-- > 0;) idle_.push_back(p);
  }
  bool can_start() const { return !idle_.empty(); }
  uint32_t start(uint32_t, uint64_t) {
    uint32_t processor = idle_.back();
    idle_.pop_back();
    ++started_;
    return processor;
  }
  void end(uint32_t processor) { idle_.push_back(processor); }
  uint32_t started() const { return started_; }

private:
  std::vector<uint32_t> idle_;
  uint32_t started_ = 0;
};

// Most often one task ends and the next takes its processor, which then need not pass through the queue.
class IdleProcessors {
public:
  explicit IdleProcessors(uint32_t processors) : others_(processors) {
    for (uint32_t p = 0; p < processors; ++p) others_.insert(p);
  }
  bool empty() const { return only_ == kNone && others_.empty(); }
  void insert(uint32_t processor) {
    if (empty()) {
      only_ = processor;
      return;
    }
    if (only_ != kNone) others_.insert(only_);
    only_ = kNone;
    others_.insert(processor);
  }
  uint32_t take_least() { return only_ != kNone ? std::exchange(only_, kNone) : others_.take_least(); }

private:
  ReadyQueue others_;
  uint32_t only_ = kNone; // if others_ is empty
};

// Fills a schedule. The tasks that start soon are those of the next ranks, so their places are fetched beforehand: 0.1
// s of 0.6 for 10 million tasks.
class Keep {
public:
  Keep(const ListOrder& order, uint32_t processors, Schedule& schedule)
      : order_(order), schedule_(schedule), idle_(processors) {}
  bool can_start() const { return !idle_.empty(); }
  uint32_t start(uint32_t rank, uint64_t time) {
    uint32_t v = order_.task[rank], processor = idle_.take_least();
    uint32_t soon = order_.task[std::min(rank + kAhead, order_.tasks() - 1)];
    __builtin_prefetch(&schedule_.start[soon], 1);
    __builtin_prefetch(&schedule_.processor[soon], 1);
    schedule_.start[v] = time;
    schedule_.processor[v] = processor;
    return processor;
  }
  void end(uint32_t processor) { idle_.insert(processor); }

private:
  static constexpr uint32_t kAhead = 32;
  const ListOrder& order_;
  Schedule& schedule_;
  IdleProcessors idle_;
};

// Returns the makespan. Small counters are a quarter of the memory that each edge hits at random.
template <class Counter, class Record>
uint64_t simulate_ideal(const ListOrder& order, uint32_t processors, Record& record) {
  std::vector<Counter> waits(order.waits_for.begin(), order.waits_for.end());
  ReadyQueue ready(order.tasks());
  for (uint32_t r = 0; r < order.tasks(); ++r)
    if (waits[r] == 0) ready.insert(r);
  RadixHeap running(processors);
  const uint32_t *first = order.first.data(), *successors = order.successors.data();
  while (true) {
    while (!ready.empty() && record.can_start()) {
      uint32_t r = ready.take_least();
      __builtin_prefetch(successors + first[r]); // needed when r ends; 0.1 s of 0.45 on 1024 processors
      running.push(record.start(r, running.now()), running.now() + order.length[r], r);
    }
    if (running.empty()) return running.now();
    for (uint32_t p = running.take_earliest(); p != RadixHeap::kEnd; p = running[p].next) {
      record.end(p);
      uint32_t r = running[p].task;
      for (uint32_t e = first[r], end = first[r + 1]; e < end; ++e)
        if (--waits[successors[e]] == 0) ready.insert(successors[e]);
    }
  }
}

template <class Record> uint64_t with_counters(const ListOrder& order, uint32_t processors, Record& record) {
  bool small = std::ranges::all_of(order.waits_for, [](uint32_t count) { return count <= 0xff; });
  return small ? simulate_ideal<uint8_t>(order, processors, record)
               : simulate_ideal<uint32_t>(order, processors, record);
}

Result<uint64_t> certified_makespan(const ListOrder& order, uint32_t processors) {
  uint32_t useful = std::clamp(order.tasks(), 1u, processors);
  Count count(useful);
  uint64_t makespan = with_counters(order, useful, count);
  TRY(check_list_makespan(order, processors, count.started(), makespan));
  return makespan;
}

// The pool of a list schedule for the simulation with overheads: one queue for all, by rank.
class RankedPool {
public:
  static constexpr bool kWaitsForLocks = false;
  explicit RankedPool(const ListOrder& order)
      : order_(order), rank_(order.tasks()), maker_(order.tasks()), ready_(order.tasks()) {
    for (uint32_t r = 0; r < order.tasks(); ++r) rank_[order.task[r]] = r;
  }
  void put(uint32_t processor, uint32_t task) {
    maker_[task] = processor;
    ready_.insert(rank_[task]);
  }
  void put_back(uint32_t task) { ready_.insert(rank_[task]); }
  std::optional<TakenTask> take_own(uint32_t) { return std::nullopt; }
  std::optional<TakenTask> take_any(uint32_t) {
    if (ready_.empty()) return std::nullopt;
    uint32_t task = order_.task[ready_.take_least()];
    return TakenTask{task, maker_[task]};
  }
  uint32_t rank(uint32_t task) const { return rank_[task]; }

private:
  const ListOrder& order_;
  std::vector<uint32_t> rank_, maker_;
  ReadyQueue ready_;
};
} // namespace

Result<void> check_list_makespan(const ListOrder& order, uint32_t processors, uint64_t started, uint64_t makespan) {
  using Wide = unsigned __int128;
  bool all = started == order.tasks();
  bool long_enough = makespan >= order.span && Wide{makespan} * processors >= order.work;
  bool greedy = Wide{makespan} * processors <= Wide{order.work} + Wide{order.span} * (processors - 1);
  if (all && long_enough && greedy) return {};
  return fail(
      fmt::format("list schedule: {} of {} tasks in {} on {} processors, outside the bounds for work {}, span {}",
                  started, order.tasks(), makespan, processors, order.work, order.span));
}

Result<Schedule> list_schedule(const JobGraph& jobs, const ListOrder& order, uint32_t processors,
                               const Machine& machine) {
  TRY(check_request(jobs, processors, machine));
  if (order.tasks() != jobs.tasks())
    return fail(fmt::format("list schedule: an order of {} tasks for a job graph of {}", order.tasks(), jobs.tasks()));
  if (!machine.ideal() || has_locks(jobs)) {
    RankedPool pool(order);
    return EventSimulation(jobs, processors, machine, pool).run();
  }
  Schedule schedule = empty_schedule(jobs, processors);
  uint32_t useful = useful_processors(jobs, processors);
  Keep keep(order, useful, schedule);
  schedule.makespan = with_counters(order, useful, keep);
  if (jobs.first_solution) end_schedule(jobs, schedule);
  return schedule;
}

Result<std::vector<uint64_t>> sweep_makespans(const ListOrder& order, std::span<const uint32_t> processors,
                                              uint32_t threads) {
  for (uint32_t p : processors)
    if (p == 0 || p > kMostProcessors)
      return fail(fmt::format("sweep: {} processors, expected 1 to {}", p, kMostProcessors));
  std::vector<Result<uint64_t>> found(processors.size(), 0);
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (size_t i; (i = next++) < processors.size();) found[i] = certified_makespan(order, processors[i]);
  };
  {
    std::vector<std::jthread> others;
    for (uint32_t t = 1; t < threads; ++t) others.emplace_back(work);
    work();
  }
  std::vector<uint64_t> makespans;
  for (Result<uint64_t>& one : found) {
    if (!one) return error_of(one);
    makespans.push_back(*one);
  }
  return makespans;
}

} // namespace unply
