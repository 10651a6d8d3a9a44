// Test helper: random runs of a team that obey the rules of the events: parallel regions with loops, barriers, tasks
// that wait for others by their depend clauses, locks. Work takes whole units of time. Waits end when what they wait
// for happens, but for the number of the event in ns, so that with long units every cause comes before its effect.
#pragma once
#include "timeline/testing/sample_events.h"
#include <map>
#include <random>

namespace unply {

struct RandomTask {
  uint32_t number, creator_lane;
  uint64_t created_ns;
  std::vector<std::pair<uint8_t, uint64_t>> clauses;
};

class RandomRun {
public:
  RandomRun(uint32_t seed, uint32_t lanes, uint64_t unit_ns)
      : random_(seed), now_(lanes), lanes_(lanes), unit_ns_(unit_ns) {
    for (uint32_t lane = 0; lane < lanes; ++lane)
      events.thread(lane == 0 ? kThreadInitial : kThreadOpenmp, lane == 0 ? 0 : (3 + lane) * unit_ns, 0);
    now_[0] = 3 + lanes; // when all threads are there
    region_site_ = events.site("r.c", 3, "work");
    loop_site_ = events.site("r.c", 5, "work");
    task_site_ = events.site("r.c", 9, "spawn");
  }

  SampleEvents events;
  std::vector<RandomTask> tasks; // in the order of creation, all of one parent for each region
  std::vector<uint32_t> region_of_task;
  uint64_t work_ns = 0; // all of it

  void region(uint32_t number) {
    work(0, 20);
    uint64_t fork = now_[0];
    put(0, fork, kEventParallelBegin, number, lanes_, region_site_);
    for (uint32_t lane = 0; lane < lanes_; ++lane) {
      now_[lane] = fork;
      for (const auto& [kind, a] : late_[lane]) put(lane, fork, static_cast<UnplyEventKind>(kind), a);
      late_[lane].clear();
      put(lane, fork, kEventImplicitBegin, number, uint64_t{lanes_} << 32 | lane);
    }
    for (uint32_t construct = random_() % 3; construct-- > 0;) {
      if (random_() % 2 == 0) loop();
      if (random_() % 2 == 0) locked();
    }
    if (random_() % 2 == 0) make_tasks(number);
    uint64_t end = meet(true);
    for (uint32_t lane = 0; lane < lanes_; ++lane) {
      if (lane == 0) {
        put(lane, end, kEventWaitEnd, kWaitBarrierImplicit);
        put(lane, end, kEventImplicitEnd, number);
      } else {
        late_[lane] = {{kEventWaitEnd, kWaitBarrierImplicit}, {kEventImplicitEnd, number}};
      }
    }
    now_[0] = end;
    put(0, end, kEventParallelEnd, number);
  }

