// Differences against noise, and the matching of places.
#include "timeline/comparison.h"
#include "timeline/testing/sample_events.h"
#include <deque>
#include <doctest/doctest.h>
#include <random>

using namespace unply;

namespace {
// Executions of parallel regions that begin at given lines, one after the other.
struct Program {
  SampleEvents events;
  RunStatistics run;
  Program(const std::vector<std::pair<uint32_t, std::vector<uint64_t>>>& regions) {
    uint32_t t0 = events.thread(kThreadInitial, 0, 0);
    uint64_t now = 0, number = 0;
    for (const auto& [line, durations] : regions) {
      uint32_t site = events.site("p.c", line, "work");
      for (uint64_t duration : durations) {
        events.put(t0, now, kEventParallelBegin, ++number, 1, site);
        events.put(t0, now, kEventImplicitBegin, number, uint64_t{1} << 32);
        now += duration;
        events.put(t0, now, kEventImplicitEnd, number);
        events.put(t0, now, kEventParallelEnd, number);
      }
    }
    events.set_end(t0, now);
    run = *run_statistics(events, {});
  }
  ComparedRun compared() const { return {&events.tables(), &run}; }
};

std::vector<uint64_t> around(uint64_t mean, uint64_t spread, size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint64_t> values;
  for (size_t i = 0; i < count; ++i) values.push_back(mean - spread + random() % (2 * spread + 1));
  return values;
}
} // namespace

TEST_CASE("one recording each: a fifth more is slower, a hundredth more is not told from noise") {
  Program before({{10, around(1000, 100, 50, 1)}}), slower({{10, around(1200, 100, 50, 2)}}),
      alike({{10, around(1010, 100, 50, 3)}});
  Comparison worse = compare({before.compared()}, {slower.compared()});
  CHECK(worse.elapsed.verdict == ChangeVerdict::slower);
  CHECK(compare({slower.compared()}, {before.compared()}).elapsed.verdict == ChangeVerdict::faster);
  Comparison same = compare({before.compared()}, {alike.compared()});
  CHECK(same.elapsed.verdict == ChangeVerdict::same);
  CHECK(*same.elapsed.noise_ns >= kLeastNoise * same.elapsed.before_ns);
  REQUIRE(worse.changes.size() == 1);
  CHECK(worse.changes[0].kind == ComparedKind::region);
}

TEST_CASE("how long a lock is held is known from each hold, of all locks at the place") {
  auto with_holds = [](const std::vector<uint64_t>& durations) {
    Program program({{10, {1000}}});
    SampleEvents& events = program.events;
    uint32_t thread = events.thread(kThreadPthread, 0, 0), site = events.site("p.c", 20, "work");
    uint64_t now = 0;
    for (size_t i = 0; i < durations.size(); ++i, now += 10) {
      events.put(thread, now, kEventLockAcquired, kLockMutex, 100 + i % 3, site);
      events.put(thread, now += durations[i], kEventLockReleased, kLockMutex, 100 + i % 3, site);
    }
    events.set_end(thread, now);
    program.run = *run_statistics(events, {});
    return program;
  };
  Program before = with_holds(around(1000, 100, 60, 4)), longer = with_holds(around(1300, 100, 60, 5));
  Comparison worse = compare({before.compared()}, {longer.compared()});
  auto held = std::ranges::find(worse.changes, ComparedKind::lock, &Change::kind);
  REQUIRE(held != worse.changes.end());
  CHECK(held->verdict == ChangeVerdict::slower);
  CHECK(held->noise_ns.value_or(0) < held->difference_ns());
}

TEST_CASE("one execution on each side tells nothing, unless it is as good as the same") {
  Program before({{10, {1000}}}), after({{10, {1500}}}), alike({{10, {1001}}});
  CHECK(compare({before.compared()}, {after.compared()}).elapsed.verdict == ChangeVerdict::unknown);
  CHECK(compare({before.compared()}, {alike.compared()}).elapsed.verdict == ChangeVerdict::same);
}

TEST_CASE("several recordings: what varies between them is the noise") {
  std::deque<Program> programs;
  auto side = [&](std::vector<uint64_t> totals) {
    std::vector<ComparedRun> runs;
    for (uint64_t total : totals) {
      programs.emplace_back(std::vector<std::pair<uint32_t, std::vector<uint64_t>>>{{10, {total}}});
      runs.push_back(programs.back().compared());
    }
    return runs;
  };
  CHECK(compare(side({1000, 1010, 990, 1005}), side({1100, 1090, 1110, 1095})).elapsed.verdict ==
        ChangeVerdict::slower);
  CHECK(compare(side({1000, 1200, 900, 1100}), side({1100, 950, 1250, 1000})).elapsed.verdict == ChangeVerdict::same);
  // Two recordings each: t is 4.3 for two degrees of freedom, 12.7 for one. By hand: means 1005 and 1035, variances of
  // the means 25 and 25, so 12.71 x sqrt(50) = 89.87.
  Comparison two = compare(side({1000, 1010}), side({1030, 1040}));
  CHECK(*two.elapsed.noise_ns == doctest::Approx(12.71 * std::sqrt(50.0)));
  CHECK(two.elapsed.verdict == ChangeVerdict::same);
}

