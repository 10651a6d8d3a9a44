// The blocks of a run hold all their input, and every question that the page asks of them has the answer of a brute
// force over the intervals themselves.
#include "viewer/column_block.h"
#include "viewer/run_blocks.h"
#include "viewer/testing/sample_run.h"
#include <doctest/doctest.h>
#include <map>
#include <nlohmann/json.hpp>

using namespace unply;
using Columns = std::vector<std::vector<uint64_t>>;

static Columns columns_of(const ViewRun& run, const std::string& name) {
  auto block = run.blocks.get(name);
  REQUIRE(block);
  Columns columns;
  REQUIRE(decode_columns(*block, columns));
  return columns;
}

static bool same(const StateInterval& a, const StateInterval& b) {
  return std::tie(a.begin_ns, a.end_ns, a.state, a.activity, a.core, a.site, a.region, a.object, a.extra) ==
         std::tie(b.begin_ns, b.end_ns, b.state, b.activity, b.core, b.site, b.region, b.object, b.extra);
}

static std::vector<StateInterval> read_chunk(const ViewRun& run, size_t lane, size_t chunk) {
  Columns c = columns_of(run, "i/" + std::to_string(lane) + "/" + std::to_string(chunk));
  std::vector<StateInterval> intervals;
  uint64_t begin = (*run.head)["lanes"][lane]["chunks"]["begin_ns"][chunk];
  for (size_t i = 0; i < c[0].size(); ++i) {
    intervals.push_back({begin, c[0][i], static_cast<ProcState>(c[1][i] >> 6), static_cast<Activity>(c[1][i] & 63),
                         static_cast<uint16_t>(c[4][i]), static_cast<uint32_t>(c[2][i]), static_cast<uint32_t>(c[3][i]),
                         c[5][i], c[6][i]});
    begin = c[0][i];
  }
  return intervals;
}

TEST_CASE("a window read through the index has the intervals that meet it") {
  SampleRun sample = sample_run(3, 3 * kChunkRows + 17);
  auto run = sample.prepare();
  REQUIRE(run);
  std::mt19937_64 random(3);
  for (int round = 0; round < 60; ++round) {
    size_t lane = random() % 3;
    uint64_t from = random() % sample.head.duration_ns, to = from + random() % (sample.head.duration_ns / 4);
    if (round == 0) from = 0, to = sample.head.duration_ns;
    const auto& begins = (*run->head)["lanes"][lane]["chunks"]["begin_ns"];
    std::vector<StateInterval> found, expected;
    for (size_t chunk = 0; chunk < begins.size(); ++chunk) {
      uint64_t end = chunk + 1 < begins.size() ? begins[chunk + 1].get<uint64_t>() : sample.head.lanes[lane].end_ns;
      if (begins[chunk] >= to || end <= from) continue;
      for (const StateInterval& interval : read_chunk(*run, lane, chunk))
        if (interval.begin_ns < to && interval.end_ns > from) found.push_back(interval);
    }
    for (const StateInterval& interval : sample.intervals[lane])
      if (interval.begin_ns < to && interval.end_ns > from) expected.push_back(interval);
    CHECK(std::ranges::equal(found, expected, same));
  }
  CHECK((*run->head)["intervals"] == 3 * (3 * kChunkRows + 17));
}

TEST_CASE("lines and marks come back, and their index bounds them") {
  SampleRun sample = sample_run(2, kChunkRows + 500);
  auto run = sample.prepare();
  REQUIRE(run);
  const auto& chunks = (*run->head)["lines"]["chunks"];
  std::multimap<uint64_t, uint64_t> found, expected; // object -> from, to in one number
  for (size_t chunk = 0; chunk < chunks["rows"].size(); ++chunk) {
    Columns c = columns_of(*run, "l/" + std::to_string(chunk));
    CHECK(c[0].size() == chunks["rows"][chunk]);
    for (size_t i = 0; i < c[0].size(); ++i) {
      uint64_t late = c[0][i], early = late - c[1][i];
      CHECK(late <= chunks["end_ns"][chunk]);
      CHECK(early >= chunks["begin_ns"][chunk]);
      bool backwards = c[2][i] >= 128;
      CHECK(c[2][i] % 128 == c[6][i] % 10);
      found.emplace(c[6][i], backwards ? late << 32 | early : early << 32 | late);
    }
  }
  for (const DependencyLine& line : sample.lines) expected.emplace(line.object, line.from_ns << 32 | line.to_ns);
  CHECK(found == expected);
  for (uint64_t kind = 0; kind < 10; ++kind)
    CHECK((*run->head)["lines"]["by_kind"][kind] ==
          std::ranges::count(sample.lines, static_cast<LineKind>(kind), &DependencyLine::kind));

  Columns marks = columns_of(*run, "m/0");
  REQUIRE(marks[0].size() == sample.marks.size());
  for (size_t i = 0; i < marks[0].size(); ++i) {
    CHECK(marks[0][i] == sample.marks[i].time_ns);
    CHECK((marks[6][i] | marks[7][i] << 32) == sample.marks[i].bits);
  }
  CHECK((*run->head)["names"] == nlohmann::json{"x"});
}

