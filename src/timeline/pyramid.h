// Pictures of long runs: for each lane the share of each state in bins of time, and the same in bins of twice the
// width, and so on up, so that any window is drawn from some thousand bins whether it holds 10^2 or 10^8 intervals.
//
// Invariants: a share is the exact part of the bin's width in units of 1/255, off by less than one; the shares of a bin
// add up to the rounded part of it within the lane's life, 255 for bins that lie in it whole; so at every level,
// because each is made from times in ns, not from the level below.
#pragma once
#include "timeline/timeline.h"
#include <array>

namespace unply {

inline constexpr uint64_t kTileBins = 512; // of a block of a level, as in viewer/web/model.ts

struct Pyramid {
  struct Level {
    uint64_t bin_ns; // bin k is [k * bin_ns, (k + 1) * bin_ns)
    uint64_t bins;
    std::vector<std::vector<uint8_t>> shares; // of each lane [bin][state]
  };
  std::vector<Level> levels; // finest first, each with half the bins (rounded up) of the one before

  // The shares of all lanes in bins [first, first + count) of a level, [lane][bin][state].
  std::vector<uint8_t> tile(size_t level, uint64_t first, uint64_t count) const;
};

// As many bins as give half a byte for each interval at the finest level, yet at least 1024 if the time has as many ns.
class PyramidBuilder {
public:
  PyramidBuilder(uint64_t duration_ns, size_t lanes, uint64_t intervals);
  // Intervals of each lane in the order of time; gaps count to no state. Intervals are clipped at duration_ns.
  void add(uint32_t lane, std::span<const StateInterval> intervals);
  Pyramid finish();

private:
  using Times = std::array<uint64_t, kProcStates>; // ns in each state
  struct OpenBin {
    Times times{};
    uint64_t number = 0;
  };
  struct LaneState {
    std::vector<OpenBin> open; // of each level
    uint64_t edge_ns = 0;      // end of the open bin of the finest level
  };
  LaneState& lane_state(uint32_t lane);
  void close_bin(uint32_t lane, LaneState& state, size_t level);
  uint64_t duration_ns_;
  Pyramid pyramid_;
  std::vector<double> scale_; // of each level, ns to units of 1/255
  std::vector<LaneState> lanes_;
};

} // namespace unply
