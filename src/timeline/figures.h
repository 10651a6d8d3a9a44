// Small accumulators for statistics.
#pragma once
#include "timeline/timeline.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace unply {

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

// Count, least, most and sum of a quantity.
struct Extent {
  uint64_t count = 0, least = ~uint64_t{0}, most = 0, sum = 0;
  void add(uint64_t value) {
    ++count;
    sum += value;
    least = std::min(least, value);
    most = std::max(most, value);
  }
};

// Count, least, most, mean and deviation of a quantity. Deviations are summed from the first value, so that their
// squares stay small, and without a division for each value.
struct Spread : Extent {
  uint64_t first = 0;
  double squares = 0;
  void add(uint64_t value) {
    if (count == 0) first = value;
    Extent::add(value);
    double off = static_cast<double>(value) - static_cast<double>(first);
    squares += off * off;
  }
  void add(const Spread& other) {
    if (count == 0) {
      *this = other;
      return;
    }
    double n = static_cast<double>(other.count), own_first = static_cast<double>(other.first);
    double apart = own_first - static_cast<double>(first), off = static_cast<double>(other.sum) - n * own_first;
    squares += other.squares + 2 * apart * off + n * apart * apart;
    count += other.count, sum += other.sum;
    least = std::min(least, other.least), most = std::max(most, other.most);
  }
  double mean() const { return ratio(sum, count); }
  double deviation() const {
    if (count < 2) return 0;
    double n = static_cast<double>(count), off = mean() - static_cast<double>(first);
    return std::sqrt(std::max(0.0, (squares - n * off * off) / (n - 1)));
  }
};

} // namespace unply
