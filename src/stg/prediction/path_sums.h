// How the time of a rank up to now adds up along the chain of what it waited for last. Copies share their sums until
// one of them grows, so a message can carry its sender's along.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace unply::stg {

// The chain of computations, messages and collective operations that the end of the run waits for: back from the rank
// that ends last, always to what arrived last. Its parts take as long as the run.
struct PathPart {
  enum class Kind : uint8_t { computation, message, collective };
  Kind kind = Kind::computation;
  uint32_t procedure = 0, index = 0; // in its computations, or in its operations: of a message, the send's; the
                                     // receiver's overhead is a part of its own
  uint64_t count = 0;
  double time_s = 0;
};

class PathSums {
public:
  void add(PathPart::Kind kind, uint32_t procedure, uint32_t index, double time_s, uint64_t count = 1) {
    if (!parts_) parts_ = std::make_shared<std::vector<PathPart>>();
    if (parts_.use_count() > 1) parts_ = std::make_shared<std::vector<PathPart>>(*parts_);
    for (PathPart& part : *parts_)
      if (part.index == index && part.procedure == procedure && part.kind == kind) {
        part.time_s += time_s, part.count += count;
        return;
      }
    parts_->push_back({.kind = kind, .procedure = procedure, .index = index, .count = count, .time_s = time_s});
  }

  std::vector<PathPart> parts() const {
    std::vector<PathPart> sorted = parts_ ? *parts_ : std::vector<PathPart>();
    std::ranges::sort(sorted, [](const PathPart& a, const PathPart& b) { return a.time_s > b.time_s; });
    return sorted;
  }

private:
  std::shared_ptr<std::vector<PathPart>> parts_;
};

} // namespace unply::stg
