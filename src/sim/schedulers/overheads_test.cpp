// Overheads, locks and first solutions in the schedulers that decide while they run, by hand.
#include "sim/schedulers/all_schedulers.h"
#include "sim/testing/small_job_graphs.h"

using namespace unply;

namespace {
using Starts = std::vector<uint64_t>;

Schedule certified(const JobGraph& jobs, Result<Schedule> schedule) {
  REQUIRE(schedule);
  auto certificate = check_schedule(jobs, *schedule);
  REQUIRE_MESSAGE(certificate, (certificate ? "" : certificate.error().what));
  return *schedule;
}

SchedulerOptions on(const Machine& machine) {
  SchedulerOptions options;
  options.machine = machine;
  return options;
}
} // namespace

TEST_CASE("overheads: of each task, and of a parallel region on more than one processor") {
  JobGraph chain = job_graph_with({10, 20}, {{0, 1}});
  Machine machine{.name = "m", .task_ns = 3, .fork_ns = 100};
  for (const char* name : {"hlfet", "fifo", "subsets", "subsets+", "andp", "andp-fifo", "steal"}) {
    CAPTURE(name);
    auto run = find_scheduler(name)->run;
    CHECK(certified(chain, run(chain, 2, on(machine))).start == Starts{103, 116});
    CHECK(certified(chain, run(chain, 1, on(machine))).start == Starts{3, 16});
  }
}

TEST_CASE("overheads: children are made ready one after the other, by the processor that ended their predecessor") {
  JobGraph fork = job_graph_with({10, 50, 50, 50}, {{0, 1}, {0, 2}, {0, 3}});
  Machine machine{.name = "m", .spawn_ns = 4, .steal_ns = 7};
  // Ready at 14, 18, 22. Processors 1 and 2 take 1 and 2 when they appear; 0 is free at 22.
  for (const char* name : {"hlfet", "steal"}) {
    CAPTURE(name);
    Schedule schedule = certified(fork, find_scheduler(name)->run(fork, 3, on(machine)));
    CHECK(schedule.start == Starts{0, 21, 25, 22});
    CHECK(schedule.processor == std::vector<uint32_t>{0, 1, 2, 0});
  }
  // andp: 1 and 2 take the first two of the stack and wait for them.
  CHECK(certified(fork, schedule_andp(fork, 3, on(machine))).start == Starts{0, 21, 25, 22});
}

TEST_CASE("overheads: tasks of no predecessor were made ready by processor 0") {
  JobGraph two = job_graph_with({5, 5}, {});
  Machine machine{.name = "m", .spawn_ns = 4, .steal_ns = 7};
  CHECK(certified(two, schedule_hlfet(two, 2, on(machine))).start == Starts{0, 7});
  CHECK(certified(two, schedule_steal(two, 2, on(machine))).start == Starts{7, 0}); // 0 takes the newest
}

TEST_CASE("locks: one holder at a time, lock_ns each") {
  JobGraph jobs = job_graph_with({6, 6, 3}, {});
  jobs.lock = {5, 5, kNoLock};
  CHECK(certified(jobs, schedule_hlfet(jobs, 2, {})).start == Starts{0, 6, 0}); // 2 goes before 1, which must wait
  Machine machine{.name = "m", .lock_ns = 2};
  CHECK(certified(jobs, schedule_hlfet(jobs, 2, on(machine))).start == Starts{2, 10, 0});
  // steal: 0 takes 2, 1 steals 0; at 3 processor 0 takes 1 and waits.
  CHECK(certified(jobs, schedule_steal(jobs, 2, on(machine))).start == Starts{2, 10, 0});
  for (const char* name : {"subsets", "subsets+", "andp", "andp-fifo"}) {
    auto refused = find_scheduler(name)->run(jobs, 2, {});
    REQUIRE(!refused);
    CHECK(refused.error().what == std::string(name) + ": tasks hold locks, for which this scheduler is not defined");
  }
}

TEST_CASE("locks: a thief that has not arrived when the lock becomes free takes it when it arrives") {
  JobGraph jobs = job_graph_with({6, 6}, {});
  jobs.lock = {5, 5};
  Machine machine{.name = "m", .task_ns = 10, .steal_ns = 50, .lock_ns = 1};
  CHECK(certified(jobs, schedule_steal(jobs, 2, on(machine))).start == Starts{61, 11});
}

TEST_CASE("locks: the best of the waiting tasks goes next") {
  JobGraph jobs = job_graph_with({2, 2, 2, 9}, {{2, 3}});
  jobs.lock = {1, 1, 1, kNoLock};
  CHECK(certified(jobs, schedule_hlfet(jobs, 3, {})).start == Starts{2, 4, 0, 2});
  CHECK(certified(jobs, schedule_fifo(jobs, 3, {})).start == Starts{0, 2, 4, 6});
}

TEST_CASE("first solution: ends with the earliest success leaf, more than P times faster is possible") {
  // A root with a long failing branch and a short successful one.
  JobGraph tree = job_graph_with({1, 50, 2, 3, 40}, {{0, 1}, {0, 2}, {2, 3}, {3, 4}});
  tree.first_solution = true;
  tree.success_leaves = {3, 4};
  Schedule schedule = certified(tree, schedule_fifo(tree, 2, {}));
  CHECK(schedule.makespan == 6); // sequentially 56
  CHECK(schedule.processor == std::vector<uint32_t>{0, 0, 1, 1, kNotRun});
  CHECK(certified(tree, schedule_fifo(tree, 1, {})).makespan == 56);
  for (const Scheduler& scheduler : schedulers())
    if (scheduler.name != "exact" && scheduler.name != "best") {
      CAPTURE(scheduler.name);
      CHECK(certified(tree, scheduler.run(tree, 2, {})).makespan <= 56);
    }
  tree.success_leaves = {};
  CHECK(certified(tree, schedule_fifo(tree, 2, {})).makespan == 51); // no solution: all of it
}

TEST_CASE("first solution: a leaf without length") {
  JobGraph tree = job_graph_with({2, 0, 0, 5}, {{0, 1}, {1, 2}, {2, 3}});
  tree.first_solution = true;
  tree.success_leaves = {2};
  Schedule schedule = certified(tree, schedule_hlfet(tree, 2, {}));
  CHECK(schedule.makespan == 2);
  CHECK(schedule.processor[2] != kNotRun);
  CHECK(schedule.processor[3] == kNotRun);
}
