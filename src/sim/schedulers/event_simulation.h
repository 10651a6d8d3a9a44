// A parallel execution event by event, with the overheads of a machine and with locks. Ready tasks are in a Pool, which
// decides which processor takes which task; the rest is the same for all schedulers that decide at run time:
//
// - A processor that takes a task spends steal_ns if another made it ready, task_ns, and lock_ns if it holds a lock,
// then
//   the task runs. Tasks without predecessors are ready when the parallel region opens, made so by processor 0.
// - When a task ends, its processor makes its children ready one after the other, spawn_ns each, before it takes the
// next.
// - At each moment all ends come first, by processor; then processors that have become idle take from their own, then
// all
//   idle ones from any, by number. So the result follows from the input alone.
#pragma once
#include "sim/schedulers/ready_queue.h"
#include "sim/schedulers/request.h"
#include <algorithm>
#include <optional>
#include <queue>
#include <unordered_map>

namespace unply {

struct TakenTask {
  uint32_t task;
  uint32_t maker; // the processor that made it ready
};

// Pool: put(processor, task) a task that became ready; take_own(processor), take_any(processor); kWaitsForLocks:
// whether a processor waits for the lock of the task it took, first come first served. Otherwise rank(task) says which
// of those that wait goes first, and put_back(task) gives it back when the lock is free.
template <class Pool> class EventSimulation {
public:
  EventSimulation(const JobGraph& jobs, uint32_t processors, const Machine& machine, Pool& pool)
      : jobs_(jobs), machine_(machine), pool_(pool), schedule_(empty_schedule(jobs, processors)),
        workers_(useful_processors(jobs, processors)), idle_(static_cast<uint32_t>(workers_.size())),
        waits_(jobs.tasks()), now_(processors > 1 ? machine.fork_ns : 0) {}

  Schedule run() {
    for (uint32_t v = 0; v < jobs_.tasks(); ++v) {
      waits_[v] = static_cast<uint32_t>(jobs_.dag.predecessors(v).size());
      if (waits_[v] == 0) pool_.put(0, v);
    }
    for (uint32_t p = 0; p < workers_.size(); ++p) become_idle(p);
    while (true) {
      dispatch();
      if (events_.empty()) break;
      now_ = events_.top().first;
      while (!events_.empty() && events_.top().first == now_) {
        uint32_t p = events_.top().second;
        events_.pop();
        proceed(p);
      }
    }
    end_schedule(jobs_, schedule_);
    return std::move(schedule_);
  }

private:
  struct Worker {
    TakenTask taken{};              // running, or waiting for its lock
    bool running = false;           // else it makes children ready
    uint64_t prepared = 0;          // when steal and task overheads of a task that waits for its lock are over
    std::vector<uint32_t> children; // not yet made ready, last first
  };
  struct Lock {
    bool held = false;
    std::queue<uint32_t> workers; // that wait
    std::priority_queue<std::pair<uint32_t, uint32_t>, std::vector<std::pair<uint32_t, uint32_t>>, std::greater<>>
        tasks; // that wait: rank and task
  };

  uint32_t lock_of(uint32_t v) const { return jobs_.lock.empty() ? kNoLock : jobs_.lock[v]; }

  void become_idle(uint32_t p) {
    idle_.insert(p);
    freed_.push_back(p);
  }

  void dispatch() {
    std::ranges::sort(freed_);
    for (uint32_t p : freed_)
      if (auto taken = pool_.take_own(p)) {
        idle_.erase(p);
        begin(p, *taken);
      }
    freed_.clear();
    while (!idle_.empty()) {
      uint32_t p = idle_.take_least();
      auto taken = next_startable(p);
      if (!taken) {
        idle_.insert(p);
        return;
      }
      begin(p, *taken);
    }
  }

  std::optional<TakenTask> next_startable(uint32_t p) {
    while (auto taken = pool_.take_any(p)) {
      uint32_t lock = lock_of(taken->task);
      if constexpr (!Pool::kWaitsForLocks)
        if (lock != kNoLock && locks_[lock].held) {
          locks_[lock].tasks.push({pool_.rank(taken->task), taken->task});
          continue;
        }
      return taken;
    }
    return std::nullopt;
  }

  void begin(uint32_t p, TakenTask taken) {
    uint64_t prepared = now_ + (taken.maker == p ? 0 : machine_.steal_ns) + machine_.task_ns;
    workers_[p].taken = taken;
    uint32_t lock = lock_of(taken.task);
    if (lock == kNoLock) return run_from(p, prepared);
    if (!locks_[lock].held) {
      locks_[lock].held = true;
      return run_from(p, prepared + machine_.lock_ns);
    }
    workers_[p].prepared = prepared;
    locks_[lock].workers.push(p);
  }

  void run_from(uint32_t p, uint64_t time) {
    uint32_t v = workers_[p].taken.task;
    schedule_.start[v] = time;
    schedule_.processor[v] = p;
    workers_[p].running = true;
    events_.push({time + jobs_.length[v], p});
  }

  void proceed(uint32_t p) {
    Worker& worker = workers_[p];
    if (worker.running) {
      end_task(p);
    } else {
      pool_.put(p, worker.children.back());
      worker.children.pop_back();
    }
    while (machine_.spawn_ns == 0 && !worker.children.empty()) {
      pool_.put(p, worker.children.back());
      worker.children.pop_back();
    }
    if (worker.children.empty())
      become_idle(p);
    else
      events_.push({now_ + machine_.spawn_ns, p});
  }

  void end_task(uint32_t p) {
    Worker& worker = workers_[p];
    worker.running = false;
    for (uint32_t w : jobs_.dag.successors(worker.taken.task))
      if (--waits_[w] == 0) worker.children.push_back(w);
    std::ranges::reverse(worker.children);
    if (uint32_t lock = lock_of(worker.taken.task); lock != kNoLock) release(locks_[lock]);
  }

  void release(Lock& lock) {
    lock.held = false;
    if constexpr (Pool::kWaitsForLocks) {
      if (lock.workers.empty()) return;
      uint32_t p = lock.workers.front();
      lock.workers.pop();
      lock.held = true;
      run_from(p, std::max(now_, workers_[p].prepared) + machine_.lock_ns);
    } else if (!lock.tasks.empty()) {
      pool_.put_back(lock.tasks.top().second);
      lock.tasks.pop();
    }
  }

  const JobGraph& jobs_;
  const Machine& machine_;
  Pool& pool_;
  Schedule schedule_;
  std::vector<Worker> workers_;
  ReadyQueue idle_;
  std::vector<uint32_t> waits_, freed_;
  std::unordered_map<uint32_t, Lock> locks_;   // looked up only, never in its order
  using Event = std::pair<uint64_t, uint32_t>; // time and processor: each has at most one
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  uint64_t now_;
};

} // namespace unply
