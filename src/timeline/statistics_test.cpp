// Figures of streams written by hand, and of random ones against sums over their intervals.
#include "timeline/statistics.h"
#include "timeline/testing/random_events.h"
#include "timeline/testing/sample_timeline.h"
#include <doctest/doctest.h>

using namespace unply;

TEST_CASE("figures of two regions, one with a loop") {
  SampleEvents events = two_regions();
  auto run = run_statistics(events, {});
  REQUIRE(run.has_value());
  CHECK(run->threads == 2);
  CHECK(run->elapsed_ns() == 200);
  CHECK(run->active_ns() == 14 - 4 + 6 + 28 + 1 + 85 + 19 + 25 + 4 + 17 + 20 + 14);
  CHECK(run->lost_ns() == 400 - run->active_ns());
  CHECK(run->idle_ns() == 4 + 92 + 25 + 12);                 // thread 1 was not there for 12
  CHECK(run->lanes[1].times.of(ProcState::wait_event) == 9); // 60-65 and 171-175, not 60-155
  REQUIRE(run->loops.size() == 1);
  const LoopStatistics& loop = run->loops[0];
  CHECK(events.tables().sites[loop.site].line == 5);
  CHECK(loop.executions == 1);
  CHECK(loop.iterations.least == 30);
  CHECK(loop.threads.most == 2);
  CHECK(loop.chunks.least == 1);
  CHECK(loop.chunks.most == 2);
  CHECK(loop.chunk_size.mean() == 10);
  CHECK(loop.chunk_ns.most == 28);
  CHECK(loop.slowest_lane == 1);
  CHECK(loop.slowest_ns == 37);
  CHECK(loop.lost_ns == (37 - 32) * 2);
  CHECK(loop.end_waits_ns.sum == 12 + 5);
  CHECK(loop.worst.size() == 3);
  REQUIRE(run->regions.size() == 1);
  CHECK(run->regions[0].executions == 2);
  CHECK(run->regions[0].elapsed_ns == 55 + 25);
  CHECK(run->regions[0].times.of(ProcState::active) == 76 + 33);
  CHECK(run->regions[0].efficiency() == doctest::Approx((76.0 + 33.0) / 160.0));
  REQUIRE(run->waits.size() == 1);
  CHECK(run->waits[0].duration_ns.count == 4);
  CHECK(run->waits[0].duration_ns.most == 12);
}

TEST_CASE("a chunk that stands for a series counts as all of them") {
  SampleEvents events;
  uint32_t site = events.site("s.c", 5, "f");
  uint32_t t0 = events.thread(kThreadInitial, 0, 100), t1 = events.thread(kThreadOpenmp, 0, 100);
  events.put(t0, 5, kEventParallelBegin, 1, 2, site);
  for (uint32_t t : {t0, t1}) { // schedule(static,10) of 95 iterations: 5 chunks each, the last of thread 1 has 5
    events.put(t, 10, kEventImplicitBegin, 1, 2ull << 32 | t, site);
    events.put(t, 11, kEventWorkBegin, kWorkLoopStatic, 95, site);
    events.put(t, 12, kEventChunk, 10 * t, 10, site);
    events.put(t, 50, kEventChunkSeries, 20, 5, site);
    events.put(t, 51, kEventWorkEnd, kWorkLoopStatic, 0, site);
    events.put(t, 60, kEventImplicitEnd, 1, 0, site);
  }
  events.put(t0, 61, kEventParallelEnd, 1, 0, site);
  auto run = run_statistics(events, {});
  REQUIRE(run.has_value());
  REQUIRE(run->loops.size() == 1);
  CHECK(run->loops[0].chunks.least == 5);
  CHECK(run->loops[0].chunks.most == 5);
  CHECK(run->loops[0].iterations.most == 95);
  CHECK(run->loops[0].chunk_size.least == 5);
  CHECK(run->loops[0].chunk_size.mean() == 9.5);
}

