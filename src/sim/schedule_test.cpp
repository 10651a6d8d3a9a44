// The certificate of a schedule refuses each kind of wrong schedule with its own words: nothing else stands between a
// scheduler's mistake and a printed speedup. Likewise a job graph whose columns do not fit.
#include "sim/schedule.h"
#include "sim/schedulers/list_schedule.h"
#include "sim/testing/small_job_graphs.h"
#include <functional>

using namespace unply;

namespace {
std::string refusal(const JobGraph& jobs, const Schedule& schedule) {
  auto checked = check_schedule(jobs, schedule);
  return checked ? "accepted" : checked.error().what;
}

// 0 (2) before 2 (3); 1 (4) beside them. Task 3 takes no time.
JobGraph four_tasks() { return job_graph_with({2, 4, 3, 0}, {{0, 2}, {1, 3}}); }
const Schedule kGood{2, {0, 0, 2, 4}, {0, 1, 0, 0}, 5};
} // namespace

TEST_CASE("schedule: the certificate refuses each kind of damage") {
  JobGraph jobs = four_tasks();
  REQUIRE(refusal(jobs, kGood) == "accepted");
  const std::pair<const char*, std::function<void(Schedule&)>> kDamages[] = {
      {"has no processor", [](Schedule& s) { s.processors = 0; }},
      {"3 starts for 4 tasks", [](Schedule& s) { s.start.pop_back(); }},
      {"4 starts for 4 tasks", [](Schedule& s) { s.processor.pop_back(); }},
      {"task 1 is never run", [](Schedule& s) { s.processor[1] = kNotRun; }},
      {"task 1 runs on processor 2 of 2", [](Schedule& s) { s.processor[1] = 2; }},
      {"task 2 starts at 1, before its predecessor 0 has ended", [](Schedule& s) { s.start[2] = 1; }},
      {"task 3 starts at 3, before its predecessor 1 has ended", [](Schedule& s) { s.start[3] = 3; }},
      {"task 2 ends at 5, after the makespan 4", [](Schedule& s) { s.makespan = 4; }},
      {"tasks 0 and 1 overlap on processor 0", [](Schedule& s) { s.processor = {0, 0, 1, 0}; }},
      {"tasks 1 and 2 overlap on processor 1", [](Schedule& s) { s.start[2] = 3, s.processor[2] = 1, s.makespan = 6; }},
  };
  for (const auto& [words, damage] : kDamages) {
    Schedule bad = kGood;
    damage(bad);
    CHECK(refusal(jobs, bad) == std::string("schedule: ") + words);
  }
  Schedule behind = kGood; // half-open: one task may start when another ends
  behind.start[2] = 4, behind.processor[2] = 1, behind.makespan = 7;
  CHECK(refusal(jobs, behind) == "accepted");
}

TEST_CASE("schedule: two tasks that hold one lock never run at once") {
  JobGraph jobs = four_tasks();
  jobs.lock = {7, 7, kNoLock, 7};
  CHECK(refusal(jobs, kGood) == "schedule: tasks 0 and 1 overlap on lock 7");
  CHECK(refusal(jobs, {2, {0, 2, 2, 6}, {0, 1, 0, 0}, 6}) == "accepted");
  jobs.lock[1] = 8;
  CHECK(refusal(jobs, kGood) == "accepted");
  jobs.lock[1] = 0xfffffff0;
  CHECK(refusal(jobs, kGood) == "schedule: lock 4294967280 of 4 tasks, too large");
}

TEST_CASE("schedule: with a first solution tasks may be left out, but not what others wait for") {
  JobGraph jobs = four_tasks();
  jobs.first_solution = true;
  jobs.success_leaves = {2};
  Schedule ends = kGood;
  ends.processor[3] = kNotRun;
  CHECK(refusal(jobs, ends) == "accepted");
  ends.start[1] = 5; // started with the solution, and ended by it
  CHECK(refusal(jobs, ends) == "accepted");
  ends.start[1] = 6;
  CHECK(refusal(jobs, ends) == "schedule: task 1 ends at 10, after the makespan 5");
  ends = kGood;
  ends.processor[0] = kNotRun;
  CHECK(refusal(jobs, ends) == "schedule: task 2 starts at 2, before its predecessor 0 has ended");
}

TEST_CASE("list schedule: a makespan outside its bounds, or of some tasks only, is refused") {
  ListOrder order = critical_path_order(job_graph_with({2, 4, 3}, {{0, 2}})); // work 9, span 5
  auto refused = [&](uint32_t processors, uint64_t started, uint64_t makespan) {
    auto checked = check_list_makespan(order, processors, started, makespan);
    return checked ? "accepted" : checked.error().what;
  };
  const std::string kOutside = ", outside the bounds for work 9, span 5";
  CHECK(refused(2, 3, 5) == "accepted");
  CHECK(refused(2, 3, 7) == "accepted");
  CHECK(refused(2, 2, 5) == "list schedule: 2 of 3 tasks in 5 on 2 processors" + kOutside);
  CHECK(refused(2, 3, 4) == "list schedule: 3 of 3 tasks in 4 on 2 processors" + kOutside); // below the span
  CHECK(refused(1, 3, 8) == "list schedule: 3 of 3 tasks in 8 on 1 processors" + kOutside); // below the work
  CHECK(refused(2, 3, 8) == "list schedule: 3 of 3 tasks in 8 on 2 processors" + kOutside); // above Graham's
}

TEST_CASE("job graph: columns that do not fit are refused") {
  auto refused = [](auto damage) {
    JobGraph jobs = four_tasks();
    damage(jobs);
    auto checked = check_job_graph(jobs);
    return checked ? "accepted" : checked.error().what;
  };
  constexpr uint64_t kMost = ~uint64_t{0} >> 1;
  const std::string kLengths = "job graph: columns of different length, expected 4 rows in each";
  CHECK(refused([](JobGraph&) {}) == "accepted");
  CHECK(refused([](JobGraph& j) { j.length.pop_back(); }) == kLengths);
  CHECK(refused([](JobGraph& j) { j.length_most = {2, 4, 3}; }) == kLengths);
  CHECK(refused([](JobGraph& j) { j.id.push_back(4); }) == kLengths);
  CHECK(refused([](JobGraph& j) { j.region.clear(); }) == kLengths);
  CHECK(refused([](JobGraph& j) { j.lock = {0}; }) == kLengths);
  CHECK(refused([](JobGraph& j) { j.length = {kMost, 0, 0, 0}; }) == "accepted");
  CHECK(refused([](JobGraph& j) { j.length = {kMost - 1, 1, 1, 0}; }) ==
        "job graph: the lengths of its tasks add up to more than 9223372036854775807 units");
  CHECK(refused([](JobGraph& j) { j.length_most = {kMost, 4, 3, 0}; }) ==
        "job graph: the lengths of its tasks add up to more than 9223372036854775807 units");
  const std::string kTask2 = "job graph: task 2 has an unknown region or a longest time below its time";
  CHECK(refused([](JobGraph& j) { j.region[2] = 1; }) == kTask2);
  CHECK(refused([](JobGraph& j) { j.length_most = {2, 4, 2, 0}; }) == kTask2);
  CHECK(refused([](JobGraph& j) { j.length_most = {2, 5, 3, 0}; }) == "accepted");
  CHECK(refused([](JobGraph& j) { j.success_leaves = {3, 4}; }) ==
        "job graph: success leaf 4 of 4 tasks does not exist");
}
