#include "timeline/merged_events.h"
#include "timeline/testing/sample_events.h"
#include <doctest/doctest.h>
#include <random>
#include <tuple>

using namespace unply;

namespace {

struct Row {
  uint64_t time_ns;
  uint32_t lane;
  uint64_t a;
  bool operator==(const Row&) const = default;
};

// Random lanes, some of them empty, with many events at the same time; a counts the events of a lane.
SampleEvents random_lanes(size_t lanes, size_t most, uint64_t latest_ns, unsigned seed, std::vector<Row>& rows) {
  std::mt19937_64 random(seed);
  SampleEvents events;
  events.rows_of_a_block = 1 + random() % 700;
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    events.thread(kThreadOpenmp, 0, latest_ns);
    std::vector<uint64_t> times(random() % 4 == 0 ? 0 : random() % most);
    for (uint64_t& time : times) time = latest_ns - random() % (2 * most);
    std::ranges::sort(times);
    for (size_t i = 0; i < times.size(); ++i) {
      events.put(lane, times[i], kEventUserPoint, i);
      rows.push_back({times[i], lane, i});
    }
  }
  return events;
}

} // namespace

TEST_CASE("events come in the order of time, then of threads, then of their thread") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::vector<Row> expected, merged;
    SampleEvents events = random_lanes(seed * 3, 6000, uint64_t{1} << 50, seed, expected);
    std::ranges::sort(expected, {}, [](const Row& row) { return std::tuple(row.time_ns, row.lane, row.a); });
    MergedEvents source(events);
    REQUIRE(source.for_each([&](const Event& event) { merged.push_back({event.time_ns, event.lane, event.a}); }));
    CHECK(merged == expected);
  }
}

TEST_CASE("times near the end of the clock: all events, those of a thread in their order") {
  std::vector<Row> rows;
  SampleEvents events = random_lanes(20, 3000, ~uint64_t{0}, 5, rows);
  std::vector<uint64_t> seen(20);
  size_t in_order = 0;
  MergedEvents source(events);
  REQUIRE(source.for_each([&](const Event& event) { in_order += event.a == seen[event.lane]++; }));
  CHECK(in_order == rows.size());
}

TEST_CASE("a block that cannot be read is an error; giving up early is none") {
  struct Damaged : SampleEvents {
    explicit Damaged(SampleEvents events) : SampleEvents(std::move(events)) {}
    Result<void> read_block(size_t block, EventBlock& out) const override {
      if (block == 7) return fail("block 7");
      return SampleEvents::read_block(block, out);
    }
  };
  std::vector<Row> rows;
  Damaged events(random_lanes(9, 6000, 1 << 20, 3, rows));
  REQUIRE(events.blocks().size() > 7);
  size_t seen = 0;
  auto all = MergedEvents(events).for_each([&](const Event&) { ++seen; });
  REQUIRE(!all);
  CHECK(all.error().what == "block 7");
  CHECK(seen < rows.size());
  MergedEvents not_read(events);
}
