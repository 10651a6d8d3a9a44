// The events of idra-ideal-speedups-1994, Table 1.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace unply {

enum class ForkJoinEvent : uint8_t {
  start_execution,
  end_execution,
  start_goal,
  finish_goal,
  fork,
  join,
  suspend,
  restart
};

inline constexpr std::array<std::string_view, 8> kForkJoinEventNames = {
    "START_EXECUTION", "END_EXECUTION", "START_GOAL", "FINISH_GOAL", "FORK", "JOIN", "SUSPEND", "RESTART"};

inline std::string_view fork_join_event_name(ForkJoinEvent event) {
  return kForkJoinEventNames[static_cast<size_t>(event)];
}

inline std::optional<ForkJoinEvent> fork_join_event(std::string_view word) {
  for (size_t i = 0; i < kForkJoinEventNames.size(); ++i)
    if (kForkJoinEventNames[i] == word) return static_cast<ForkJoinEvent>(i);
  return std::nullopt;
}

} // namespace unply
