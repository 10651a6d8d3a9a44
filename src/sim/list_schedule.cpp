// The ideal machine has a loop of its own without overheads, locks and owners of tasks: 0.05 us a task instead of 0.3.
// Events wait in a binary heap up to kMostInBinaryHeap processors, in a radix heap above, where a binary heap would
// spend most of the time.
#include "sim/list_schedule.h"
#include "sim/event_simulation.h"
#include "sim/radix_heap.h"
#include "sim/ready_queue.h"
#include "sim/scheduling.h"
#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <limits>
#include <thread>

namespace unply {

namespace {
constexpr uint32_t kMostInBinaryHeap = 32;

struct Running {
  uint32_t rank, processor;
};

class BinaryHeap {
public:
  struct Event {
    uint64_t time;
    Running item;
  };
  bool empty() const { return events_.empty(); }
  uint64_t now() const { return now_; }
  void push(uint64_t time, Running item) {
    events_.push_back({time, item});
    std::ranges::push_heap(events_, std::greater{}, &Event::time);
  }
  void take_earliest(std::vector<Event>& taken) {
    taken.clear();
    now_ = events_.front().time;
    do {
      std::ranges::pop_heap(events_, std::greater{}, &Event::time);
      taken.push_back(events_.back());
      events_.pop_back();
    } while (!events_.empty() && events_.front().time == now_);
  }

private:
  uint64_t now_ = 0;
  std::vector<Event> events_;
};

// Keeps nothing but the number of tasks.
struct Count {
  uint32_t started = 0;
  void start(uint32_t, uint64_t, uint32_t) { ++started; }
};

struct Keep {
  const ListOrder& order;
  Schedule& schedule;
  void start(uint32_t rank, uint64_t time, uint32_t processor) {
    uint32_t v = order.task[rank];
    schedule.start[v] = time;
    schedule.processor[v] = processor;
  }
};

// Returns the makespan. Small counters are a quarter of the memory that each edge hits at random.
template <class Counter, class Events, class Record>
uint64_t simulate_ideal(const ListOrder& order, uint32_t processors, Record& record) {
  std::vector<Counter> waits(order.waits_for.begin(), order.waits_for.end());
  ReadyQueue ready(order.tasks()), idle(processors);
  for (uint32_t p = 0; p < processors; ++p) idle.insert(p);
  for (uint32_t r = 0; r < order.tasks(); ++r)
    if (waits[r] == 0) ready.insert(r);
  Events events;
  std::vector<typename Events::Event> ended;
  while (true) {
    while (!ready.empty() && !idle.empty()) {
      uint32_t r = ready.take_least(), p = idle.take_least();
      record.start(r, events.now(), p);
      events.push(events.now() + order.length[r], {r, p});
    }
    if (events.empty()) return events.now();
    events.take_earliest(ended);
    for (const auto& event : ended) {
      idle.insert(event.item.processor);
      for (uint32_t e = order.first[event.item.rank]; e < order.first[event.item.rank + 1]; ++e)
        if (--waits[order.successors[e]] == 0) ready.insert(order.successors[e]);
    }
  }
}

template <class Counter, class Record>
uint64_t with_events(const ListOrder& order, uint32_t processors, Record& record) {
  return processors <= kMostInBinaryHeap ? simulate_ideal<Counter, BinaryHeap>(order, processors, record)
                                         : simulate_ideal<Counter, RadixHeap<Running>>(order, processors, record);
}

template <class Record> uint64_t with_counters(const ListOrder& order, uint32_t processors, Record& record) {
  processors = std::clamp(order.tasks(), 1u, processors);
  bool small = std::ranges::all_of(order.waits_for, [](uint32_t count) { return count <= 0xff; });
  return small ? with_events<uint8_t>(order, processors, record) : with_events<uint32_t>(order, processors, record);
}

Result<uint64_t> certified_makespan(const ListOrder& order, uint32_t processors) {
  Count count;
  uint64_t makespan = with_counters(order, processors, count);
  using Wide = unsigned __int128;
  bool all = count.started == order.tasks();
  bool long_enough = makespan >= order.span && Wide{makespan} * processors >= order.work;
  bool greedy = Wide{makespan} * processors <= Wide{order.work} + Wide{order.span} * (processors - 1);
  if (all && long_enough && greedy) return makespan;
  return fail(
      fmt::format("list schedule: {} of {} tasks in {} on {} processors, outside the bounds for work {}, span {}",
                  count.started, order.tasks(), makespan, processors, order.work, order.span));
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

Result<Schedule> list_schedule(const JobGraph& jobs, const ListOrder& order, uint32_t processors,
                               const Machine& machine) {
  if (auto checked = check_request(jobs, processors, machine); !checked) return std::unexpected(checked.error());
  if (order.tasks() != jobs.tasks())
    return fail(fmt::format("list schedule: an order of {} tasks for a job graph of {}", order.tasks(), jobs.tasks()));
  if (!machine.ideal() || has_locks(jobs)) {
    RankedPool pool(order);
    return EventSimulation(jobs, processors, machine, pool).run();
  }
  Schedule schedule = empty_schedule(jobs, processors);
  Keep keep{order, schedule};
  with_counters(order, processors, keep);
  end_schedule(jobs, schedule);
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
    if (!one) return std::unexpected(one.error());
    makespans.push_back(*one);
  }
  return makespans;
}

} // namespace unply
