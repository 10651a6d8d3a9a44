// Events in any order and with any numbers, as a damaged file or a program that breaks the rules would give: states
// still tile every lane, the path still adds up, and nothing goes wrong (the sanitizers look on).
#include "timeline/advice.h"
#include "timeline/testing/sample_timeline.h"
#include <doctest/doctest.h>
#include <random>

using namespace unply;

namespace {
SampleEvents any_events(uint32_t seed) {
  std::mt19937 random(seed);
  SampleEvents events;
  events.add_process(1);
  for (uint32_t line = 1; line < 5; ++line) events.site("x.c", line, line % 2 != 0 ? "f" : "g");
  uint32_t lanes = 1 + random() % 4;
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    uint64_t now = random() % 50;
    events.thread(static_cast<UnplyThreadKind>(random() % 5), now, 4000, random() % 2);
    for (uint32_t count = random() % 300; count-- > 0;) {
      now += random() % 12;
      auto kind = static_cast<UnplyEventKind>(1 + random() % (kEventKinds - 1));
      uint64_t a = random() % 4, b = random() % 4;
      if (kind == kEventTaskSwitch || kind == kEventImplicitBegin) b |= uint64_t{random() % 4} << 32;
      if (kind == kEventTaskCreate) b = uint64_t{random() % 4} << 8 | (random() % 256);
      if (kind == kEventWorkBegin || kind == kEventWorkEnd || kind == kEventLockWait) a = random() % 12;
      if (kind == kEventWaitBegin || kind == kEventWaitEnd) a = random() % 17;
      if (kind == kEventCollectiveBegin) a |= uint64_t{random() % 13} << 32;
      if (random() % 50 == 0) a = (uint64_t{random()} << 24 | random()) >> 8;
      events.put(lane, now, kind, a, b, random() % 5, static_cast<uint16_t>(random() % 3));
    }
  }
  return events;
}
} // namespace

TEST_CASE("any events at all make lanes that are tiled, and figures that add up") {
  for (uint32_t seed = 1; seed <= 120; ++seed) {
    SampleEvents events = any_events(seed);
    SampleTimeline timeline(events);
    REQUIRE(timeline.ok);
    for (size_t lane = 0; lane < timeline.intervals.size(); ++lane) {
      uint64_t now = timeline.head.lanes[lane].begin_ns;
      for (const StateInterval& each : timeline.intervals[lane]) {
        REQUIRE(each.begin_ns == now);
        REQUIRE(each.end_ns > now);
        now = each.end_ns;
      }
      REQUIRE(now == timeline.head.lanes[lane].end_ns);
    }
    uint64_t path = 0;
    for (const PathRow& row : timeline.path.rows) path += row.time_ns;
    CHECK_MESSAGE(path == timeline.path.end_ns - timeline.path.begin_ns, "seed " << seed);
    for (const Construct& each : timeline.constructs) {
      REQUIRE(each.end_ns >= each.begin_ns);
      REQUIRE(each.lane < timeline.head.lanes.size());
    }
    for (const DependencyLine& line : timeline.all_lines) REQUIRE(line.from_ns <= line.to_ns);
    auto run = run_statistics(events, {});
    REQUIRE(run.has_value());
    uint64_t lost = 0;
    for (const Finding& finding : find_lost_time(*run)) lost += finding.lost_ns;
    CHECK(lost == run->lost_ns());
  }
}
