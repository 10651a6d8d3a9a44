// Replaced lines of a text as a unified diff.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace unply {

std::vector<std::string_view> lines_of(std::string_view text); // without their line ends

struct LineEdit {
  size_t first = 0, count = 0; // lines replaced, from 0; count 0: lines are put before `first`
  std::vector<std::string> lines;
};

// The text after the edits; those ascend and do not overlap.
std::string edited_text(std::string_view text, const std::vector<LineEdit>& edits);
std::string unified_diff(const std::string& path, std::string_view text, const std::vector<LineEdit>& edits);

} // namespace unply
