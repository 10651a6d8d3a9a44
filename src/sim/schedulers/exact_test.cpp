// Optima against the five small graphs and enumeration; limits and refused inputs.
#include "base/testing/rounds.h"
#include "sim/bounds/bounds.h"
#include "sim/bounds/parallelism.h"
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/exact.h"
#include "sim/schedulers/list_search.h"
#include "sim/testing/brute_force.h"
#include "sim/testing/small_job_graphs.h"

using namespace unply;

namespace {
uint64_t optimum_of(const JobGraph& jobs, uint32_t processors) {
  auto found = find_optimum(jobs, processors);
  REQUIRE(found);
  REQUIRE(found->proven());
  REQUIRE(check_schedule(jobs, found->best));
  return found->best.makespan;
}
} // namespace

TEST_CASE("exact: the five small graphs on 1, 2 and 3 processors") {
  const std::pair<JobGraph, std::array<uint64_t, 3>> all[] = {{small_graph_a(), {22, 14, 12}},
                                                              {small_graph_b(), {12, 6, 5}},
                                                              {small_graph_c(), {34, 17, 12}},
                                                              {small_graph_d(), {20, 11, 9}},
                                                              {small_graph_e(), {11, 6, 4}}};
  for (const auto& [jobs, optima] : all)
    for (uint32_t p : {1u, 2u, 3u}) {
      CAPTURE(optima[0]);
      CAPTURE(p);
      CHECK(optimum_of(jobs, p) == optima[p - 1]);
      auto best = schedule_best(jobs, p, {});
      REQUIRE(best);
      CHECK(best->makespan == optima[p - 1]);
    }
}

TEST_CASE("exact: equal to enumeration on random graphs, with empty tasks and locks") {
  std::mt19937 random(21);
  int searched = 0;
  for (int round = 0; round < rounds(2000); ++round) {
    uint32_t n = 3 + random() % (round % 20 == 0 ? 6 : 5);
    JobGraph jobs = random_job_graph(n, random() % (2 * n), 7, random);
    if (round % 3 == 0)
      for (uint32_t v = 0; v < n; ++v) jobs.lock.push_back(random() % 2 == 0 ? random() % 2 : kNoLock);
    uint32_t p = 1 + random() % 3;
    uint64_t optimum = BruteForce(jobs, p).optimum();
    CAPTURE(round);
    CHECK(optimum_of(jobs, p) == optimum);
    // The list schedules and the bound meet on most of these; the search is asked for itself.
    auto reached = decide_makespan(jobs, p, optimum);
    REQUIRE(reached);
    CHECK(reached->reachable == Reachable::yes);
    CHECK(check_schedule(jobs, reached->schedule));
    CHECK(reached->schedule.makespan <= optimum);
    if (optimum == 0) continue;
    auto missed = decide_makespan(jobs, p, optimum - 1);
    REQUIRE(missed);
    CHECK(missed->reachable == Reachable::no);
    searched += BoundsOfGraph::of(jobs)->at(p)->lower < optimum;
  }
  CHECK(searched > rounds(2000) / 40);
}

TEST_CASE("exact: the same nodes give the same schedule, and too few an interval") {
  std::mt19937 random(22);
  int open = 0;
  for (int round = 0; round < 20; ++round) {
    JobGraph jobs = random_job_graph(50, 150, 100, random);
    auto one = find_optimum(jobs, 5, {.seconds = 60, .nodes = 300}),
         two = find_optimum(jobs, 5, {.seconds = 60, .nodes = 300});
    REQUIRE(one);
    REQUIRE(two);
    CHECK(one->best.start == two->best.start);
    CHECK(one->lower == two->lower);
    CHECK(one->nodes <= 300);
    CHECK_FALSE(one->timed_out);
    CHECK(one->lower <= one->best.makespan);
    open += !one->proven();
  }
  CHECK(open > 0);
}

namespace {
// `rows` processors without a gap from 0 to `end`, so that no schedule is shorter; edges, one in `sparse`, from what
// ends to what starts later; numbers shuffled.
JobGraph filled_rows(uint32_t rows, uint64_t end, uint64_t longest, uint32_t sparse, std::mt19937& random) {
  std::vector<std::pair<uint64_t, uint64_t>> tasks; // start, length
  for (uint32_t row = 0; row < rows; ++row)
    for (uint64_t at = 0; at < end;) {
      uint64_t length = std::min<uint64_t>(1 + random() % longest, end - at);
      tasks.push_back({at, length});
      at += length;
    }
  std::ranges::shuffle(tasks, random);
  std::ranges::sort(tasks, {}, &std::pair<uint64_t, uint64_t>::first);
  std::vector<uint64_t> lengths;
  std::vector<DagEdge> edges;
  for (uint32_t v = 0; v < tasks.size(); ++v) {
    lengths.push_back(tasks[v].second);
    for (uint32_t u = 0; u < v; ++u)
      if (tasks[u].first + tasks[u].second <= tasks[v].first && random() % sparse == 0) edges.push_back({u, v});
  }
  JobGraph jobs = job_graph_with(lengths, edges);
  auto other = relabelled(jobs.dag, random);
  std::vector<uint64_t> moved(lengths.size());
  for (uint32_t v = 0; v < lengths.size(); ++v) moved[other.place[v]] = lengths[v];
  return job_graph_with(std::move(other.dag), std::move(moved));
}
} // namespace