// Executions of a region with a loop and its barrier by a team of two, each of `work` ns, thread 1 being preempted in
// every second one for `taken` ns: its barrier makes all wait.
static Program disturbed(const std::vector<uint64_t>& work, uint64_t taken) {
  Program program({});
  SampleEvents& events = program.events;
  uint32_t region = events.site("p.c", 10, "work"), loop = events.site("p.c", 12, "work");
  uint32_t t0 = 0, t1 = events.thread(kThreadOpenmp, 0, 0);
  uint64_t now = 0, number = 0;
  for (uint64_t each : work) {
    uint64_t lost = ++number % 2 ? taken : 0, end = now + each + lost;
    events.put(t0, now, kEventParallelBegin, number, 2, region);
    for (uint32_t t : {t0, t1}) {
      events.put(t, now, kEventImplicitBegin, number, uint64_t{2} << 32 | t);
      events.put(t, now, kEventWorkBegin, kWorkLoopStatic, 8, loop);
    }
    events.put(t0, now + each, kEventWorkEnd, kWorkLoopStatic, 0, loop);
    events.put(t0, now + each, kEventWaitBegin, kWaitBarrierImplicit, 0, loop);
    if (lost > 0) {
      events.put(t1, now + 10, kEventPreempted);
      events.put(t1, now + 10 + lost, kEventResumed);
    }
    events.put(t1, end, kEventWorkEnd, kWorkLoopStatic, 0, loop);
    for (uint32_t t : {t0, t1}) {
      if (t == t1) events.put(t, end, kEventWaitBegin, kWaitBarrierImplicit, 0, loop);
      events.put(t, end, kEventWaitEnd, kWaitBarrierImplicit, 0, loop);
      events.put(t, end, kEventImplicitEnd, number);
    }
    events.put(t0, now = end, kEventParallelEnd, number);
  }
  for (uint32_t t : {t0, t1}) events.set_end(t, now);
  program.run = *run_statistics(events, {});
  return program;
}

TEST_CASE("the same program is not slower because the system took its cores") {
  Program quiet = disturbed(around(1000, 50, 40, 1), 0), busy = disturbed(around(1000, 50, 40, 2), 1800);
  REQUIRE(busy.run.elapsed_ns() > 3 * quiet.run.elapsed_ns() / 2);
  for (const auto& [before, after] : {std::pair(&quiet, &busy), std::pair(&busy, &quiet), std::pair(&busy, &busy)}) {
    Comparison same = compare({before->compared()}, {after->compared()});
    CHECK(same.by_active);
    CHECK(same.elapsed.kind == ComparedKind::active);
    CHECK(same.elapsed.verdict == ChangeVerdict::same);
    CHECK(!same.changes.empty());
    for (const Change& change : same.changes) {
      CHECK(change.verdict == ChangeVerdict::same);
      CHECK((change.kind == ComparedKind::region || change.kind == ComparedKind::loop));
    }
  }
  Program slightly = disturbed(around(1000, 50, 40, 4), 30);
  Comparison undisturbed = compare({quiet.compared()}, {slightly.compared()});
  CHECK(!undisturbed.by_active);
  CHECK(undisturbed.changes.size() == 2);
  CHECK(undisturbed.too_short == 2); // the loop's end, and the wait there
  // Work that is longer by more than the disturbance explains is found all the same.
  Program longer = disturbed(around(2000, 50, 40, 3), 1800);
  Comparison worse = compare({busy.compared()}, {longer.compared()});
  CHECK(worse.by_active);
  CHECK(worse.elapsed.verdict == ChangeVerdict::slower);
  for (const Change& change : worse.changes) CHECK(change.verdict == ChangeVerdict::unknown); // one recording of each
  Comparison repeated = compare({busy.compared(), busy.compared()}, {longer.compared(), longer.compared()});
  CHECK(repeated.changes[0].verdict == ChangeVerdict::slower);
  CHECK(worse.taken_before == doctest::Approx(1800.0 / (1800 + 4 * 1000)).epsilon(0.05));
}

TEST_CASE("executions as short as two events are apart are not compared") {
  Program before({{10, around(12, 3, 50, 1)}, {20, around(1000, 100, 50, 2)}}),
      after({{10, around(21, 3, 50, 3)}, {20, around(1000, 100, 50, 4)}}),
      longer({{10, around(100, 3, 50, 5)}, {20, around(1000, 100, 50, 6)}});
  Comparison same = compare({before.compared()}, {after.compared()});
  CHECK(same.too_short == 1);
  REQUIRE(same.changes.size() == 1);
  CHECK(same.changes[0].before.line == 20);
  Comparison worse = compare({before.compared()}, {longer.compared()});
  CHECK(worse.too_short == 0);
  CHECK(worse.changes[0].verdict == ChangeVerdict::slower);
}

TEST_CASE("places match by function and order when lines moved, by line when there are more of them") {
  Program before({{10, {100, 100}}, {20, {300, 300}}}), moved({{15, {100, 100}}, {27, {300, 300}}}),
      more({{10, {100, 100}}, {14, {50, 50}}, {20, {300, 300}}});
  Comparison shifted = compare({before.compared()}, {moved.compared()});
  REQUIRE(shifted.changes.size() == 2);
  for (const Change& change : shifted.changes) {
    CHECK(change.before_ns == change.after_ns);
    CHECK(change.after.line == (change.before.line == 10 ? 15 : 27));
  }
  Comparison added = compare({before.compared()}, {more.compared()});
  REQUIRE(added.changes.size() == 3);
  CHECK(added.changes[0].verdict == ChangeVerdict::added);
  CHECK(added.changes[0].after.line == 14);
  CHECK(compare({more.compared()}, {before.compared()}).changes[0].verdict == ChangeVerdict::removed);
}
