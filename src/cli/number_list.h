// Lists of numbers as options take them: "2,4,8..16".
#pragma once
#include "base/result.h"
#include <cstdint>
#include <string>
#include <vector>

namespace unply {

// Ascending, each once. option: for messages. At most 4096 numbers, none below `least`.
Result<std::vector<uint32_t>> parse_number_list(const std::string& option, const std::string& text, uint32_t least);

// "2..1024" means 2, 4, 8, ... 1024 here: numbers of processes by doubling, and the last one; "2,3,5" those.
Result<std::vector<uint32_t>> parse_doubling_list(const std::string& option, const std::string& text, uint32_t least);

} // namespace unply
