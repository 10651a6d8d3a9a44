// Zobrist hashing: a task's random word is flipped into the hash when the task enters or leaves the set. The states of
// one set lie together: hard searches meet a set hundreds of times, and following a list through memory took 70 % of
// their time.
#include "sim/schedulers/failed_states.h"
#include <algorithm>
#include <random>

namespace unply {

FailedStates::FailedStates(uint32_t tasks) : set_((tasks + 63) / 64) {
  std::mt19937_64 random(1);
  for (uint32_t v = 0; v < tasks; ++v) code_.push_back(random());
}

void FailedStates::flip(uint32_t task) {
  set_[task / 64] ^= uint64_t{1} << (task % 64);
  hash_ ^= code_[task];
}

bool FailedStates::dominates(uint64_t now, unsigned __int128 start_sum, std::span<const uint64_t> end) const {
  auto found = of_set_.find(hash_);
  if (found == of_set_.end() || found->second.set != set_) return false;
  const OfSet& known = found->second;
  return std::ranges::any_of(known.states, [&](const State& s) {
    if (s.now > now || s.start_sum > start_sum) return false;
    auto running = std::span(known.ends).subspan(s.ends, s.ends_end - s.ends);
    return std::ranges::all_of(running, [&](const End& e) { return e.time <= std::max(now, end[e.task]); });
  });
}

void FailedStates::add(uint64_t now, unsigned __int128 start_sum, std::span<const uint64_t> end,
                       std::span<const uint32_t> running) {
  if (states_ == kMostStates || ends_ >= kMostEnds) return;
  auto [place, fresh] = of_set_.try_emplace(hash_);
  OfSet& known = place->second;
  if (fresh) known.set = set_;
  if (known.set != set_) return; // another set with this hash was there first
  auto first = static_cast<uint32_t>(known.ends.size());
  for (uint32_t v : running) known.ends.push_back({end[v], v});
  known.states.push_back(
      {.now = now, .start_sum = start_sum, .ends = first, .ends_end = static_cast<uint32_t>(known.ends.size())});
  ++states_;
  ends_ += running.size();
}

} // namespace unply
