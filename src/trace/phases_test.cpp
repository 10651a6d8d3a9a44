#include "trace/phases.h"
#include <bit>
#include <doctest/doctest.h>

using namespace unply;

namespace {

constexpr uint64_t at_level(Phase phase, uint32_t level) { return static_cast<uint64_t>(phase) << 32 | level; }

struct PhaseEvents {
  Trace tables;
  std::vector<EventProcess> processes;
  std::vector<EventThread> threads;
  std::vector<EventObject> objects;
  PhaseCollector collector;

  PhaseEvents() {
    tables.strings = {"", "N", "work:visits"};
    objects = {{ObjectKind::name, 1, StringId{1}, 0}, {ObjectKind::name, 2, StringId{2}, 0}};
  }
  uint32_t thread(uint32_t rank) {
    auto process = static_cast<uint32_t>(processes.size());
    for (uint32_t p = 0; p < processes.size(); ++p)
      if (processes[p].rank == rank) process = p;
    if (process == processes.size()) processes.push_back({rank, rank + 1, StringId{0}, StringId{0}});
    threads.push_back({process, kThreadInitial, 0, StringId{0}, 0, 1000, 0});
    return static_cast<uint32_t>(threads.size() - 1);
  }
  void begin(uint32_t thread, uint64_t time, Phase phase, uint32_t level, uint64_t b = 0) {
    collector.take(thread, kEventPhaseBegin, time, 7, at_level(phase, level), b);
  }
  void end(uint32_t thread, uint64_t time, Phase phase, uint32_t level, uint64_t bytes = 0) {
    collector.take(thread, kEventPhaseEnd, time, 7, at_level(phase, level), bytes);
  }
  void feature(uint32_t thread, uint64_t time, uint64_t name, double value) {
    collector.take(thread, kEventPhaseFeature, time, 7, name, std::bit_cast<uint64_t>(value));
  }
  Phases finish() { return collector.finish(tables, processes, threads, objects); }
};

} // namespace

TEST_CASE("a phase has what the events between its begin and its end say") {
  PhaseEvents events;
  uint32_t second = events.thread(1), first = events.thread(0);
  events.begin(second, 10, Phase::call, 0);
  events.feature(second, 10, 1, 64);
  events.begin(second, 12, Phase::exchange, 3, 5); // rank 4
  events.feature(second, 12, 1, 0.5);
  events.feature(second, 20, 2, 17);
  events.collector.take(second, kEventPhaseCpu, 20, 7, 0, 6);
  events.end(second, 20, Phase::exchange, 3, 4096);
  events.feature(second, 30, 2, 99); // of the call, after an inner phase
  events.end(second, 30, Phase::call, 0);
  events.begin(first, 40, Phase::divide, 1);
  events.end(first, 41, Phase::divide, 1);
  Phases phases = events.finish();
  REQUIRE(phases.rows.size() == 3);
  const PhaseRow &divide = phases.rows[0], &call = phases.rows[1], &exchange = phases.rows[2];
  CHECK(divide.rank == 0);
  CHECK(divide.phase == Phase::divide);
  CHECK(divide.level == 1);
  CHECK(divide.cpu_ns == 0);
  CHECK(divide.features == 0);
  CHECK(call.rank == 1);
  CHECK(call.phase == Phase::call);
  CHECK(call.partner == -1);
  CHECK(call.begin_ns == 10);
  CHECK(call.end_ns == 30);
  CHECK(call.site == 7);
  REQUIRE(call.features == 2);
  CHECK(phases.features_of(call)[0].value == 64);
  CHECK(phases.text(phases.features_of(call)[1].name) == "work:visits");
  CHECK(phases.features_of(call)[1].value == 99);
  CHECK(exchange.partner == 4);
  CHECK(exchange.level == 3);
  CHECK(exchange.bytes == 4096);
  CHECK(exchange.cpu_ns == 6);
  REQUIRE(exchange.features == 2);
  CHECK(phases.text(phases.features_of(exchange)[0].name) == "N");
  CHECK(phases.features_of(exchange)[0].value == 0.5);
  for (const PhaseRow& row : phases.rows) CHECK(row.finished);
}

