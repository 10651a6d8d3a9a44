// Computations that share timers, directly or through others: the time of such a group is the sum of its timers.
#pragma once
#include "stg/program/program.h"
#include <optional>
#include <set>

namespace unply::stg {

class TimerGroups {
public:
  // recorded: the names of timers by the numbers that a recording gives them.
  TimerGroups(const Program& program, const std::vector<std::string>& recorded);
  std::optional<uint32_t> of_computation(uint32_t number) const { return find(computations_, number); }
  std::optional<uint32_t> of_timer(uint32_t recorded) const { return find(recorded_, recorded); }
  std::set<uint32_t> computations_of(uint32_t group) const;

private:
  std::vector<uint32_t> computations_, recorded_; // their groups, kNone: in none
  static std::optional<uint32_t> find(const std::vector<uint32_t>& groups, uint32_t at) {
    if (at >= groups.size() || groups[at] == kNone) return std::nullopt;
    return groups[at];
  }
};

} // namespace unply::stg
