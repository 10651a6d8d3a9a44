#include "stg/prediction/collective_times.h"
#include "stg/prediction/network.h"
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
  CHECK(run->time_s == 59); // leave at 1, 2 and 3; from 11 on, the port has bytes for 3 * 16
  CHECK(run->waiting_s == 59);
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
  // Rank 1 (the root's fourth) is first, then ranks 4 and 3 behind its 4 and 8 bytes; rank 0 is behind rank 4.
  CHECK(times == std::vector<double>{32, 14, 0, 22, 18});
  times = {0, 0, 0, 100};
  run_collective(Call::barrier, -1, 0, costs, times);
  CHECK(times == std::vector<double>{120, 110, 110, 100}); // the last one waits for nobody
  const PredictionCosts waiting = {.latency_s = 10, .per_byte_s = 1, .eager_bytes = -1};
  times = {0, 0, 0, 100};
  run_collective(Call::barrier, -1, 0, waiting, times);
  CHECK(times == std::vector<double>{120, 120, 120, 120}); // each exchange waits for both
  times = {50, 0, 0, 0, 0};
  run_collective(Call::bcast, 0, 4, waiting, times);
  CHECK(times == std::vector<double>{92, 92, 92, 92, 64}); // each message ends for both before the next one
  times = {5, 0, 0};
  run_collective(Call::allreduce, -1, 2, waiting, times);
  CHECK(times == std::vector<double>{41, 41, 29}); // rank 0 gives to rank 1 at 17, which meets rank 2 until 29
  times.assign(1, 7.0);
  run_collective(Call::allreduce, -1, 8, costs, times);
  CHECK(times[0] == 7);
}

namespace {

// Each message: source, target, bytes, begin. Returns when each is there, at 1 s a byte.
struct Sent {
  int source, target;
  int64_t bytes;
  double begin_s;
};
std::vector<double> arrivals(const std::vector<Sent>& messages) {
  Network network(8, 1);
  std::vector<double> times(messages.size(), -1);
  for (uint32_t i = 0; i < messages.size(); ++i)
    network.carry(i, messages[i].source, messages[i].target, messages[i].bytes, messages[i].begin_s);
  while (!network.is_idle())
    for (const auto& [message, time_s] : network.next()) times[message] = time_s;
  return times;
}

} // namespace

TEST_CASE("messages share the ports of their sender and of their receiver") {
  CHECK(arrivals({{0, 1, 100, 5}, {1, 0, 100, 5}, {2, 3, 0, 7}}) == std::vector<double>{105, 105, 7});
  CHECK(arrivals({{0, 2, 100, 0}, {1, 2, 100, 0}}) == std::vector<double>{200, 200});
  CHECK(arrivals({{0, 1, 100, 0}, {0, 2, 50, 0}}) == std::vector<double>{150, 100});
  // The first one has its port alone until 50, and half of it until 150; then the second one has it alone.
  CHECK(arrivals({{0, 2, 100, 0}, {1, 2, 100, 50}}) == std::vector<double>{150, 200});
  CHECK(arrivals({{3, 3, 10, 0}}) == std::vector<double>{10}); // to itself
}

TEST_CASE("a port gives one message what another one cannot use") {
  // Three messages share the port of rank 3; so rank 0 has two thirds of its own port for rank 4.
  const auto times = arrivals({{0, 3, 90, 0}, {1, 3, 90, 0}, {2, 3, 90, 0}, {0, 4, 90, 0}});
  CHECK(times[3] == doctest::Approx(135));
  for (int i = 0; i < 3; ++i) CHECK(times[size_t(i)] == doctest::Approx(270));
}

TEST_CASE("two messages into one rank take the bytes of both") {
  ProgramBuilder b; // ranks 0 and 1 send 4 doubles to rank 2
  const ValueId four = b.constant(4), tag = b.constant(0), two = b.constant(2), rank = b.rank();
  const BlockId sends = b.new_block(), receives = b.new_block();
  b.branch(b.emit(Opcode::slt, {rank, two}, 1), sends, receives);
  b.go_on_in(sends);
  b.send(two, four, "MPI_DOUBLE", tag, 4);
  b.finish();
  b.go_on_in(receives);
  b.receive(b.constant(0), four, "MPI_DOUBLE", tag, 5);
  b.receive(b.constant(1), four, "MPI_DOUBLE", tag, 6);
  b.finish();
  PredictionCosts costs = {.latency_s = 10, .per_byte_s = 0.5, .send_s = 1, .receive_s = 1};
  auto run = predict_run(b.program, {.ranks = 3}, costs);
  REQUIRE(run.has_value());
  CHECK(run->time_s == 44); // both leave at 1, share the port from 11 to 43; then the second receive is posted
  costs.eager_bytes = 31;
  run = predict_run(b.program, {.ranks = 3}, costs);
  REQUIRE(run.has_value());
  CHECK(run->time_s == 54); // 1 + 10 + 16, and again for the second receive
}
