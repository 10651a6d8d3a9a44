// What holds of every schedule, on random graphs: with tasks of no length, chains, wide ones, more processors than
// tasks.
#include "sim/bounds/parallelism.h"
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/list_schedule.h"
#include "sim/testing/small_job_graphs.h"

using namespace unply;

namespace {
struct Totals {
  uint64_t work = 0, span = 0;
};

// By the definition, apart from src/sim/bounds/parallelism.cpp.
Totals totals_of(const JobGraph& jobs) {
  Totals totals;
  std::vector<uint64_t> end(jobs.tasks());
  for (uint32_t v = 0; v < jobs.tasks(); ++v) {
    for (uint32_t u : jobs.dag.predecessors(v)) end[v] = std::max(end[v], end[u]);
    end[v] += jobs.length[v];
    totals.work += jobs.length[v];
    totals.span = std::max(totals.span, end[v]);
  }
  return totals;
}

std::vector<JobGraph> sample_graphs() {
  std::mt19937 random(11);
  std::vector<JobGraph> graphs;
  for (int i = 0; i < 120; ++i) {
    uint32_t tasks = 1 + random() % 60;
    graphs.push_back(random_job_graph(tasks, random() % (3 * tasks), i % 3 == 0 ? 2 : 9, random));
  }
  graphs.push_back(job_graph_with(std::vector<uint64_t>(40, 0), {}));
  std::vector<DagEdge> chain;
  for (uint32_t v = 0; v + 1 < 50; ++v) chain.push_back({v, v + 1});
  graphs.push_back(job_graph_with(std::vector<uint64_t>(50, 3), chain));
  graphs.push_back(random_job_graph(500, 0, 10, random));
  for (JobGraph& jobs : graphs) {
    jobs.region_names = {"a", "b"};
    for (uint32_t& region : jobs.region) region = random() % 2;
  }
  return graphs;
}

Machine some_machine(std::mt19937& random) {
  auto cost = [&] { return random() % 2 == 0 ? 0 : random() % 6; };
  return {"m", cost(), cost(), cost(), cost(), cost(), cost()};
}

bool searches(const Scheduler& scheduler) { return scheduler.name == "exact" || scheduler.name == "best"; }

Schedule certified(const JobGraph& jobs, const Scheduler& scheduler, uint32_t p, const SchedulerOptions& options) {
  CAPTURE(scheduler.name);
  CAPTURE(p);
  auto schedule = scheduler.run(jobs, p, options);
  REQUIRE(schedule);
  auto certificate = check_schedule(jobs, *schedule);
  CHECK_MESSAGE(certificate, (certificate ? "" : certificate.error().what));
  return *schedule;
}
} // namespace

TEST_CASE("schedules: between the bounds, on the ideal machine") {
  for (const JobGraph& jobs : sample_graphs()) {
    auto [work, span] = totals_of(jobs);
    for (const Scheduler& scheduler : schedulers())
      for (uint32_t p : {1u, 2u, 3u, 7u, 64u, 700u}) {
        if (searches(scheduler)) continue;
        uint64_t makespan = certified(jobs, scheduler, p, {}).makespan;
        CHECK(makespan >= span);
        CHECK(makespan * p >= work);
        CHECK(makespan <= work);
        if (p == 1) CHECK(makespan == work);
        if (scheduler.greedy) CHECK(makespan * p <= work + (p - 1) * span);
      }
  }
}

TEST_CASE("hlfet: reaches the span on as many processors as tasks run at once") {
  for (const JobGraph& jobs : sample_graphs()) {
    Parallelism parallelism = find_parallelism(jobs);
    CHECK(schedule_hlfet(jobs, std::max(1u, parallelism.width), {})->makespan == totals_of(jobs).span);
  }
}

TEST_CASE("schedules: valid with any overheads and locks, never faster than without") {
  std::mt19937 random(12);
  for (JobGraph& jobs : sample_graphs()) {
    if (random() % 2 == 0) {
      jobs.lock.assign(jobs.tasks(), kNoLock);
      for (uint32_t& lock : jobs.lock)
        if (random() % 3 == 0) lock = random() % 3;
    }
    SchedulerOptions options;
    options.machine = some_machine(random);
    options.chunk = random() % 4;
    options.seed = random();
    auto [work, span] = totals_of(jobs);
    for (const Scheduler& scheduler : schedulers())
      for (uint32_t p : {1u, 2u, 5u, 80u}) {
        if (searches(scheduler)) continue;
        if (!jobs.lock.empty() && !scheduler.run(jobs, p, options)) continue; // refuses locks: see overheads_test
        Schedule schedule = certified(jobs, scheduler, p, options);
        CHECK(schedule.makespan >= span);
        CHECK(schedule.makespan * p >= work);
      }
  }
}

TEST_CASE("schedules: a first solution is a valid end of every schedule") {
  std::mt19937 random(13);
  for (JobGraph& jobs : sample_graphs()) {
    jobs.first_solution = true;
    for (uint32_t v = 0; v < jobs.tasks(); ++v)
      if (jobs.dag.successors(v).empty() && random() % 3 == 0) jobs.success_leaves.push_back(v);
    for (const Scheduler& scheduler : schedulers())
      for (uint32_t p : {1u, 3u})
        if (!searches(scheduler)) certified(jobs, scheduler, p, {});
  }
}

// The loop for the ideal machine and the simulation with overheads are separate code: a lock that nobody else takes, or
// an overhead that never applies, must change nothing.
TEST_CASE("list schedules: the fast loop and the simulation with overheads agree") {
  for (JobGraph& jobs : sample_graphs())
    for (auto run : {schedule_hlfet, schedule_fifo})
      for (uint32_t p : {1u, 2u, 3u, 40u}) {
        Schedule fast = *run(jobs, p, {});
        SchedulerOptions options;
        options.machine.barrier_ns = 1; // there is no loop
        Schedule slow = *run(jobs, p, options);
        CHECK(fast.makespan == slow.makespan);
        CHECK(fast.start == slow.start);
        CHECK(fast.processor == slow.processor);
      }
}

TEST_CASE("list schedules: a sweep with one order gives the makespans of single runs") {
  std::mt19937 random(14);
  JobGraph jobs = random_job_graph(3000, 6000, 20, random);
  ListOrder order = critical_path_order(jobs);
  std::vector<uint32_t> processors = {1, 2, 3, 8, 31, 32, 33, 64, 1024};
  auto sweep = sweep_makespans(order, processors, 2);
  REQUIRE(sweep);
  SchedulerOptions shared;
  shared.critical_path_order = &order;
  for (size_t i = 0; i < processors.size(); ++i) {
    CHECK((*sweep)[i] == schedule_hlfet(jobs, processors[i], {})->makespan);
    CHECK((*sweep)[i] == schedule_hlfet(jobs, processors[i], shared)->makespan);
  }
  CHECK(!sweep_makespans(order, std::vector<uint32_t>{2, 0}, 1));
}

TEST_CASE("list schedules: many predecessors, more than a small counter holds") {
  std::vector<DagEdge> edges;
  for (uint32_t v = 0; v < 700; ++v) edges.push_back({v, 700});
  JobGraph join = job_graph_with(std::vector<uint64_t>(701, 2), edges);
  CHECK(schedule_hlfet(join, 7, {})->makespan == 202);
}