TEST_CASE("a window clips times and counts what ends in it") {
  SampleEvents events = two_regions();
  auto run = run_statistics(events, {30, 55});
  REQUIRE(run.has_value());
  CHECK(run->elapsed_ns() == 25);
  CHECK(run->active_ns() == 20 + 25);
  CHECK(run->efficiency() == doctest::Approx(45.0 / 50.0));
  CHECK(run->lanes[0].times.of(ProcState::wait_event) == 5);
  CHECK(run->regions.empty());
}

// The paper's formula and its reciprocal: two threads, a region of 100 in which they work 100 and 60.
TEST_CASE("efficiency of a subroutine, and the printed form") {
  SampleEvents events;
  uint32_t site = events.site("p.f90", 28, "plasm");
  uint32_t t0 = events.thread(kThreadInitial, 0, 140), t1 = events.thread(kThreadOpenmp, 0, 140);
  events.put(t0, 20, kEventParallelBegin, 1, 2, site);
  events.put(t0, 20, kEventImplicitBegin, 1, uint64_t{2} << 32, site);
  events.put(t1, 20, kEventImplicitBegin, 1, uint64_t{2} << 32 | 1, site);
  events.put(t1, 80, kEventWaitBegin, kWaitBarrierImplicit);
  events.put(t0, 120, kEventWaitBegin, kWaitBarrierImplicit);
  events.put(t0, 120, kEventWaitEnd, kWaitBarrierImplicit);
  events.put(t0, 120, kEventImplicitEnd, 1);
  events.put(t0, 120, kEventParallelEnd, 1);
  auto run = run_statistics(events, {});
  REQUIRE(run.has_value());
  const SubroutineStatistics* plasm = nullptr;
  for (const SubroutineStatistics& each : run->subroutines)
    if (events.tables().text(each.function) == "plasm") plasm = &each;
  REQUIRE(plasm != nullptr);
  CHECK(plasm->efficiency() == doctest::Approx(160.0 / 200.0));
  CHECK(plasm->inverse() == doctest::Approx(200.0 / 160.0)); // np (T_t - T_d) / sum T_i
  CHECK(plasm->times.of(ProcState::wait_event) == 40);
}

TEST_CASE("locks: contention, waiting and holding") {
  SampleEvents events;
  uint32_t a = events.site("l.c", 7, "f"), b = events.site("l.c", 9, "g");
  uint32_t t0 = events.thread(kThreadInitial, 0, 100), t1 = events.thread(kThreadPthread, 0, 100);
  events.put(t0, 10, kEventLockAcquired, kLockMutex, 5, a);
  events.put(t1, 20, kEventLockWait, kLockMutex, 5, b);
  events.put(t0, 40, kEventLockReleased, kLockMutex, 5);
  events.put(t1, 41, kEventLockAcquired, kLockMutex, 5);
  events.put(t1, 51, kEventLockReleased, kLockMutex, 5);
  auto run = run_statistics(events, {});
  REQUIRE(run.has_value());
  REQUIRE(run->locks.size() == 1);
  CHECK(run->locks[0].hold_ns.count == 2);
  CHECK(run->locks[0].contended == 1);
  CHECK(run->locks[0].wait_ns == 21);
  CHECK(run->locks[0].hold_ns.sum == 40);
  CHECK(run->locks[0].hold_ns.most == 30);
  CHECK(run->locks[0].site == b);
}

