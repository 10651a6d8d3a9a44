// Formats numbers for people.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace unply {

std::string duration_text(uint64_t time_ns);                  // three digits and a unit: "12.4 us"
std::string count_text(uint64_t count, std::string_view one); // "1 task", "4 tasks"
std::string percent_text(uint64_t part, uint64_t whole);      // "37 %", "<1 %"

} // namespace unply
