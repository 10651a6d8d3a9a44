// Task ids as people write them: "3,5-9,20-100:4", where the last means every fourth from 20.
#pragma once
#include "base/result.h"
#include <cstdint>
#include <string>
#include <vector>

namespace unply {

struct TaskRange {
  uint32_t first, last, step = 1; // step > 0, and divides last - first
  uint64_t count() const { return uint64_t{last - first} / step + 1; }
  bool operator==(const TaskRange&) const = default;
};

Result<std::vector<TaskRange>> parse_task_ranges(const std::string& text);

// The fewest ranges that a pass from the left finds; three or more ids with equal distances make one.
std::vector<TaskRange> ranges_of(const std::vector<uint32_t>& ids);

// At most `most` ranges, then how many ids are left out.
std::string ranges_text(const std::vector<uint32_t>& ids, size_t most);

} // namespace unply
