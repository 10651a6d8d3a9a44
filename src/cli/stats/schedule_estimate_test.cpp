// What another schedule would make of measured chunks, against sums by hand.
#include "cli/stats/schedule_estimate.h"
#include <doctest/doctest.h>

using namespace unply;

TEST_CASE("four threads with blocks of 4, 4, 4 and 20 would do better one iteration at a time") {
  LoopStatistics loop{};
  loop.worst = {{0, 8, 4000}, {8, 8, 4000}, {16, 8, 4000}, {24, 8, 20000}};
  loop.worst_threads = 4;
  loop.worst_slowest_ns = 20000;
  auto best = estimate_schedule(loop, 0, true);
  REQUIRE(best.has_value());
  // 24 iterations of 500 take 3000 of each of four threads, then 8 of 2500 are two rounds: 3000 + 5000.
  CHECK(best->schedule == "dynamic,1");
  CHECK(best->slowest_ns == 8000);
  CHECK(best->now_ns == 20000);
  // Handing out costs 1000 each: two rounds more expensive, and 24 / 4 + 2 = 8 dispatches on each thread.
  CHECK(estimate_schedule(loop, 1000, true)->slowest_ns <= 16000);
}

TEST_CASE("even chunks, one thread, or chunks that are not known leave nothing to gain") {
  LoopStatistics even{};
  even.worst = {{0, 8, 4000}, {8, 8, 4000}};
  even.worst_threads = 2;
  even.worst_slowest_ns = 4000;
  CHECK(!estimate_schedule(even, 0, true));
  even.worst_threads = 1;
  CHECK(!estimate_schedule(even, 0, true));
  CHECK(!estimate_schedule(LoopStatistics{}, 0, true));
}

TEST_CASE(
    "libomp deals dynamic loops out in blocks: what is uneven is stolen late, as schedule_stealing_loops has it") {
  LoopStatistics loop{};
  loop.worst = {{0, 20, 20'000}, {20, 20, 380'000}}; // as 40 sleeps of i ms: 300 predicted by a queue, 395 measured
  loop.worst_threads = 2;
  loop.worst_slowest_ns = 380'000;
  auto steals = estimate_schedule(loop, 0, false), queue = estimate_schedule(loop, 0, true);
  REQUIRE(queue.has_value());
  REQUIRE(steals.has_value());
  CHECK(queue->slowest_ns == 200'000); // 20 of 1000 on one, then 380000 / 2 and 10000 each
  CHECK(queue->schedule == "dynamic,1");
  CHECK(steals->schedule == "guided"); // dynamic has the one thread steal the other's iterations a quarter at a time
}
