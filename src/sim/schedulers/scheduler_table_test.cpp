// The five small graphs with the makespans and starts that follow from the definitions by hand.
#include "sim/schedulers/all_schedulers.h"
#include "sim/testing/small_job_graphs.h"

using namespace unply;

namespace {
Schedule checked(const JobGraph& jobs, std::string_view name, uint32_t processors,
                 const SchedulerOptions& options = {}) {
  const Scheduler* scheduler = find_scheduler(name);
  REQUIRE(scheduler != nullptr);
  auto schedule = scheduler->run(jobs, processors, options);
  REQUIRE(schedule);
  auto certificate = check_schedule(jobs, *schedule);
  REQUIRE_MESSAGE(certificate, (certificate ? "" : certificate.error().what));
  return *schedule;
}

using Starts = std::vector<uint64_t>;
using Places = std::vector<uint32_t>;

void check_starts(const JobGraph& jobs, std::string_view name, uint32_t processors, const Starts& starts,
                  const Places& places) {
  CAPTURE(name);
  Schedule schedule = checked(jobs, name, processors);
  CHECK(schedule.start == starts);
  CHECK(schedule.processor == places);
}

struct Expected {
  JobGraph jobs;
  uint64_t work;
  std::vector<std::pair<const char*, std::array<uint64_t, 2>>> makespans; // on two and on three processors
};
} // namespace

TEST_CASE("schedulers: makespans of the five small graphs") {
  const Expected all[] = {
      {small_graph_a(), 22, {{"hlfet", {14, 12}}, {"fifo", {14, 12}}, {"subsets", {14, 12}}, {"andp", {14, 12}}}},
      {small_graph_b(),
       12,
       {{"hlfet", {7, 5}}, {"fifo", {7, 5}}, {"subsets", {7, 5}}, {"andp", {7, 5}}, {"steal", {6, 5}}}},
      {small_graph_c(),
       34,
       {{"hlfet", {18, 12}},
        {"fifo", {17, 12}},
        {"subsets", {22, 17}},
        {"subsets+", {17, 12}},
        {"andp", {20, 13}},
        {"andp-fifo", {17, 12}}}},
      {small_graph_d(),
       20,
       {{"hlfet", {12, 9}}, {"fifo", {12, 9}}, {"subsets", {11, 9}}, {"andp", {12, 9}}, {"andp-fifo", {11, 9}}}},
      {small_graph_e(), 11, {{"hlfet", {6, 5}}, {"fifo", {6, 5}}, {"subsets", {6, 5}}, {"andp", {6, 5}}}},
  };
  for (const Expected& graph : all) {
    CAPTURE(graph.work);
    for (const Scheduler& scheduler : schedulers())
      CHECK_MESSAGE(checked(graph.jobs, scheduler.name, 1).makespan == graph.work, scheduler.name);
    for (const auto& [name, makespans] : graph.makespans)
      for (uint32_t p : {2u, 3u}) {
        CAPTURE(name);
        CAPTURE(p);
        CHECK(checked(graph.jobs, name, p).makespan == makespans[p - 2]);
      }
  }
}

TEST_CASE("subsets: starts and processors") {
  check_starts(small_graph_a(), "subsets", 2, {0, 2, 3, 6, 8, 10, 2, 11, 12}, {0, 0, 0, 0, 1, 0, 1, 0, 0});
  check_starts(small_graph_c(), "subsets", 2, {0, 0, 2, 3, 5, 5, 9, 9, 13}, {0, 1, 1, 0, 0, 1, 0, 1, 0});
  // Step 2 as printed would end at 3, before the span.
  JobGraph fork = job_graph_with({1, 2, 3}, {{0, 1}, {0, 2}});
  CHECK(checked(fork, "subsets", 2).makespan == 4);
  check_starts(fork, "subsets", 2, {0, 1, 1}, {0, 0, 1});
}

TEST_CASE("andp: starts and processors") {
  check_starts(small_graph_c(), "andp", 2, {0, 3, 5, 7, 9, 12, 13, 16, 3}, {0, 0, 0, 0, 0, 1, 0, 1, 1});
  // A join starts once, after both of its predecessors; the idle processor 1 steals it long before, and waits.
  JobGraph join = job_graph_with({1, 2, 5, 1}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  check_starts(join, "andp", 2, {0, 1, 1, 6}, {0, 1, 0, 1});
}

TEST_CASE("steal: the owner takes its newest task, thieves the oldest, and the seed decides the victims") {
  // 0 makes 1, 2, 3, 4 ready on processor 0.
  JobGraph fork = job_graph_with({1, 4, 4, 4, 2}, {{0, 1}, {0, 2}, {0, 3}, {0, 4}});
  check_starts(fork, "steal", 2, {0, 1, 5, 3, 1}, {0, 1, 1, 0, 0});
  std::mt19937 random(5);
  JobGraph wide = random_job_graph(200, 300, 1000, random);
  Schedule first = checked(wide, "steal", 8), again = checked(wide, "steal", 8);
  CHECK(first.processor == again.processor);
  CHECK(first.start == again.start);
  SchedulerOptions other;
  other.seed = 2;
  CHECK(checked(wide, "steal", 8, other).processor != first.processor);
}

TEST_CASE("schedulers: bad requests") {
  for (const Scheduler& scheduler : schedulers()) {
    CAPTURE(scheduler.name);
    auto none = scheduler.run(small_graph_a(), 0, {});
    REQUIRE(!none);
    CHECK(none.error().what.find("0 processors, expected at least 1") != std::string::npos);
  }
  for (const char* name : {"hlfet", "subsets", "andp", "steal", "dynamic"}) {
    SchedulerOptions slow;
    slow.machine.task_ns = uint64_t{1} << 61;
    CHECK(!find_scheduler(name)->run(small_graph_a(), 2, slow));
  }
  CHECK(find_scheduler("heft") == nullptr);
}

TEST_CASE("schedulers: a graph without tasks") {
  JobGraph empty = job_graph_with(std::vector<uint64_t>{}, {});
  for (const Scheduler& scheduler : schedulers()) {
    CAPTURE(scheduler.name);
    CHECK(checked(empty, scheduler.name, 3).makespan == 0);
  }
}