TEST_CASE("the index of occurrences counts every interval with a site, chunk by chunk") {
  SampleRun sample = sample_run(2, 2 * kChunkRows + 5);
  auto run = sample.prepare();
  REQUIRE(run);
  std::map<std::array<uint64_t, 3>, std::array<uint64_t, 4>> expected;
  for (uint64_t lane = 0; lane < 2; ++lane)
    for (size_t i = 0; i < sample.intervals[lane].size(); ++i) {
      const StateInterval& interval = sample.intervals[lane][i];
      if (interval.site == 0) continue;
      auto& row =
          expected.try_emplace({interval.site, lane, i / kChunkRows}, std::array<uint64_t, 4>{0, interval.begin_ns})
              .first->second;
      ++row[0];
      row[2] += interval.end_ns - interval.begin_ns;
      if (interval.state == ProcState::active) row[3] += interval.end_ns - interval.begin_ns;
    }
  Columns c = columns_of(*run, "o");
  REQUIRE(c[0].size() == expected.size());
  size_t i = 0;
  for (const auto& [key, row] : expected) {
    CHECK(key == std::array{c[0][i], c[1][i], c[2][i]});
    CHECK(row == std::array{c[3][i], c[4][i], c[5][i], c[6][i]});
    ++i;
  }
}

TEST_CASE("each tile of the pyramid has the shares of its bins") {
  SampleRun sample = sample_run(2, 20'000);
  auto run = sample.prepare();
  REQUIRE(run);
  const auto& levels = (*run->head)["pyramid"];
  REQUIRE(levels.size() > 3);
  for (size_t level = 0; level < levels.size(); ++level) {
    uint64_t bins = levels[level]["bins"], bin_ns = levels[level]["bin_ns"];
    if (level > 0) CHECK(levels[level - 1]["bin_ns"] == 2 * bin_ns);
    for (uint64_t tile = 0; tile * 512 < bins; ++tile) {
      auto block = run->blocks.get("p/" + std::to_string(level) + "/" + std::to_string(tile));
      REQUIRE(block);
      uint64_t count = std::min<uint64_t>(512, bins - tile * 512);
      REQUIRE(block->size() == 2 * count * kProcStates);
      for (uint64_t bin = 0; bin < count; bin += 37) {
        std::array<uint64_t, kProcStates> times{};
        uint64_t from = (tile * 512 + bin) * bin_ns, to = from + bin_ns;
        for (const StateInterval& interval : sample.intervals[1])
          if (interval.begin_ns < to && interval.end_ns > from)
            times[static_cast<size_t>(interval.state)] +=
                std::min(to, interval.end_ns) - std::max(from, interval.begin_ns);
        for (size_t state = 0; state < kProcStates; ++state) {
          double exact = 255.0 * static_cast<double>(times[state]) / static_cast<double>(bin_ns);
          double given = (*block)[(count + bin) * kProcStates + state];
          CHECK(std::abs(given - exact) <= 1.001);
        }
      }
    }
  }
}

// So that the page goes from a task to the line of its pragma, and back.
TEST_CASE("tasks of a sequential recording have the places of their regions") {
  Trace trace;
  trace.strings = {"", "heat.cpp", "main"};
  trace.info.duration_ns = 100;
  trace.sites.resize(3);
  trace.regions = {{RegionKind::trace, RegionOrigin::pragma, StringId{1}, StringId{2}, StringId{0}, 10, 1},
                   {RegionKind::task, RegionOrigin::pragma, StringId{1}, StringId{2}, StringId{0}, 12, 5}};
  trace.tasks.region = {1, 1};
  trace.tasks.begin_ns = {10, 40};
  trace.tasks.end_ns = {30, 60};
  auto run = prepare_run(trace, {});
  REQUIRE(run);
  const auto& head = *run->head;
  CHECK(head["kind"] == "sequential");
  CHECK(head["sites"]["line"] == nlohmann::json{0, 0, 0, 10, 12});
  CHECK(head["files"][0]["name"] == "heat.cpp");
  std::vector<StateInterval> intervals = read_chunk(*run, 0, 0);
  REQUIRE(intervals.size() == 5);
  for (size_t i : {1, 3}) {
    CHECK(intervals[i].site == 4);
    CHECK(intervals[i].activity == Activity::task);
  }
  CHECK(intervals[0].site == 0);
  CHECK(columns_of(*run, "o")[3] == std::vector<uint64_t>{2});
}
