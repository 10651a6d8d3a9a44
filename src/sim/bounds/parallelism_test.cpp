// Work, span, profile and the fewest processors on graphs whose figures are known, and on random ones.
#include "sim/bounds/bounds.h"
#include "sim/bounds/parallelism.h"
#include "sim/curve/min_processors.h"
#include "sim/schedulers/exact.h"
#include "sim/testing/small_job_graphs.h"

using namespace unply;

namespace {
struct Figures {
  JobGraph jobs;
  uint64_t work, span;
  uint32_t width, fewest;
};
} // namespace

TEST_CASE("parallelism: the five small graphs") {
  const Figures all[] = {{small_graph_a(), 22, 11, 4, 4},
                         {small_graph_b(), 12, 3, 5, 5},
                         {small_graph_c(), 34, 12, 5, 3},
                         {small_graph_d(), 20, 8, 4, 4},
                         {small_graph_e(), 11, 4, 4, 3}};
  for (const Figures& graph : all) {
    CAPTURE(graph.work);
    Parallelism found = find_parallelism(graph.jobs);
    CHECK(found.work == graph.work);
    CHECK(found.span == graph.span);
    CHECK(found.width == graph.width);
    CHECK(found.maximum_speedup() == doctest::Approx(double(graph.work) / double(graph.span)));
    auto fewest = find_min_processors(graph.jobs);
    REQUIRE(fewest);
    CHECK(fewest->lower == graph.fewest);
    CHECK(fewest->upper == graph.fewest);
    CHECK(check_schedule(graph.jobs, fewest->schedule));
    CHECK(fewest->schedule.makespan == graph.span);
    CHECK(fewest->schedule.processors == graph.fewest);
  }
}

TEST_CASE("parallelism: the profile is on half-open intervals") {
  // A chain of two beside a task of 1: the chain counts once at the moment between its tasks.
  Parallelism found = find_parallelism(job_graph_with({2, 3, 1, 0}, {{0, 1}, {0, 3}}));
  CHECK(found.start == std::vector<uint64_t>{0, 2, 0, 2});
  CHECK(found.profile == std::vector<ProfileStep>{{0, 2}, {1, 1}, {5, 0}});
  CHECK(found.width == 2);
}

TEST_CASE("parallelism: no tasks, and tasks without length") {
  Parallelism none = find_parallelism(job_graph_with(Dag(), {}));
  CHECK(none.width == 0);
  CHECK(none.profile.empty());
  CHECK(none.maximum_speedup() == 1);
  auto fewest = find_min_processors(job_graph_with(Dag(), {}));
  REQUIRE(fewest);
  CHECK(fewest->upper == 0);
  JobGraph empty = job_graph_with({0, 0, 0}, {{0, 2}});
  CHECK(find_parallelism(empty).width == 1);
  CHECK(find_parallelism(empty).maximum_speedup() == 1);
  fewest = find_min_processors(empty);
  REQUIRE(fewest);
  CHECK(fewest->lower == 1);
  CHECK(fewest->upper == 1);
}

TEST_CASE("parallelism: burden is paid where a task has several successors") {
  JobGraph fork = job_graph_with({1, 2, 5, 1}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  CHECK(burdened_span(fork, 0) == 7);
  CHECK(burdened_span(fork, 10) == 17);
  CHECK(burdened_span(job_graph_with({1, 2, 3}, {{0, 1}, {1, 2}}), 10) == 6); // a chain spawns nothing
  CHECK(burdened_span(small_graph_d(), 100) == 308);
}

TEST_CASE("parallelism: the profile holds the work, and some schedule reaches the span on the fewest processors") {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    JobGraph jobs = random_job_graph(1 + random() % 40, random() % 80, 5, random);
    Parallelism found = find_parallelism(jobs);
    uint64_t area = 0;
    uint32_t most = jobs.tasks() > 0 ? 1 : 0;
    for (size_t i = 0; i + 1 < found.profile.size(); ++i) {
      area += found.profile[i].running * (found.profile[i + 1].time - found.profile[i].time);
      most = std::max(most, found.profile[i].running);
    }
    CHECK(area == found.work);
    CHECK(most == found.width);
    if (found.span > 0) CHECK(found.profile.back() == ProfileStep{found.span, 0});
    auto fewest = find_min_processors(jobs, {.seconds = 1, .nodes = 2000});
    REQUIRE(fewest);
    CHECK(fewest->lower <= fewest->upper);
    CHECK(fewest->upper <= found.width);
    CHECK(check_schedule(jobs, fewest->schedule));
    CHECK(fewest->schedule.makespan == found.span);
    if (fewest->lower > 1) { // a refuted bound stays refuted for the exact search
      auto fewer = decide_makespan(jobs, fewest->lower - 1, found.span, {.seconds = 1, .nodes = 2000});
      REQUIRE(fewer);
      CHECK(fewer->reachable != Reachable::yes);
    }
  }
}

TEST_CASE("parallelism: a large graph needs far fewer processors than start at once") {
  // 10000 tasks of 1 ready at 0, beside a chain of 1000: starting all at once takes 10001, spreading them 11.
  std::vector<uint64_t> lengths(11000, 1);
  std::vector<DagEdge> edges;
  for (uint32_t v = 1; v < 1000; ++v) edges.push_back({v - 1, v});
  JobGraph jobs = job_graph_with(lengths, edges);
  CHECK(find_parallelism(jobs).width == 10001);
  auto fewest = find_min_processors(jobs);
  REQUIRE(fewest);
  CHECK(fewest->lower == 11);
  CHECK(fewest->upper == 11);
  CHECK(check_schedule(jobs, fewest->schedule));
}

TEST_CASE("parallelism: with locks and first solutions all tasks count") {
  JobGraph jobs = job_graph_with({2, 2}, {});
  jobs.lock = {0, 0};
  jobs.first_solution = true;
  jobs.success_leaves = {0};
  auto fewest = find_min_processors(jobs);
  REQUIRE(fewest);
  CHECK(fewest->upper == 2);
}

TEST_CASE("parallelism: the profile of parts in series") {
  std::vector<JobGraph> parts = {job_graph_with({2, 3}, {}), job_graph_with({1}, {}), job_graph_with({2, 2}, {})};
  std::vector<ProfileStep> expected = {{0, 2}, {2, 1}, {4, 2}, {6, 0}};
  CHECK(profile_in_series(parts) == expected);
  CHECK(profile_in_series({}).empty());
}