  void finish() {
    work(0, 10);
    for (uint32_t lane = 0; lane < lanes_; ++lane) events.set_end(lane, (now_[0] + 1) * unit_ns_);
  }

private:
  void put(uint32_t lane, uint64_t time, UnplyEventKind kind, uint64_t a = 0, uint64_t b = 0, uint32_t site = 0) {
    events.put(lane, time * unit_ns_ + (unit_ns_ > 1 ? ++events_ : 0), kind, a, b, site);
  }
  void work(uint32_t lane, uint32_t most) {
    uint64_t time_ns = random_() % most;
    now_[lane] += time_ns;
    work_ns += time_ns;
  }
  // A barrier that all enter; gives the time at which the last one did. Tasks left over run inside.
  uint64_t meet(bool last) {
    for (uint32_t lane = 0; lane < lanes_; ++lane) {
      work(lane, 20);
      put(lane, now_[lane], kEventWaitBegin, kWaitBarrierImplicit);
    }
    run_tasks();
    uint64_t end = *std::max_element(now_.begin(), now_.end());
    for (uint32_t lane = 0; lane < lanes_ && !last; ++lane) {
      put(lane, end, kEventWaitEnd, kWaitBarrierImplicit);
      now_[lane] = end;
    }
    return end;
  }
  void loop() {
    for (uint32_t lane = 0; lane < lanes_; ++lane)
      put(lane, now_[lane], kEventWorkBegin, kWorkLoopDynamic, 12, loop_site_);
    for (uint32_t first = 0; first < 12; first += 3) {
      auto lane = static_cast<uint32_t>(std::min_element(now_.begin(), now_.end()) - now_.begin());
      put(lane, now_[lane], kEventChunk, first, 3);
      work(lane, 30);
    }
    for (uint32_t lane = 0; lane < lanes_; ++lane)
      put(lane, now_[lane], kEventWorkEnd, kWorkLoopDynamic, 0, loop_site_);
    meet(false);
  }
  // Each takes the lock once, in the order of coming.
  void locked() {
    uint64_t free_ns = 0;
    std::vector<uint32_t> order(lanes_);
    for (uint32_t lane = 0; lane < lanes_; ++lane) order[lane] = lane, work(lane, 25);
    std::sort(order.begin(), order.end(),
              [&](uint32_t x, uint32_t y) { return std::pair(now_[x], x) < std::pair(now_[y], y); });
    for (uint32_t lane : order) {
      if (now_[lane] < free_ns) {
        put(lane, now_[lane], kEventLockWait, kLockCritical, 77);
        now_[lane] = free_ns;
      }
      put(lane, now_[lane], kEventLockAcquired, kLockCritical, 77);
      now_[lane] += 1 + random_() % 8;
      put(lane, now_[lane], kEventLockReleased, kLockCritical, 77);
      free_ns = now_[lane];
    }
  }
  void make_tasks(uint32_t region) {
    for (uint32_t count = 1 + random_() % 8; count-- > 0;) {
      work(0, 6);
      RandomTask task{++last_task_, 0, now_[0], {}};
      put(0, now_[0], kEventTaskCreate, task.number, 0, task_site_);
      for (uint32_t clauses = random_() % 3; clauses-- > 0;) {
        task.clauses.push_back({static_cast<uint8_t>(kDependIn + random_() % 5), 100 + random_() % 3});
        put(0, now_[0], kEventTaskDependence, task.clauses.back().first, task.clauses.back().second);
      }
      waiting_.push_back(task);
      tasks.push_back(task);
      region_of_task.push_back(region);
    }
  }
  // In the order of creation, one after the other where clauses might order them, each on the thread that is first
  // free.
  void run_tasks() {
    for (const RandomTask& task : waiting_) {
      auto lane = static_cast<uint32_t>(std::min_element(now_.begin(), now_.end()) - now_.begin());
      uint64_t start = std::max({now_[lane], task.created_ns, task.clauses.empty() ? 0 : chain_end_});
      if (!task.clauses.empty()) {
        for (uint32_t other = 0; other < lanes_; ++other)
          if (now_[other] <= start && now_[other] > now_[lane]) lane = other;
      }
      now_[lane] = start;
      put(lane, start, kEventTaskSwitch, kTaskOtherReason, task.number);
      work(lane, 40);
      put(lane, now_[lane], kEventTaskSwitch, kTaskCompleted, uint64_t{task.number} << 32);
      if (!task.clauses.empty()) chain_end_ = now_[lane];
    }
    waiting_.clear();
  }

  std::mt19937 random_;
  std::vector<uint64_t> now_;
  uint32_t lanes_, region_site_, loop_site_, task_site_, last_task_ = 0;
  uint64_t unit_ns_, events_ = 0, chain_end_ = 0;
  std::vector<RandomTask> waiting_;
  std::map<uint32_t, std::vector<std::pair<int, uint64_t>>>
      late_; // events that libomp delivers when the next region begins
};

inline RandomRun random_run(uint32_t seed, uint64_t unit_ns) {
  RandomRun run(seed, 1 + seed % 4, unit_ns);
  for (uint32_t region = 1; region <= 5; ++region) run.region(region);
  run.finish();
  return run;
}

inline SampleEvents random_events(uint32_t seed) { return random_run(seed, 1).events; }

} // namespace unply
