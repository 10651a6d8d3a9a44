#include "stg/costs/costs.h"
#include "stg/program/testing/program_builder.h"
#include <doctest/doctest.h>

using namespace unply::stg;

namespace {

TaskCosts costs_of(std::vector<CostSample> samples, uint32_t computations) {
  TaskCosts costs = {.samples = std::move(samples), .runs = 1};
  costs.computations.resize(computations);
  fit_costs(costs);
  return costs;
}

CostSample sample(double time_ns, std::vector<CostTerm> terms) {
  return {.terms = std::move(terms), .count = 10, .median_ns = time_ns};
}

} // namespace

TEST_CASE("two computations of different sizes get their own figures") {
  // 2 ns for an iteration of the first and 300 ns for each instance; 5 ns for the second.
  const TaskCosts costs = costs_of({sample(2300, {{0, 1, 1000}}), sample(20300, {{0, 1, 10000}}),
                                    sample(7300, {{0, 1, 1000}, {1, 1, 1000}}), sample(10600, {{0, 2, 5000}})},
                                   3);
  CHECK(costs.fitted[0].iteration_ns == doctest::Approx(2));
  CHECK(costs.fitted[0].constant_ns == doctest::Approx(300));
  CHECK(costs.fitted[1].iteration_ns == doctest::Approx(5));
  CHECK(costs.fitted[0].r2 == doctest::Approx(1));
  CHECK(costs.fitted[0].samples == 40);
  CHECK(costs.fitted[1].r2 == -1); // one sample says nothing about the rest
  CHECK(costs.fitted[2].samples == 0);
}

TEST_CASE("computations in proportion share their figures") {
  const TaskCosts costs =
      costs_of({sample(6000, {{0, 1, 1000}, {1, 1, 2000}}), sample(12000, {{0, 1, 2000}, {1, 1, 4000}})}, 2);
  CHECK(costs.fitted[1].group == 0);
  CHECK(costs.fitted[0].iteration_ns == doctest::Approx(2));
  CHECK(costs.fitted[1].iteration_ns == doctest::Approx(2));
  CHECK(costs.fitted[0].residual == doctest::Approx(0).epsilon(1e-9));
}

TEST_CASE("non-blocking posts are not charged to computations") {
  CostSample post = sample(400, {});
  post.posts = 1;
  CostSample behind = sample(5400, {{0, 1, 1000}});
  behind.posts = 1;
  CHECK(costs_of({post, behind}, 1).fitted[0].iteration_ns == doctest::Approx(5));
  CHECK(costs_of({behind}, 1).fitted[0].iteration_ns == doctest::Approx(5.4)); // nothing tells them apart
}

TEST_CASE("the times of timers are samples of their own, with the cache misses that were counted") {
  ProgramBuilder b;
  const Work work = {.flops = 1, .loads = 1, .access_bytes = 8};
  b.computation({.work = {work}, .timers = {0}}), b.computation({.work = {work}, .timers = {1, 2}});
  b.computation({.work = {work}}), b.finish();
  b.program.timers = {"first", "second", "third"};
  RecordedRun run = {.timers = {"third", "first", "another"}};
  run.ranks.resize(1);
  run.ranks[0].times = {{.timer = 1, .count = 1, .busy_ns = 500, .cache_misses = 20},
                        {.timer = 0, .count = 1, .busy_ns = 70},
                        {.timer = 2, .count = 1, .busy_ns = 9000}};
  run.ranks[0].segments = {{.busy_ns = 700, .timed_ns = 570}};
  const auto samples = samples_of_run(b.program, {.ranks = 1}, run);
  REQUIRE(samples.has_value());
  CHECK(samples->unexplained.empty());
  TaskCosts costs = {.computations = computations_of(b.program), .samples = samples->samples, .runs = 1};
  fit_costs(costs);
  REQUIRE(costs.fitted.size() == 3);
  CHECK(costs.fitted[0].iteration_ns == doctest::Approx(500));
  CHECK(costs.fitted[1].iteration_ns == doctest::Approx(70));
  CHECK(costs.fitted[2].iteration_ns == doctest::Approx(130)); // what no timer measured
  CHECK((costs.fitted[0].timed && costs.fitted[1].timed && !costs.fitted[2].timed));
  CHECK(costs.fitted[0].cache_misses == 20.0);
  CHECK(!costs.fitted[1].cache_misses);
  CHECK(samples->silent.empty());
  run.ranks[0].times.pop_back();
  run.ranks[0].times[0].timer = 2; // of another program
  CHECK(samples_of_run(b.program, {.ranks = 1}, run)->silent == std::vector<uint32_t>{0});
  b.program.procedures[0].computations[0].work[0].at_most = true; // its condition did not hold
  CHECK(samples_of_run(b.program, {.ranks = 1}, run)->silent.empty());
  run.ranks[0].times.push_back({.calls = 7, .timer = 0, .count = 1, .busy_ns = 1}); // where the program does nothing
  CHECK(samples_of_run(b.program, {.ranks = 1}, run)->unexplained == std::vector<uint32_t>{1});
}
