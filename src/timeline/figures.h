// Small sums that statistics are made of.
#pragma once
#include "timeline/timeline.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace unply {

inline constexpr size_t kActivities = static_cast<size_t>(Activity::preempted) + 1;

inline double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

struct StateTimes {
  std::array<uint64_t, kProcStates> ns{};
  uint64_t& of(ProcState state) { return ns[static_cast<size_t>(state)]; }
  uint64_t of(ProcState state) const { return ns[static_cast<size_t>(state)]; }
  uint64_t total() const {
    uint64_t sum = 0;
    for (uint64_t each : ns) sum += each;
    return sum;
  }
  void add(const StateTimes& other) {
    for (size_t i = 0; i < ns.size(); ++i) ns[i] += other.ns[i];
  }
};

// Count, least, most, mean and deviation of a quantity.
struct Spread {
  uint64_t count = 0, least = ~uint64_t{0}, most = 0, sum = 0;
  double squares = 0; // of deviations from the running mean
  void add(uint64_t value) {
    double before = count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
    ++count;
    sum += value;
    double x = static_cast<double>(value);
    squares += (x - before) * (x - mean());
    least = std::min(least, value);
    most = std::max(most, value);
  }
  double mean() const { return ratio(sum, count); }
  double deviation() const { return count < 2 ? 0 : std::sqrt(squares / static_cast<double>(count - 1)); }
};

} // namespace unply
