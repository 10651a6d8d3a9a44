// The times at which processors become free, with the two queries of schedulers: the processor that is free first, and
// a processor that is free by a given time; on a tie the lowest number. A tree of minima, O(log P) for each query.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace unply {

class ProcessorTimes {
public:
  static constexpr uint64_t kNever = ~uint64_t{0};

  ProcessorTimes(uint32_t processors, uint64_t time) : leaves_(std::bit_ceil(processors)) {
    least_.assign(2 * size_t{leaves_}, kNever);
    std::fill_n(least_.begin() + leaves_, processors, time);
    for (size_t i = leaves_ - 1; i > 0; --i) least_[i] = std::min(least_[2 * i], least_[2 * i + 1]);
  }

  uint64_t operator[](uint32_t processor) const { return least_[leaves_ + processor]; }

  void set(uint32_t processor, uint64_t time) {
    size_t i = leaves_ + processor;
    least_[i] = time;
    while ((i /= 2) > 0) least_[i] = std::min(least_[2 * i], least_[2 * i + 1]);
  }

  uint64_t earliest_time() const { return least_[1]; }
  uint32_t earliest() const { return *free_by(least_[1]); }

  std::optional<uint32_t> free_by(uint64_t time) const {
    if (least_[1] > time) return std::nullopt;
    size_t i = 1;
    while (i < leaves_) i = least_[2 * i] <= time ? 2 * i : 2 * i + 1;
    return static_cast<uint32_t>(i - leaves_);
  }

private:
  uint32_t leaves_;             // a power of 2
  std::vector<uint64_t> least_; // of each subtree; children of i are 2i and 2i + 1
};

} // namespace unply