TEST_CASE("phases whose end is missing end with what is around them, or with their thread") {
  PhaseEvents events;
  uint32_t thread = events.thread(0);
  events.end(thread, 1, Phase::combine, 0); // whose begin is missing
  events.collector.take(thread, kEventPhaseCpu, 1, 7, 0, 6);
  events.feature(thread, 1, 1, 3);
  events.begin(thread, 2, Phase::call, 0);
  events.begin(thread, 3, Phase::sequential, 2); // left by an exception
  events.end(thread, 4, Phase::sequential, 1);   // of another level: nothing
  events.end(thread, 9, Phase::call, 0);
  events.begin(thread, 11, Phase::call, 0);
  events.begin(thread, 12, Phase::divide, 0);
  events.collector.end_thread(thread, 15);
  Phases phases = events.finish();
  REQUIRE(phases.rows.size() == 4);
  std::vector<uint64_t> ends;
  std::vector<bool> finished;
  for (const PhaseRow& row : phases.rows) ends.push_back(row.end_ns), finished.push_back(row.finished);
  CHECK(ends == std::vector<uint64_t>{9, 9, 15, 15});
  CHECK(finished == std::vector<bool>{true, false, false, false});
  CHECK(phases.rows[3].features == 0);
  CHECK(phases.rows[3].cpu_ns == 0);
}

TEST_CASE("what is told at the end of a phase is not of one inside that has no end") {
  PhaseEvents events;
  uint32_t thread = events.thread(0);
  events.begin(thread, 2, Phase::call, 0);
  events.begin(thread, 5, Phase::sequential, 2);
  events.feature(thread, 5, 1, 64);
  events.feature(thread, 9, 2, 17);
  events.collector.take(thread, kEventPhaseCpu, 9, 7, 0, 6);
  events.end(thread, 9, Phase::call, 0);
  Phases phases = events.finish();
  REQUIRE(phases.rows.size() == 2);
  CHECK(phases.rows[0].cpu_ns == 6);
  CHECK(phases.rows[1].cpu_ns == 0);
  REQUIRE(phases.rows[0].features == 1);
  CHECK(phases.features_of(phases.rows[0])[0].value == 17);
  REQUIRE(phases.rows[1].features == 1);
  CHECK(phases.features_of(phases.rows[1])[0].value == 64);
}

TEST_CASE("calls count up within a process, and a thread without a call of its own takes part in the last one begun") {
  PhaseEvents events;
  uint32_t main = events.thread(0), worker = events.thread(0), other = events.thread(1);
  events.begin(other, 1, Phase::call, 0);
  events.end(other, 2, Phase::call, 0);
  events.begin(worker, 3, Phase::sequential, 4); // before any call
  events.end(worker, 4, Phase::sequential, 4);
  for (uint64_t time : {10, 20}) {
    events.begin(main, time, Phase::call, 0);
    events.begin(worker, time + 1, Phase::sequential, 4);
    events.end(worker, time + 2, Phase::sequential, 4);
    events.begin(main, time + 3, Phase::combine, 0);
    events.begin(main, time + 4, Phase::call, 0); // inside
    events.begin(main, time + 5, Phase::sequential, 0);
    events.end(main, time + 6, Phase::sequential, 0);
    events.end(main, time + 7, Phase::call, 0);
    events.end(main, time + 8, Phase::combine, 0);
    events.end(main, time + 9, Phase::call, 0);
  }
  Phases phases = events.finish();
  std::vector<uint32_t> calls;
  for (const PhaseRow& row : phases.rows) calls.push_back(row.call);
  CHECK(calls == std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 0});
}

TEST_CASE("of phases that begin at one time the outer comes first, then those inside in their order") {
  PhaseEvents events;
  uint32_t thread = events.thread(0);
  events.begin(thread, 5, Phase::call, 0);
  for (uint32_t level : {0, 1, 2}) {
    events.begin(thread, 5, Phase::divide, level);
    events.end(thread, 5, Phase::divide, level);
  }
  events.end(thread, 5, Phase::call, 0);
  Phases phases = events.finish();
  REQUIRE(phases.rows.size() == 4);
  CHECK(phases.rows[0].phase == Phase::call);
  for (uint32_t level : {0, 1, 2}) CHECK(phases.rows[level + 1].level == level);
}

TEST_CASE("phases of a newer version are left out, and numbers beyond a rank are none") {
  PhaseEvents events;
  uint32_t thread = events.thread(0);
  events.collector.take(thread, kEventPhaseBegin, 1, 0, uint64_t{9} << 32, 0);
  events.collector.take(thread, kEventPhaseEnd, 2, 0, uint64_t{9} << 32, 0);
  events.begin(thread, 3, Phase::exchange, 0xffffffff, ~uint64_t{0});
  events.feature(thread, 3, 77, 1); // a name that the file does not have
  events.end(thread, 4, Phase::exchange, 0xffffffff, ~uint64_t{0});
  Phases phases = events.finish();
  REQUIRE(phases.rows.size() == 1);
  CHECK(phases.rows[0].partner == -1);
  CHECK(phases.rows[0].level == 0xffffffff);
  CHECK(phases.rows[0].bytes == ~uint64_t{0});
  CHECK(phases.text(phases.features_of(phases.rows[0])[0].name).empty());
}

TEST_CASE("a file without phases, and none at all") {
  CHECK(read_phases("/nowhere/t.trace").error().what.starts_with("/nowhere/t.trace: "));
}
