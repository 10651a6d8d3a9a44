// How the time of a rank up to now adds up along the chain of what it waited for last. Copies share what they have in
// common, so a message can carry its sender's along.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
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

// A copy shares all that was added before. What is added is a link to what was there; every kMostLinks links the sums
// are made anew, so that their number depends on the program and not on the run.
class PathSums {
public:
  PathSums() = default;
  PathSums(const PathSums& other) : last_(other.last_) {
    if (last_) ++last_->uses;
  }
  PathSums(PathSums&& other) noexcept : last_(std::exchange(other.last_, nullptr)) {}
  PathSums& operator=(PathSums other) noexcept {
    std::swap(last_, other.last_);
    return *this;
  }
  ~PathSums() { release(last_); }

  void add(PathPart::Kind kind, uint32_t procedure, uint32_t index, double time_s, uint64_t count = 1) {
    const PathPart part = {.kind = kind, .procedure = procedure, .index = index, .count = count, .time_s = time_s};
    if (last_ && last_->uses == 1 && last_->is_link() && is_same(last_->part, part)) {
      last_->part.time_s += time_s, last_->part.count += count;
      return;
    }
    last_ = new Link{.before = last_, .links = last_ ? last_->links + 1 : 1, .part = part};
    if (last_->links < kMostLinks) return;
    auto* sums = new Link{.sums = sum()};
    release(std::exchange(last_, sums));
  }

  std::vector<PathPart> parts() const {
    std::vector<PathPart> sorted = sum();
    std::ranges::sort(sorted, [](const PathPart& a, const PathPart& b) { return a.time_s > b.time_s; });
    return sorted;
  }

private:
  static constexpr uint32_t kMostLinks = 32;
  struct Link {
    Link* before = nullptr;
    uint32_t uses = 1, links = 0; // links: up to here since the last sums, which have 0
    PathPart part = {};
    std::vector<PathPart> sums = {};
    bool is_link() const { return links > 0; }
  };
  static bool is_same(const PathPart& a, const PathPart& b) {
    return a.index == b.index && a.procedure == b.procedure && a.kind == b.kind;
  }
  static void release(Link* link) {
    while (link && --link->uses == 0) delete std::exchange(link, link->before);
  }
  std::vector<PathPart> sum() const {
    std::array<const PathPart*, kMostLinks> added;
    const Link* link = last_;
    size_t links = 0;
    for (; link && link->is_link(); link = link->before) added[links++] = &link->part;
    std::vector<PathPart> sums = link ? link->sums : std::vector<PathPart>();
    while (links > 0) {
      const PathPart& part = *added[--links];
      const auto found = std::ranges::find_if(sums, [&](const PathPart& one) { return is_same(one, part); });
      if (found == sums.end())
        sums.push_back(part);
      else
        found->time_s += part.time_s, found->count += part.count;
    }
    return sums;
  }

  Link* last_ = nullptr;
};

} // namespace unply::stg
