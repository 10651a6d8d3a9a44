// Figures of stats as programs and people get them, of events whose times are known: to the digit, because transcripts
// of tests/cli leave times and shares out.
#include "cli/stats/stats.h"
#include "timeline/testing/sample_events.h"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace unply;
using Json = nlohmann::json;

namespace {
StatsInput input_of(const SampleEvents& events) {
  return {"t.trace", &events.tables(), events.objects(), events.processes(), *run_statistics(events, {}), {}, {}};
}

Json json_of(const SampleEvents& events) {
  StatsInput input = input_of(events);
  return Json::parse(stats_json(input, SourceQuotes(events.tables(), "t.trace", false), ""));
}

// Two threads for 1000 ns; one waits for 750 of them.
SampleEvents one_waits() {
  SampleEvents events;
  events.thread(kThreadInitial, 0, 1000);
  uint32_t t1 = events.thread(kThreadPthread, 0, 1000), site = events.site("w.c", 7, "f");
  events.put(t1, 100, kEventWaitBegin, kWaitSemaphore, 5, site);
  events.put(t1, 850, kEventWaitEnd, kWaitSemaphore, 5, site);
  return events;
}
} // namespace

TEST_CASE("stats --json: efficiency is the active part of the threads' time, and lost is the rest") {
  Json json = json_of(one_waits());
  CHECK(json["threads"] == 2);
  CHECK(json["active_ns"] == 1250);
  CHECK(json["capacity_ns"] == 2000);
  CHECK(json["lost_ns"] == 750);
  CHECK(json["efficiency"] == 0.625);
  REQUIRE(json["findings"].size() == 1);
  CHECK(json["findings"][0]["lost_ns"] == 750);
  CHECK(json["tables"]["threads"][1]["wait_event_share"] == 0.75);
}

TEST_CASE("stats: the first sentence has the figures of the JSON") {
  SampleEvents events = one_waits();
  StatsInput input = input_of(events);
  auto sentences = stats_sentences(input, SourceQuotes(events.tables(), "t.trace", false));
  CHECK(sentences[0].text == "38 % of 2 threads' time is lost: 750 ns of 2.00 us; efficiency 0.62");
}

// A team of two with a loop of 1000 ns each; the system takes the core of thread 1 for 3000, of which 500 while it
// holds a lock that thread 0 waits for.
static SampleEvents core_taken() {
  SampleEvents events;
  uint32_t region = events.site("p.c", 3, "f"), loop = events.site("p.c", 5, "f"), lock = events.site("p.c", 7, "f");
  uint32_t t0 = events.thread(kThreadInitial, 0, 10000), t1 = events.thread(kThreadOpenmp, 0, 10000);
  events.put(t0, 0, kEventParallelBegin, 1, 2, region);
  for (uint32_t t : {t0, t1}) events.put(t, 0, kEventImplicitBegin, 1, uint64_t{2} << 32 | t);
  events.put(t1, 10, kEventLockAcquired, kLockCritical, 9, lock);
  events.put(t0, 20, kEventLockWait, kLockCritical, 9, lock);
  events.put(t1, 30, kEventPreempted);
  events.put(t1, 530, kEventResumed);
  events.put(t1, 540, kEventLockReleased, kLockCritical, 9);
  events.put(t0, 550, kEventLockAcquired, kLockCritical, 9, lock);
  events.put(t0, 570, kEventLockReleased, kLockCritical, 9);
  for (uint32_t t : {t0, t1}) events.put(t, 1000, kEventWorkBegin, kWorkLoopStatic, 8, loop);
  events.put(t1, 1200, kEventPreempted);
  events.put(t0, 2000, kEventWorkEnd, kWorkLoopStatic, 0, loop);
  events.put(t0, 2000, kEventWaitBegin, kWaitBarrierImplicit, 0, loop);
  events.put(t1, 3700, kEventResumed);
  for (uint32_t t : {t1, t0}) {
    if (t == t1) events.put(t, 4500, kEventWorkEnd, kWorkLoopStatic, 0, loop);
    if (t == t1) events.put(t, 4500, kEventWaitBegin, kWaitBarrierImplicit, 0, loop);
    events.put(t, 4510, kEventWaitEnd, kWaitBarrierImplicit, 0, loop);
    events.put(t, 4510, kEventImplicitEnd, 1);
  }
  events.put(t0, 4510, kEventParallelEnd, 1);
  return events;
}

TEST_CASE("stats: what the system took is neither work of a loop, nor of a lock, nor of the critical path") {
  SampleEvents events = core_taken();
  StatsInput input = input_of(events);
  SourceQuotes sources(events.tables(), "t.trace", false);
  std::string all;
  for (const StatsSentence& sentence : stats_sentences(input, sources)) all += sentence.text + "\n";
  INFO(all);
  CHECK(all.find("its chunks are shared out evenly, but the system took the core from its threads for 2.50 us") !=
        std::string::npos);
  CHECK(all.find("1 of 2 times, held 25 ns each, and 500 ns more while the system had taken the holder's core") !=
        std::string::npos);
  StatsTable path = make_table(input, sources, "path");
  CHECK(path.title == "critical path, without 3.00 us in which the system had taken its core");
  double shares = 0;
  for (const auto& row : path.rows) {
    CHECK(row[3].text != "preempted");
    shares += row[5].real;
  }
  CHECK(shares == doctest::Approx(1));
  Json json = json_of(events);
  CHECK(json["critical_path"]["preempted_ns"] == 3000);
}

TEST_CASE("stats: time without a core is a column, and a finding that adds up with the others") {
  SampleEvents events;
  constexpr uint64_t kMs = 1'000'000;
  uint32_t t0 = events.thread(kThreadInitial, 0, 100 * kMs);
  events.put(t0, 100 * kMs, kEventCpuTime, 0, 25 * kMs);
  Json json = json_of(events);
  CHECK(json["active_ns"] == 25 * kMs);
  CHECK(json["off_core_ns"] == 75 * kMs);
  CHECK(json["efficiency"] == 0.25);
  CHECK(json["lost_ns"] == 75 * kMs);
  REQUIRE(json["findings"].size() == 1);
  CHECK(json["findings"][0]["lost_ns"] == 75 * kMs);
  CHECK(json["tables"]["threads"][0]["active_ns"] == 25 * kMs);
  CHECK(json["tables"]["threads"][0]["off_core_share"] == 0.75);
  REQUIRE(json["notes"].size() == 1);
  CHECK(json["notes"][0].get<std::string>().find("one thread seemed active for 100 ms but had a core for 25 ms") == 0);
}
