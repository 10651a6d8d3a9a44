// Times of tasks out of times of runs: by hand, and with noise that is made up.
#include "collect/task_times.h"
#include <doctest/doctest.h>
#include <random>

using namespace unply;

// `tasks` instances of one region in one execution of a trace region (row 1 of traces).
static TaskColumns columns(size_t tasks) {
  TaskColumns graph;
  graph.region.assign(tasks, 0), graph.trace.assign(tasks, 1);
  for (uint32_t v = 0; v < tasks; ++v) graph.instance.push_back(v);
  return graph;
}
static const std::vector<TraceInstance> kTraces = {{kNoRegion, 0, 0}, {1, 0, 0}};

TEST_CASE("the estimate is not that of the steps of the counter, and not of the runs that were disturbed") {
  std::vector<double> steps = {10, 20, 20, 10, 20, 10, 20, 20, 10, 20}; // 16 in steps of 10
  CHECK(estimate_time(steps).time == doctest::Approx(16));
  std::vector<double> disturbed = {100, 101, 99, 100, 400, 102, 98, 900, 100};
  TimeEstimate found = estimate_time(disturbed);
  CHECK(found.time == doctest::Approx(100));
  CHECK(found.low == 99);
  CHECK(found.high == 400);
  std::vector<double> one = {-3};
  CHECK(estimate_time(one).time == -3);
}

TEST_CASE("the interval holds the median of nineteen of twenty samples") {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(1000, 30);
  for (size_t runs : {6u, 10u, 19u, 40u}) {
    int inside = 0;
    for (int sample = 0; sample < 2000; ++sample) {
      std::vector<double> values(runs);
      for (double& value : values) value = noise(random);
      TimeEstimate found = estimate_time(values);
      inside += found.low <= 1000 && 1000 <= found.high;
    }
    CHECK(inside >= 1860); // 93 %: ranks are whole numbers
  }
}

TEST_CASE("tasks that are too long together are cut to what their region takes, by the stamp first") {
  RunTimes runs = {{103, 203, 303, 403}}; // each 3 ns too long
  TaskTimes times = combine_times(columns(4), kTraces, runs, {}, {{.region = 1, .plain_ns = 1000}}, 10);
  CHECK(times.time_ns == std::vector<uint64_t>{100, 200, 300, 400});
  CHECK(times.sums[0].discrepancy_ns() == doctest::Approx(-12));
  CHECK(times.sums[0].instances == 4);

  times = combine_times(columns(4), kTraces, {{115, 215, 315, 415}}, {}, {{.region = 1, .plain_ns = 1000}}, 10);
  uint64_t sum = 0;
  for (uint64_t time : times.time_ns) sum += time;
  CHECK(sum == 1000); // 5 ns each, and 40 in proportion
  CHECK(times.time_ns[0] > 100);
  CHECK(times.time_ns[3] < 400);
}

TEST_CASE("tasks that are too short together are lengthened only if nothing else can lie between them") {
  RunTimes runs = {{97, 197, 297, 397}};
  auto with = [&](double between, double plain) {
    return combine_times(columns(4), kTraces, runs, {}, {{.region = 1, .between_ns = between, .plain_ns = plain}}, 10)
        .time_ns;
  };
  CHECK(with(0, 1048) == std::vector<uint64_t>{106, 210, 314, 418}); // 5 ns each, and the rest in proportion
  CHECK(with(0, 1020) == std::vector<uint64_t>{97, 197, 297, 397});  // two runs differ by as much
  CHECK(with(60, 1048) == std::vector<uint64_t>{97, 197, 297, 397});
  CHECK(with(0, 5000) == std::vector<uint64_t>{97, 197, 297, 397}); // that run was disturbed
}

TEST_CASE("tasks below the resolution are all alike, and together as long as they were") {
  RunTimes runs = {{-4, 9, 7, 500, 0, 8}};
  TaskTimes times = combine_times(columns(6), kTraces, runs, {}, {}, 10);
  CHECK(times.time_ns == std::vector<uint64_t>{4, 4, 4, 500, 4, 4});
  CHECK(times.too_short == 5);
  CHECK(resolution_of(0) == 10);
  CHECK(resolution_of(25) == 25);
}
