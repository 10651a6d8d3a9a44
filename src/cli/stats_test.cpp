// Figures of stats as programs and people get them, of events whose times are known: to the digit, because transcripts
// of tests/cli leave times and shares out.
#include "cli/stats.h"
#include "timeline/sample_events.h"
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
