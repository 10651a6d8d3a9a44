// Bounds against the five small graphs, their definitions on random graphs, and all schedulers.
#include "base/testing/rounds.h"
#include "sim/bounds/bounds.h"
#include "sim/bounds/parallelism.h"
#include "sim/schedulers/exact.h"
#include "sim/schedulers/scheduler.h"
#include "sim/testing/brute_force.h"
#include "sim/testing/small_job_graphs.h"

using namespace unply;

namespace {
BoundsOfGraph bounds_of(const JobGraph& jobs, uint64_t steps = BoundsOfGraph::kSteps) {
  auto bounds = BoundsOfGraph::of(jobs, steps);
  REQUIRE(bounds);
  return *bounds;
}

uint64_t lower_of(const JobGraph& jobs, uint32_t processors) { return bounds_of(jobs).at(processors)->lower; }
} // namespace

TEST_CASE("bounds: the five small graphs on 1, 2 and 3 processors") {
  struct Expected {
    JobGraph jobs;
    std::array<uint64_t, 3> lower, upper;
  };
  const Expected all[] = {{small_graph_a(), {22, 14, 12}, {22, 16, 14}},
                          {small_graph_b(), {12, 6, 4}, {12, 7, 6}},
                          {small_graph_c(), {34, 17, 12}, {34, 23, 19}},
                          {small_graph_d(), {20, 11, 9}, {20, 14, 12}},
                          {small_graph_e(), {11, 6, 4}, {11, 7, 6}}};
  for (const Expected& graph : all)
    for (uint32_t p : {1u, 2u, 3u}) {
      CAPTURE(graph.upper[0]);
      CAPTURE(p);
      auto bounds = bounds_of(graph.jobs).at(p);
      REQUIRE(bounds);
      CHECK(bounds->lower == graph.lower[p - 1]);
      CHECK(bounds->upper == graph.upper[p - 1]);
    }
}

TEST_CASE("bounds: which one it is, with its interval") {
  auto bounds = bounds_of(small_graph_a());
  CHECK(bounds.at(1)->by == LowerBy::work);
  CHECK(bounds.at(100)->by == LowerBy::span);
  auto two = *bounds.at(2);
  CHECK(two.by == LowerBy::interval);
  uint64_t length = two.interval.end - two.interval.begin;
  CHECK(mandatory_work(small_graph_a(), two.interval.begin, two.interval.end) == two.interval.work);
  CHECK(11 + (two.interval.work + 1) / 2 - length == 14);
  CHECK(bounds.search() == IntervalSearch::all);
  CHECK_FALSE(bounds.at(0));
}

TEST_CASE("bounds: locks take turns") {
  JobGraph jobs = job_graph_with({5, 4, 3, 1}, {});
  jobs.lock = {0, kNoLock, 0, 0};
  auto bounds = bounds_of(jobs).at(4);
  CHECK(bounds->lower == 9);
  CHECK(bounds->by == LowerBy::lock);
  CHECK(bounds->upper == 13);
}

TEST_CASE("bounds: nothing to do, and a first solution") {
  CHECK(lower_of(job_graph_with(Dag(), {}), 3) == 0);
  CHECK(lower_of(job_graph_with({0, 0}, {{0, 1}}), 3) == 0);
  JobGraph jobs = job_graph_with({1, 1}, {});
  jobs.first_solution = true;
  jobs.success_leaves = {1};
  CHECK_FALSE(BoundsOfGraph::of(jobs));
}

TEST_CASE("bounds: the interval bound on 1500 graphs lies between its definition and the optimum") {
  std::mt19937 random(11);
  int exact = 0, tight = 0;
  for (int round = 0; round < rounds(1500); ++round) {
    uint32_t n = 4 + random() % 4;
    JobGraph jobs = random_job_graph(n, random() % (2 * n), 9, random);
    uint32_t p = 2 + random() % 2;
    uint64_t lower = lower_of(jobs, p), defined = brute_interval_bound(jobs, p);
    uint64_t optimum = BruteForce(jobs, p).optimum();
    CHECK(lower >= find_work_and_span(jobs).span);
    CHECK(lower * p >= find_work_and_span(jobs).work);
    CHECK(lower <= defined);
    CHECK(lower <= optimum);
    exact += lower == defined;
    tight += lower == optimum;
  }
  CHECK(exact == rounds(1500));
  CHECK(tight > rounds(1100));
}

TEST_CASE("bounds: a sample of the starts, and the large limits of lengths") {
  std::mt19937 random(12);
  for (int round = 0; round < 100; ++round) {
    JobGraph jobs = random_job_graph(60, 90, 9, random);
    auto sampled = bounds_of(jobs, 600), full = bounds_of(jobs);
    CHECK(sampled.search() == IntervalSearch::sampled);
    for (uint32_t p : {2u, 5u}) {
      CHECK(sampled.at(p)->lower <= full.at(p)->lower);
      CHECK(sampled.at(p)->lower >= std::max(full.span(), (full.work() + p - 1) / p));
    }
  }
  uint64_t third = (~uint64_t{0} >> 1) / 3;
  JobGraph long_tasks = job_graph_with({third, third, third}, {});
  CHECK(lower_of(long_tasks, 2) == third + (third + 1) / 2);
  CHECK(bounds_of(long_tasks).at(0xffffffff)->upper <= 2 * third);
}

TEST_CASE("bounds: lower <= optimum <= every schedule, and greedy ones stay below Graham's") {
  std::mt19937 random(13);
  for (int round = 0; round < 150; ++round) {
    JobGraph jobs = random_job_graph(1 + random() % 30, random() % 60, 8, random);
    auto bounds = bounds_of(jobs);
    uint32_t width = find_parallelism(jobs).width;
    for (uint32_t p : {1u, 2u, 3u, width}) {
      auto at = bounds.at(p);
      auto optimum = find_optimum(jobs, p, {.seconds = 5, .nodes = 20000});
      REQUIRE(optimum);
      CHECK(at->lower <= optimum->lower);
      CHECK(optimum->lower <= optimum->best.makespan);
      if (p == 1) CHECK(at->lower == bounds.work());
      if (p == 1 || p == width) CHECK(optimum->proven());
      if (p == 1) CHECK(optimum->best.makespan == bounds.work());
      if (p == width) CHECK(optimum->best.makespan == bounds.span());
      for (const Scheduler& scheduler : schedulers()) {
        CAPTURE(scheduler.name);
        SchedulerOptions options;
        options.limit_s = 0.05;
        auto schedule = scheduler.run(jobs, p, options);
        REQUIRE(schedule);
        CHECK(check_schedule(jobs, *schedule));
        CHECK(optimum->lower <= schedule->makespan);
        if (optimum->proven()) CHECK(optimum->best.makespan <= schedule->makespan);
        if (scheduler.greedy) CHECK(schedule->makespan <= at->upper);
      }
    }
  }
}
