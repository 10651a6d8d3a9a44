// Phases as states, constructs and figures, of streams written by hand; and random ones against sums by brute force.
#include "timeline/comparison.h"
#include "timeline/testing/sample_timeline.h"
#include <doctest/doctest.h>
#include <random>
#include <set>

using namespace unply;

namespace {

constexpr uint64_t phase_at(Phase phase, uint32_t level) { return static_cast<uint64_t>(phase) << 32 | level; }

void put_phase(SampleEvents& events, uint32_t thread, uint64_t begin, uint64_t end, Phase phase, uint32_t level,
               uint64_t bytes = 0) {
  events.put(thread, begin, kEventPhaseBegin, phase_at(phase, level));
  events.put(thread, end, kEventPhaseEnd, phase_at(phase, level), bytes);
}

const PhaseStatistics& row_of(const RunStatistics& run, Phase phase, uint32_t level) {
  for (const PhaseStatistics& row : run.phases.rows)
    if (row.phase == phase && row.level == level) return row;
  FAIL("no such row");
  return run.phases.rows[0];
}

} // namespace

TEST_CASE("phases are states that nest with waits inside, and constructs with their bytes") {
  SampleEvents events;
  uint32_t thread = events.thread(kThreadInitial, 0, 100);
  events.put(thread, 10, kEventPhaseBegin, phase_at(Phase::call, 0));
  events.put(thread, 10, kEventPhaseFeature, 1, 0);
  put_phase(events, thread, 20, 30, Phase::divide, 1);
  events.put(thread, 30, kEventPhaseBegin, phase_at(Phase::exchange, 2), 6);
  events.put(thread, 35, kEventWaitBegin, kWaitMessage);
  events.put(thread, 45, kEventWaitEnd, kWaitMessage);
  events.put(thread, 50, kEventPhaseCpu, 0, 10);
  events.put(thread, 50, kEventPhaseEnd, phase_at(Phase::exchange, 2), 4096);
  events.put(thread, 70, kEventPhaseEnd, phase_at(Phase::call, 0), 5);
  events.put(thread, 80, kEventPhaseEnd, phase_at(Phase::call, 0)); // whose begin is missing
  events.put(thread, 90, kEventPhaseBegin, phase_at(Phase::combine, 0));
  events.put(thread, 95, kEventPhaseBegin, uint64_t{77} << 32); // of a newer version
  SampleTimeline timeline(events);
  CHECK(timeline.lane(0) == std::vector<std::string>{"0-10 active serial code", "10-20 active call of a skeleton",
                                                     "20-30 active divide", "30-35 active exchange",
                                                     "35-45 wait event message", "45-50 active exchange",
                                                     "50-70 active call of a skeleton", "70-90 active serial code",
                                                     "90-100 active combine"});
  CHECK(timeline.intervals[0][3].object == phase_at(Phase::exchange, 2));
  CHECK(timeline.intervals[0][3].extra == 6);
  uint64_t call = phase_at(Phase::call, 0), divide = phase_at(Phase::divide, 1),
           exchange = phase_at(Phase::exchange, 2), combine = phase_at(Phase::combine, 0);
  auto text = [](uint64_t number) { return std::to_string(number); };
  CHECK(timeline.constructs_of(ConstructKind::phase) ==
        std::vector<std::string>{
            "0@20-30 " + text(divide) + " 0 active 10", "0@30-50 " + text(exchange) + " 4096 active 10",
            "0@10-70 " + text(call) + " 5 active 50", "0@90-100 " + text(combine) + " 0 active 10 unfinished"});
}

