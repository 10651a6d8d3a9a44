#include "cli/view/predicted_phases.h"
#include <doctest/doctest.h>

namespace unply {

// Two levels on five processes: 4 + 2 to divide, a leaf of 10, exchanges of 3 and 1, 8 and 7 to combine, 5 to fold.
static CallPrediction five_processes() {
  CallPrediction call;
  call.processes = 5, call.levels = 2, call.idle = 1;
  call.phases = {{.name = "divide", .levels = {4, 2}},
                 {.name = "sequential", .levels = {10}},
                 {.name = "exchange", .levels = {1, 3}},
                 {.name = "combine", .levels = {7, 8}}};
  call.fold = 5;
  call.total.value = 40;
  return call;
}

TEST_CASE("a predicted call goes down the levels and up again") {
  auto lanes = phases_of(five_processes(), 9);
  REQUIRE(lanes.size() == 5);
  struct Expected {
    Phase phase;
    unsigned level;
    double begin, end;
  };
  const Expected expected[] = {
      {Phase::call, 0, 0, 40},       {Phase::divide, 0, 0, 4},     {Phase::divide, 1, 4, 6},
      {Phase::sequential, 2, 6, 16}, {Phase::exchange, 1, 16, 19}, {Phase::combine, 1, 19, 27},
      {Phase::exchange, 0, 27, 28},  {Phase::combine, 0, 28, 35},  {Phase::exchange, 2, 35, 40}};
  for (unsigned rank = 0; rank < 4; ++rank) {
    REQUIRE(lanes[rank].size() == std::size(expected));
    for (size_t i = 0; i < std::size(expected); ++i) {
      CHECK(lanes[rank][i].phase == expected[i].phase);
      CHECK(lanes[rank][i].level == expected[i].level);
      CHECK(lanes[rank][i].begin_s == expected[i].begin);
      CHECK(lanes[rank][i].end_s == expected[i].end);
    }
  }
  REQUIRE(lanes[4].size() == 2); // it has no part and gets the solution
  CHECK(lanes[4][1].phase == Phase::exchange);
  CHECK(lanes[4][1].begin_s == 35);
  CHECK(lanes[4][1].end_s == 40);
  CHECK(phases_of(five_processes(), 3).size() == 3); // fewer took part
}

} // namespace unply
