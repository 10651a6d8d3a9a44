// Data races in the reports of ThreadSanitizer.
#pragma once
#include <string>
#include <vector>

namespace unply {

struct RacePlace {
  std::string access; // "write of 8 bytes"
  std::string function, file;
  unsigned line = 0, column = 0; // 0: not known
  auto operator<=>(const RacePlace&) const = default;
};

struct Race {
  RacePlace now, before;
  size_t count = 0; // reports of this pair
};

// Each pair of places once, in the order of the reports.
std::vector<Race> read_race_reports(const std::string& text);

} // namespace unply
