// The answer of a search for an isomorphism, and its limit.
#pragma once
#include <chrono>
#include <cstdint>
#include <vector>

namespace unply {

class Deadline {
public:
  explicit Deadline(double seconds)
      : end_(std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<int64_t>(seconds * 1e6))) {}
  bool passed() const { return std::chrono::steady_clock::now() >= end_; }

private:
  std::chrono::steady_clock::time_point end_;
};

struct Isomorphism {
  enum Answer { yes, no, unknown } answer = unknown; // unknown: the deadline passed
  std::vector<uint32_t> image;                       // if yes: of each vertex of the first graph
};

} // namespace unply
