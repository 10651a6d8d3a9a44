// Every bin of every level against its definition, computed ns by ns from the intervals.
#include "timeline/pyramid.h"
#include <cmath>
#include <doctest/doctest.h>
#include <numeric>
#include <random>

using namespace unply;

namespace {

using Lanes = std::vector<std::vector<StateInterval>>;

StateInterval interval(uint64_t begin, uint64_t end, ProcState state) {
  return {begin, end, state, Activity::none, 0, 0, 0, 0, 0};
}

// Lanes that begin and end within the run, with intervals much shorter and much longer than a bin.
Lanes random_lanes(std::mt19937_64& random, uint64_t duration, size_t lanes) {
  Lanes out(lanes);
  for (auto& lane : out) {
    uint64_t now = random() % 3 ? 0 : random() % duration, end = random() % 3 ? duration : now + random() % duration;
    while (now < end) {
      uint64_t next = std::min(end, now + 1 + (random() % 20 ? random() % 30 : random() % duration));
      lane.push_back(interval(now, next, static_cast<ProcState>(random() % kProcStates)));
      now = next;
    }
  }
  return out;
}

Pyramid build(const Lanes& lanes, uint64_t duration, std::mt19937_64& random) {
  size_t intervals = 0;
  for (const auto& lane : lanes) intervals += lane.size();
  PyramidBuilder builder(duration, random() % 2 ? lanes.size() : 0, intervals);
  for (uint32_t l = 0; l < lanes.size(); ++l)
    for (size_t at = 0; at < lanes[l].size();) {
      size_t count = std::min<size_t>(1 + random() % 100, lanes[l].size() - at);
      builder.add(l, std::span(lanes[l]).subspan(at, count));
      at += count;
    }
  return builder.finish();
}

void check_bin(const Pyramid::Level& level, std::span<const uint8_t> shares, const std::vector<StateInterval>& lane,
               uint64_t bin, uint64_t duration) {
  uint64_t begin = bin * level.bin_ns, end = begin + level.bin_ns, covered = 0;
  std::array<uint64_t, kProcStates> times{};
  for (const StateInterval& i : lane) {
    uint64_t from = std::max(i.begin_ns, begin), to = std::min({i.end_ns, end, duration});
    if (from < to) times[static_cast<size_t>(i.state)] += to - from, covered += to - from;
  }
  unsigned sum = std::accumulate(shares.begin(), shares.end(), 0u);
  for (size_t s = 0; s < kProcStates; ++s) {
    double exact = 255.0 * static_cast<double>(times[s]) / static_cast<double>(level.bin_ns);
    if (std::abs(shares[s] - exact) >= 1 + 1e-9) FAIL_CHECK("share " << int{shares[s]} << " is " << exact);
  }
  if (std::abs(sum - 255.0 * static_cast<double>(covered) / static_cast<double>(level.bin_ns)) > 0.5 + 1e-9)
    FAIL_CHECK("sum " << sum << " of bin " << bin);
}

} // namespace

TEST_CASE("shares of the pyramid are those of the intervals, at every level") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 12; ++round) {
    uint64_t duration = 1 + random() % (round % 3 ? 30'000 : 900);
    Lanes lanes = random_lanes(random, duration, 1 + random() % 4);
    Pyramid pyramid = build(lanes, duration, random);
    REQUIRE(pyramid.levels.back().bins <= 64);
    for (size_t l = 0; l < pyramid.levels.size(); ++l) {
      const Pyramid::Level& level = pyramid.levels[l];
      REQUIRE(level.shares.size() <= lanes.size());
      if (l > 0) CHECK(level.bin_ns == 2 * pyramid.levels[l - 1].bin_ns);
      CHECK((level.bins * level.bin_ns >= duration && (level.bins - 1) * level.bin_ns < duration));
      for (size_t lane = 0; lane < level.shares.size(); ++lane) {
        REQUIRE(level.shares[lane].size() == level.bins * kProcStates);
        for (uint64_t bin = 0; bin < level.bins; ++bin)
          check_bin(level, std::span(level.shares[lane]).subspan(bin * kProcStates, kProcStates), lanes[lane], bin,
                    duration);
      }
    }
  }
}

TEST_CASE("tiles of the pyramid are parts of its levels, with zeros beyond the end") {
  Lanes lanes{{interval(0, 5000, ProcState::active)}, {interval(2500, 5000, ProcState::wait_lock)}};
  PyramidBuilder builder(5000, 2, 2);
  for (uint32_t lane = 0; lane < 2; ++lane) builder.add(lane, lanes[lane]);
  Pyramid pyramid = builder.finish();
  const Pyramid::Level& level = pyramid.levels[0];
  auto tile = pyramid.tile(0, level.bins - 2, 4);
  REQUIRE(tile.size() == 2 * 4 * kProcStates);
  CHECK(tile[static_cast<size_t>(ProcState::active)] == 255);
  CHECK(tile[(4 + 0) * kProcStates + static_cast<size_t>(ProcState::wait_lock)] == 255);
  CHECK(tile[2 * kProcStates + static_cast<size_t>(ProcState::active)] == 0);
  CHECK(pyramid.tile(0, level.bins + 7, 1) == std::vector<uint8_t>(2 * kProcStates));
}
