// States of the tree search from which no schedule ends in time, found again by the set of tasks started. Sets are
// compared bit by bit, so the hash is never trusted.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace unply {

class FailedStates {
public:
  explicit FailedStates(uint32_t tasks);

  void flip(uint32_t task); // into or out of the set of the current state
  // Whether one with the same set failed that was not later, with no task of the set ending later where that matters,
  // nor a greater sum of starts. end: by task.
  bool dominates(uint64_t now, unsigned __int128 start_sum, std::span<const uint64_t> end) const;
  void add(uint64_t now, unsigned __int128 start_sum, std::span<const uint64_t> end, std::span<const uint32_t> running);

private:
  // About 200 MB at most; after that states are not added.
  static constexpr size_t kMostStates = 1'000'000, kMostEnds = 4'000'000;
  struct End {
    uint64_t time;
    uint32_t task;
  };
  struct State {
    uint64_t now;
    unsigned __int128 start_sum;
    uint32_t ends, ends_end; // of the tasks that ran, in OfSet::ends
  };
  struct OfSet {
    std::vector<uint64_t> set;
    std::vector<State> states;
    std::vector<End> ends;
  };

  std::vector<uint64_t> set_, code_; // code_: a random word for each task
  uint64_t hash_ = 0;
  size_t states_ = 0, ends_ = 0; // of all sets
  std::unordered_map<uint64_t, OfSet> of_set_;
};

} // namespace unply
