#include "stg/prediction/collective_times.h"
#include "stg/prediction/prediction.h"
#include "stg/program/testing/program_builder.h"
#include <doctest/doctest.h>

using namespace unply::stg;

namespace {

Program three_messages() {
  return stream_of_messages([](ProgramBuilder& b) { return b.constant(3); });
}

const Bindings kTwo = {.ranks = 2};

} // namespace

TEST_CASE("an eager send ends when it has left, a longer one when its receive has it") {
  PredictionCosts costs = {.latency_s = 10, .per_byte_s = 0.5, .send_s = 1};
  auto run = predict_run(three_messages(), kTwo, costs);
  REQUIRE(run.has_value());
  CHECK(run->time_s == 29); // leaves at 3, takes 10 + 16
  CHECK(run->waiting_s == 29);
  CHECK(run->messages == 3);
  CHECK(run->stuck.empty());
  costs.eager_bytes = 31;
  run = predict_run(three_messages(), kTwo, costs);
  REQUIRE(run.has_value());
  CHECK(run->time_s == 81); // 3 times 1 + 10 + 16
}

TEST_CASE("ranks that wait for each other are named") {
  ProgramBuilder b;
  const ValueId one = b.constant(1), tag = b.constant(0);
  const ValueId other = b.emit(Opcode::sub, {one, b.rank()});
  b.receive(other, one, "MPI_DOUBLE", tag, 8);
  b.send(other, one, "MPI_DOUBLE", tag, 9);
  b.finish();
  const auto run = predict_run(b.program, kTwo, {});
  REQUIRE(run.has_value());
  REQUIRE(run->stuck.size() == 2);
  CHECK(run->stuck[1].starts_with("rank 1 waits in recv at "));
}

TEST_CASE("collective operations take the depth of their tree") {
  const PredictionCosts costs = {.latency_s = 10, .per_byte_s = 1, .send_s = 0, .receive_s = 0};
  std::vector<double> times(5, 0.0);
  run_collective(Call::bcast, 2, 4, costs, times);
  CHECK(times == std::vector<double>{28, 14, 0, 14, 14}); // rank 0 is behind rank 4
  times = {0, 0, 0, 100};
  run_collective(Call::barrier, -1, 0, costs, times);
  CHECK(times == std::vector<double>{110, 110, 120, 100}); // the last one waits for nobody
  times.assign(1, 7.0);
  run_collective(Call::allreduce, -1, 8, costs, times);
  CHECK(times[0] == 7);
}
