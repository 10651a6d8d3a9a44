#include "timeline/pyramid.h"
#include <algorithm>

namespace unply {

namespace {

// Cumulative sums over states are rounded, and the shares are their differences: they add up, and none is off by more
// than two halves. Largest remainders would be a little closer and take 80 ns a bin, five times as long.
void write_shares(uint8_t* out, const std::array<uint64_t, kProcStates>& times, double scale) {
  uint64_t sum = 0;
  unsigned before = 0;
  for (size_t s = 0; s < kProcStates; ++s) {
    sum += times[s];
    auto rounded = static_cast<unsigned>(static_cast<double>(static_cast<int64_t>(sum)) * scale + 0.5);
    out[s] = static_cast<uint8_t>(rounded - before);
    before = rounded;
  }
}

} // namespace

std::vector<uint8_t> Pyramid::tile(size_t level, uint64_t first, uint64_t count) const {
  std::vector<uint8_t> out;
  for (const auto& lane : levels[level].shares) {
    uint64_t begin = std::min<uint64_t>(first * kProcStates, lane.size());
    uint64_t end = std::min<uint64_t>((first + count) * kProcStates, lane.size());
    out.insert(out.end(), lane.begin() + static_cast<ptrdiff_t>(begin), lane.begin() + static_cast<ptrdiff_t>(end));
    out.resize(out.size() + count * kProcStates - (end - begin));
  }
  return out;
}

PyramidBuilder::PyramidBuilder(uint64_t duration_ns, size_t lanes, uint64_t intervals)
    : duration_ns_(std::max<uint64_t>(duration_ns, 1)) {
  constexpr uint64_t kFewestBins = 1024, kTopBins = 64;
  uint64_t half_byte = intervals / (2 * kProcStates * std::max<size_t>(lanes, 1));
  uint64_t wanted = std::min(std::max(half_byte, kFewestBins), duration_ns_);
  uint64_t bin_ns = (duration_ns_ + wanted - 1) / wanted;
  for (uint64_t bins = 0; bins == 0 || bins > kTopBins; bin_ns *= 2) {
    bins = (duration_ns_ + bin_ns - 1) / bin_ns;
    pyramid_.levels.push_back({bin_ns, bins, {}});
    scale_.push_back(255 / static_cast<double>(bin_ns));
  }
  if (lanes > 0) lane_state(static_cast<uint32_t>(lanes - 1));
}

PyramidBuilder::LaneState& PyramidBuilder::lane_state(uint32_t lane) {
  if (lane >= lanes_.size()) {
    lanes_.resize(lane + size_t{1}, {std::vector<OpenBin>(pyramid_.levels.size()), pyramid_.levels[0].bin_ns});
    for (Pyramid::Level& level : pyramid_.levels)
      level.shares.resize(lane + size_t{1}, std::vector<uint8_t>(level.bins * kProcStates));
  }
  return lanes_[lane];
}

// The bin is done: its shares are appended, its times go into the bin above.
void PyramidBuilder::close_bin(uint32_t lane, LaneState& state, size_t level) {
  OpenBin& bin = state.open[level];
  Pyramid::Level& of = pyramid_.levels[level];
  write_shares(of.shares[lane].data() + bin.number * kProcStates, bin.times, scale_[level]);
  if (level + 1 < pyramid_.levels.size()) {
    for (size_t s = 0; s < kProcStates; ++s) state.open[level + 1].times[s] += bin.times[s];
    if (bin.number % 2 == 1 || bin.number + 1 == of.bins) close_bin(lane, state, level + 1);
  }
  bin.times = {};
  ++bin.number;
  if (level == 0) state.edge_ns += pyramid_.levels[0].bin_ns;
}

void PyramidBuilder::add(uint32_t lane, std::span<const StateInterval> intervals) {
  LaneState& state = lane_state(lane);
  for (const StateInterval& interval : intervals) {
    uint64_t begin = interval.begin_ns, end = std::min(interval.end_ns, duration_ns_);
    if (begin >= end) continue;
    while (begin >= state.edge_ns) close_bin(lane, state, 0);
    auto of = static_cast<size_t>(interval.state);
    for (; end > state.edge_ns; begin = state.edge_ns - pyramid_.levels[0].bin_ns) {
      state.open[0].times[of] += state.edge_ns - begin;
      close_bin(lane, state, 0);
    }
    state.open[0].times[of] += end - begin;
  }
}

Pyramid PyramidBuilder::finish() {
  for (uint32_t lane = 0; lane < lanes_.size(); ++lane)
    while (lanes_[lane].open[0].number < pyramid_.levels[0].bins) close_bin(lane, lanes_[lane], 0);
  return std::move(pyramid_);
}

} // namespace unply