TEST_CASE("states tile every lane of random runs, and the efficiency of any window is that of its intervals") {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    SampleEvents events = random_events(seed);
    SampleTimeline timeline(events);
    REQUIRE(timeline.ok);
    uint64_t sum = 0, lanes = 0;
    for (size_t lane = 0; lane < timeline.intervals.size(); ++lane) {
      uint64_t now = timeline.head.lanes[lane].begin_ns;
      for (const StateInterval& each : timeline.intervals[lane]) {
        REQUIRE(each.begin_ns == now);
        REQUIRE(each.end_ns > each.begin_ns);
        now = each.end_ns;
        sum += each.end_ns - each.begin_ns;
      }
      REQUIRE(now == timeline.head.lanes[lane].end_ns);
      lanes += now - timeline.head.lanes[lane].begin_ns;
    }
    CHECK(sum == lanes);
    std::mt19937 random(seed);
    uint64_t end = events.duration_ns();
    for (int window = 0; window < 50; ++window) {
      uint64_t from = random() % end, to = from + 1 + random() % (end - from);
      auto run = run_statistics(events, {from, to});
      REQUIRE(run.has_value());
      // By sampling every moment: which lanes are active, and how many are alive.
      uint64_t active = 0, most = 0;
      for (uint64_t t = from; t < to; ++t) {
        uint64_t alive = 0;
        for (size_t lane = 0; lane < timeline.intervals.size(); ++lane) {
          alive += timeline.head.lanes[lane].begin_ns <= t && t < timeline.head.lanes[lane].end_ns;
          for (const StateInterval& each : timeline.intervals[lane])
            if (each.begin_ns <= t && t < each.end_ns) active += each.state == ProcState::active;
        }
        most = std::max(most, alive);
      }
      REQUIRE(run->efficiency() ==
              doctest::Approx(static_cast<double>(active) / static_cast<double>(most * (to - from))));
      uint64_t states = run->times.total() - run->times.of(ProcState::idle) + run->idle_ns();
      REQUIRE(states == most * (to - from));
    }
  }
}

TEST_CASE("threads that live one after the other are not there at once") {
  SampleEvents events;
  events.thread(kThreadInitial, 0, 400);
  for (uint64_t begin : {0, 100, 200, 300}) events.thread(kThreadPthread, begin, begin + 100);
  auto run = run_statistics(events, {});
  REQUIRE(run);
  CHECK(run->head.lanes.size() == 5);
  CHECK(run->threads == 2);
  CHECK(run->capacity_ns() == 800);
  CHECK(run->efficiency() == 1);
  auto part = run_statistics(events, {.from_ns = 150, .to_ns = 250}); // where one ends another one begins
  REQUIRE(part);
  CHECK(part->threads == 2);
}

TEST_CASE("time that is not recorded is neither active nor lost") {
  SampleEvents events;
  uint32_t t0 = events.thread(kThreadInitial, 0, 100);
  events.put(t0, 20, kEventTracingOff);
  events.put(t0, 60, kEventTracingOn);
  events.put(t0, 60, kEventUnseenBegin);
  events.put(t0, 70, kEventUnseenEnd);
  events.put(t0, 90, kEventWaitBegin, kWaitSemaphore);
  events.put(t0, 100, kEventWaitEnd, kWaitSemaphore);
  auto run = run_statistics(events, {});
  REQUIRE(run);
  CHECK(run->unrecorded_ns() == 50);
  CHECK(run->lanes[0].times.of(ProcState::unrecorded) == 50);
  CHECK(run->capacity_ns() == 50);
  CHECK(run->active_ns() == 40);
  CHECK(run->idle_ns() == 0);
  CHECK(run->efficiency() == doctest::Approx(0.8));
  auto part = run_statistics(events, {.from_ns = 60, .to_ns = 80});
  REQUIRE(part);
  CHECK(part->unrecorded_ns() == 10);
  CHECK(part->efficiency() == 1);
}

TEST_CASE("spreads that are put together are those of all values") {
  std::mt19937_64 random(8);
  for (int round = 0; round < 100; ++round) {
    Spread parts[2], all;
    for (uint64_t n = random() % 20; n > 0; --n) {
      uint64_t value = random() % 1000 + (round % 7 == 0 ? 1'000'000'007 : 0);
      parts[random() % 2].add(value);
      all.add(value);
    }
    parts[0].add(parts[1]);
    CHECK(parts[0].count == all.count);
    CHECK(parts[0].sum == all.sum);
    CHECK(parts[0].least == all.least);
    CHECK(parts[0].most == all.most);
    CHECK(parts[0].deviation() == doctest::Approx(all.deviation()).epsilon(1e-6));
  }
}
