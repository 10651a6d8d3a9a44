// Costs of threads from a machine file: complete, of a team of two, of an older version, and by hand.
#include "cli/discover/thread_costs.h"
#include "sim/machine_file.h"
#include <doctest/doctest.h>

using namespace unply;

static ThreadCosts costs_of(const char* text) {
  auto file = parse_machine(text, "m.json");
  REQUIRE(file);
  ThreadCosts costs = thread_costs_of(*file);
  costs.file = "m.json";
  return costs;
}

TEST_CASE("what is measured of a fork is split into that of each thread and the rest") {
  ThreadCosts costs = costs_of(
      R"({"schema":2,"name":"big","date":"2026-11-27T10:00:00Z","threads":8,"free_processors":{"before":8,"after":8},
          "costs_ns":{"fork":{"median":5000,"low":4000,"high":7000},"fork_thread":{"median":250,"low":200,"high":300},
          "spawn":{"median":60,"low":50,"high":70},"task":{"median":300,"low":200,"high":400},
          "steal":{"median":100,"low":0,"high":900},"wait":{"median":90,"low":80,"high":2000},
          "instruction":{"median":0.09,"low":0.03,"high":0.2}}})");
  CHECK(costs.assumed.empty());
  CHECK(costs.doubt.empty());
  CHECK(costs.costs.fork.likely == 5000 - 8 * 250);
  CHECK(costs.costs.fork.low == 4000 - 8 * 250);
  CHECK(costs.costs.fork_thread.high == 300);
  CHECK(costs.costs.task.low == 250);
  CHECK(costs.costs.task.likely == 360);
  CHECK(costs.costs.task.high == 400 + 70 + 900); // another thread may take it
  CHECK(costs.costs.wait.likely == 90);
  CHECK(costs.costs.instruction.low == 0.03);
  CHECK(costs_text(costs) == "measured on big 2026-11-27");
}

TEST_CASE("what a file does not have is assumed and named") {
  const ParallelCosts assumed;
  ThreadCosts costs = costs_of(R"({"schema":1,"name":"old","date":"2026-11-01T10:00:00Z","threads":2,
      "free_processors":{"before":1.2,"after":2},"costs_ns":{"fork":1000,"spawn":60,"task":300,"steal":100}})");
  CHECK(costs.costs.fork_thread.likely == assumed.fork_thread.likely);
  CHECK(costs.costs.fork.likely == 1000 - 2 * assumed.fork_thread.likely);
  CHECK(costs.costs.wait.likely == assumed.wait.likely);
  CHECK(costs.costs.instruction.likely == assumed.instruction.likely);
  CHECK(costs_text(costs) == "measured on old 2026-11-01; assumed: what each thread adds to a fork, waiting for an "
                             "iteration, time of an instruction; inconclusive, since processors were not free");
}

TEST_CASE("by hand: a date and a team may be missing, quartiles in any order, a fork shorter than its threads") {
  const ParallelCosts assumed;
  ThreadCosts costs =
      costs_of(R"({"schema":1,"costs_ns":{"fork":10,"instruction":{"median":0.5,"low":2,"high":0.1}}})");
  CHECK(costs.costs.fork.likely == 0);
  CHECK(costs.costs.instruction.low == 0.5);
  CHECK(costs.costs.instruction.high == 0.5);
  CHECK(costs.costs.task.likely == assumed.task.likely);
  CHECK(costs_text(costs).starts_with("as in m.json; assumed: "));
  costs = costs_of(R"({"schema":1,"costs_ns":{}})");
  CHECK(costs.costs.fork.likely == assumed.fork.likely);
  CHECK(costs.assumed.size() == 5);
}