TEST_CASE("exact: a makespan reached by construction is never refuted") {
  std::mt19937 random(25);
  int reached = 0;
  for (int round = 0; round < rounds(3000); ++round) {
    // Short tasks of few lengths: there the rules of the search have the most to exchange.
    uint32_t p = 2 + random() % 5;
    uint64_t end = 4 + random() % 9;
    JobGraph jobs = filled_rows(p, end, 1 + random() % 4, 2 + random() % 4, random);
    CAPTURE(round);
    auto decision = decide_makespan(jobs, p, end, {.seconds = 60, .nodes = 5000});
    REQUIRE(decision);
    CHECK(decision->reachable != Reachable::no);
    reached += decision->reachable == Reachable::yes;
    auto later = decide_makespan(jobs, p, end + 1, {.seconds = 60, .nodes = 5000});
    REQUIRE(later);
    CHECK(later->reachable != Reachable::no);
  }
  CHECK(reached > rounds(2900));
}

TEST_CASE("best: near an optimum known by construction") {
  std::mt19937 random(23);
  for (int round = 0; round < 5; ++round) {
    JobGraph jobs = filled_rows(4, 1000, 80, 20, random);
    auto best = schedule_best(jobs, 4, {}), hlfet = schedule_hlfet(jobs, 4, {});
    REQUIRE(best);
    REQUIRE(hlfet);
    CHECK(best->makespan >= 1000);
    CHECK(best->makespan <= 1010);
    CHECK(best->makespan <= hlfet->makespan);
  }
}

TEST_CASE("best: disturbed and justified list schedules are shorter than HLFET's") {
  std::mt19937 random(26);
  uint64_t searched = 0, hlfet = 0;
  for (int round = 0; round < 5; ++round) {
    JobGraph jobs = filled_rows(8, 1000, 60, 20, random);
    auto best = search_list_schedules(jobs, 8, 1000, 100), none = search_list_schedules(jobs, 8, 1000, 0);
    REQUIRE(best);
    REQUIRE(none);
    CHECK(best->makespan >= 1000);
    searched += best->makespan;
    hlfet += none->makespan;
  }
  CHECK(hlfet > 5005);
  CHECK(searched <= 5002);
}

TEST_CASE("best: never longer than HLFET, with overheads, locks and first solutions too") {
  std::mt19937 random(24);
  for (int round = 0; round < 60; ++round) {
    JobGraph jobs = random_job_graph(2 + random() % 40, random() % 80, 9, random);
    SchedulerOptions options;
    options.limit_s = 0.02;
    if (round % 3 == 0) options.machine = {"m", 1, 2, 3, 4, 5, 6};
    if (round % 2 == 0)
      for (uint32_t v = 0; v < jobs.tasks(); ++v) jobs.lock.push_back(random() % 3 == 0 ? 0 : kNoLock);
    if (round % 5 == 0) {
      jobs.first_solution = true;
      jobs.success_leaves = {jobs.tasks() - 1};
    }
    uint32_t p = 1 + random() % 4;
    auto best = schedule_best(jobs, p, options), hlfet = schedule_hlfet(jobs, p, options);
    REQUIRE(best);
    REQUIRE(hlfet);
    CHECK(check_schedule(jobs, *best));
    CHECK(best->makespan <= hlfet->makespan);
  }
}

TEST_CASE("exact: what is refused") {
  JobGraph jobs = job_graph_with({1, 1}, {});
  CHECK_FALSE(find_optimum(jobs, 0));
  CHECK_FALSE(decide_makespan(jobs, 0, 1));
  SchedulerOptions options;
  options.machine.task_ns = 1;
  auto overheads = schedule_exact(jobs, 1, options);
  REQUIRE_FALSE(overheads);
  CHECK(overheads.error().what == "exact: machine ideal has overheads, expected the ideal machine");
  jobs.first_solution = true;
  jobs.success_leaves = {0};
  CHECK_FALSE(find_optimum(jobs, 1));
  auto large = find_optimum(job_graph_with(std::vector<uint64_t>(513, 1), {}), 2);
  REQUIRE_FALSE(large);
  CHECK(large.error().what == "exact: 513 tasks, at most 512");
  CHECK(optimum_of(job_graph_with(Dag(), {}), 2) == 0);
  CHECK(optimum_of(job_graph_with(std::vector<uint64_t>(512, 3), {}), 5) == 309);
}

TEST_CASE("exact: lengths that are multiples of something are divided by it") {
  for (uint64_t k : {1ull, 1'000ull, 1'000'000'007ull}) { // makespans between the bounds are tried one by one
    JobGraph jobs;
    jobs.length.assign(39, k);
    jobs.length.push_back(20 * k);
    for (uint32_t v = 0; v < 40; ++v) jobs.id.push_back(v + 1), jobs.region.push_back(0);
    jobs.region_names = {"a"};
    auto dag = Dag::from_edges(40, std::vector<DagEdge>());
    REQUIRE(dag);
    jobs.dag = std::move(*dag);
    CAPTURE(k);
    CHECK(optimum_of(jobs, 3) == 20 * k); // 59 units of work, 20 of them in one piece
    auto missed = decide_makespan(jobs, 3, 20 * k - 1);
    REQUIRE(missed);
    CHECK(missed->reachable == Reachable::no);
  }
}