TEST_CASE("the slowest thread's time counts, and a call inside another one not twice") {
  SampleEvents events;
  uint32_t first = events.thread(kThreadInitial, 0, 1000),
           second = events.thread(kThreadInitial, 0, 1000, events.add_process(1)),
           third = events.thread(kThreadOpenmp, 0, 1000, 1);
  events.put(first, 0, kEventPhaseBegin, phase_at(Phase::call, 0));
  put_phase(events, first, 10, 110, Phase::sequential, 1);
  events.put(first, 200, kEventPhaseBegin, phase_at(Phase::combine, 0));
  events.put(first, 210, kEventPhaseBegin, phase_at(Phase::call, 0));
  put_phase(events, first, 220, 320, Phase::sequential, 1, 7);
  events.put(first, 400, kEventPhaseEnd, phase_at(Phase::call, 0));
  events.put(first, 450, kEventPhaseEnd, phase_at(Phase::combine, 0));
  events.put(first, 500, kEventPhaseEnd, phase_at(Phase::call, 0));
  put_phase(events, second, 0, 300, Phase::sequential, 1, 3);
  put_phase(events, third, 0, 100, Phase::sequential, 1);
  put_phase(events, third, 100, 340, Phase::divide, 0);
  put_phase(events, third, 400, 500, Phase::divide, 1);
  auto run = run_statistics(events, {});
  REQUIRE(run);
  CHECK(run->phases.call_ns == 500);
  const PhaseStatistics& call = row_of(*run, Phase::call, 0);
  CHECK(&call == &run->phases.rows[0]);
  CHECK(call.duration_ns.count == 2);
  CHECK(call.most_ns == 500);
  const PhaseStatistics& leaf = row_of(*run, Phase::sequential, 1);
  CHECK(leaf.most_ns == 300);
  CHECK(leaf.slowest_lane == second);
  CHECK(leaf.threads == 3);
  CHECK(leaf.processes == 2);
  CHECK(leaf.duration_ns.count == 4);
  CHECK(leaf.bytes == 10);
  CHECK(leaf.mean_ns() == doctest::Approx(200));
  CHECK(leaf.imbalance() == doctest::Approx(1.0 / 3));
  auto most = run->phases.dominant;
  REQUIRE(most);
  CHECK(most->phase == Phase::divide); // 240 + 100 of two levels, by one thread
  CHECK(most->time_ns == 340);
  CHECK(most->level == 0);
  CHECK(most->level_ns == 240);
}

TEST_CASE("figures of random phases against sums over them") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::mt19937 random(seed);
    SampleEvents events;
    std::map<std::pair<Phase, uint32_t>, std::map<uint32_t, uint64_t>> times;
    std::map<std::pair<Phase, uint32_t>, uint64_t> bytes, counts;
    uint32_t threads = 1 + random() % 5;
    for (uint32_t thread = 0; thread < threads; ++thread) {
      events.thread(kThreadInitial, 0, 100000, thread == 0 ? 0 : events.add_process(thread));
      uint64_t now = 0;
      for (unsigned i = random() % 40; i-- > 0;) {
        auto phase = static_cast<Phase>(1 + random() % 4);
        uint32_t level = random() % 3;
        uint64_t length = random() % 100, sent = random() % 1000;
        put_phase(events, thread, now, now + length, phase, level, sent);
        times[{phase, level}][thread] += length;
        bytes[{phase, level}] += sent;
        ++counts[{phase, level}];
        now += length + random() % 10;
      }
    }
    auto run = run_statistics(events, {});
    REQUIRE(run);
    REQUIRE(run->phases.rows.size() == times.size());
    for (const auto& [key, by_thread] : times) {
      const PhaseStatistics& row = row_of(*run, key.first, key.second);
      uint64_t most = 0, sum = 0;
      for (const auto& [thread, time] : by_thread) most = std::max(most, time), sum += time;
      CHECK(row.most_ns == most);
      CHECK(row.sum_ns == sum);
      CHECK(row.bytes == bytes[key]);
      CHECK(row.duration_ns.count == counts[key]);
      CHECK(row.threads == by_thread.size());
    }
    CHECK(!run->phases.call_ns);
  }
}

TEST_CASE("phases of two recordings are matched by phase and level") {
  auto with = [](uint64_t leaf_ns) {
    SampleEvents events;
    uint32_t thread = events.thread(kThreadInitial, 0, 0);
    uint64_t now = 0;
    for (uint32_t i = 0; i < 60; ++i) {
      put_phase(events, thread, now, now + leaf_ns + i % 5, Phase::sequential, 2);
      now += leaf_ns + i % 5;
      put_phase(events, thread, now, now + 1000 + i % 5, Phase::divide, i % 2);
      now += 1000 + i % 5;
    }
    events.set_end(thread, now);
    return events;
  };
  SampleEvents before = with(1000), after = with(1500);
  RunStatistics was = *run_statistics(before, {}), is = *run_statistics(after, {});
  Comparison comparison = compare({{&before.tables(), &was}}, {{&after.tables(), &is}});
  REQUIRE(comparison.changes.size() == 3);
  const Change& leaf = comparison.changes[0];
  CHECK(leaf.kind == ComparedKind::phase);
  CHECK(leaf.activity == Activity::phase_sequential);
  CHECK(leaf.before.function == "level 2");
  CHECK(leaf.verdict == ChangeVerdict::slower);
  CHECK(leaf.difference_ns() == 60 * 500);
  CHECK(comparison.changes[1].verdict == ChangeVerdict::same);
}
