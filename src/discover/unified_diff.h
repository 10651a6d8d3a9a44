// Replaced lines of a text as a unified diff.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace unply {

// A text that others hold, as lines without their ends.
struct SourceLines {
  explicit SourceLines(std::string_view text);
  std::vector<std::string_view> lines;
  bool open_end = false; // no line end behind the last one
};

struct LineEdit {
  size_t first = 0, count = 0; // lines replaced, from 0; count 0: lines are put before `first`
  std::vector<std::string> lines;
};

// The text after the edits; those ascend and do not overlap.
std::string edited_text(const SourceLines& text, const std::vector<LineEdit>& edits);
// Adds edits of the same text; lines that both insert at one place stand there once. False, and nothing is added: both
// change the same lines, or insert others at one place.
bool join_edits(std::vector<LineEdit>& edits, const std::vector<LineEdit>& more);
std::string unified_diff(const std::string& path, const SourceLines& text, const std::vector<LineEdit>& edits);

} // namespace unply
