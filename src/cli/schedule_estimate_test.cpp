// What another schedule would make of measured chunks, against sums by hand.
#include "cli/schedule_estimate.h"
#include <doctest/doctest.h>

using namespace unply;

TEST_CASE("four threads with blocks of 4, 4, 4 and 20 would do better one iteration at a time") {
  LoopStatistics loop{};
  loop.worst = {{0, 8, 4000}, {8, 8, 4000}, {16, 8, 4000}, {24, 8, 20000}};
  loop.worst_threads = 4;
  loop.worst_slowest_ns = 20000;
  auto best = estimate_schedule(loop, 0);
  REQUIRE(best.has_value());
  // 24 iterations of 500 take 3000 of each of four threads, then 8 of 2500 are two rounds: 3000 + 5000.
  CHECK(best->schedule == "dynamic,1");
  CHECK(best->slowest_ns == 8000);
  CHECK(best->now_ns == 20000);
  // Handing out costs 1000 each: two rounds more expensive, and 24 / 4 + 2 = 8 dispatches on each thread.
  CHECK(estimate_schedule(loop, 1000)->slowest_ns <= 16000);
}

TEST_CASE("even chunks, one thread, or chunks that are not known leave nothing to gain") {
  LoopStatistics even{};
  even.worst = {{0, 8, 4000}, {8, 8, 4000}};
  even.worst_threads = 2;
  even.worst_slowest_ns = 4000;
  CHECK(!estimate_schedule(even, 0));
  even.worst_threads = 1;
  CHECK(!estimate_schedule(even, 0));
  CHECK(!estimate_schedule(LoopStatistics{}, 0));
}
