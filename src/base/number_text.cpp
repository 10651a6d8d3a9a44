#include "base/number_text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace unply {

std::string duration_text(uint64_t time_ns) {
  constexpr const char* kUnits[] = {"ns", "us", "ms", "s"};
  if (time_ns < 1000) return fmt::format("{} ns", time_ns);
  double value = static_cast<double>(time_ns);
  size_t unit = 0;
  while (value >= 999.5 && unit < 3) value /= 1000, ++unit;
  return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, kUnits[unit]);
}

std::string count_text(uint64_t count, std::string_view one) {
  if (count == 1) return fmt::format("1 {}", one);
  if (one.ends_with("y")) return fmt::format("{} {}ies", count, one.substr(0, one.size() - 1));
  if (one.ends_with("s")) return fmt::format("{} {}es", count, one);
  return fmt::format("{} {}s", count, one);
}

std::string percent_text(uint64_t part, uint64_t whole) {
  if (whole == 0) return "-";
  double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  if (part > 0 && percent < 1) return "<1 %";
  return fmt::format("{:.0f} %", percent);
}

} // namespace unply
