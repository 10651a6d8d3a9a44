// Chunks count iterations from 0. libomp reports the loop variable as the compiler represents it: clang counts from 0,
// flang from 1, and gcc uses the variable of the source with its own begin and step. All chunks of one execution of a
// loop together, over the threads of its team, determine begin and step.
#pragma once
#include "unply/event_format.h"
#include <cstdint>
#include <map>
#include <vector>

namespace unply {

// Follows one thread: which execution of which loop it is in. The threads of a team meet the loops of a region in the
// same order, so the number of the region and of the loop in it name it.
class LoopWalk {
public:
  struct Loop {
    uint64_t region, ordinal;
    auto operator<=>(const Loop&) const = default;
  };
  void step(const UnplyRawEvent& record);
  const Loop* current() const { return open_.empty() ? nullptr : &open_.back(); }
  uint64_t iterations() const { return iterations_; } // of the loop begun last

private:
  std::vector<Loop> regions_; // ordinal: of the next loop
  std::vector<Loop> open_;
  Loop outside_{0, 0};
  uint64_t iterations_ = 0;
};

class LoopOrigins {
public:
  void add(const LoopWalk& walk, const UnplyRawEvent& chunk);
  uint64_t first_iteration(const LoopWalk& walk, uint64_t a) const; // of a chunk event's a

private:
  struct Origin {
    int64_t least, most; // first values of chunks
    uint64_t at_most;    // iterations of the chunk that begins with `most`
    uint64_t iterations; // of the loop
  };
  std::map<LoopWalk::Loop, Origin> loops_;
};

// The loop variable in 56 bits of an event, with its sign.
inline int64_t loop_value(uint64_t a) { return static_cast<int64_t>(a << 8) >> 8; }

} // namespace unply
