// Text formatting shared by the verbs: colours, tables, durations, wrapped lines. ASCII only, so that columns stay
// aligned in any locale.
#pragma once
#include "base/number_text.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unply {

// Colours only on a terminal, never when NO_COLOR is set (no-color.org) or TERM is dumb.
class Style {
public:
  static Style of_stdout();
  static Style plain() { return Style(false); }
  std::string bold(std::string_view text) const { return paint("1", text); }
  std::string dim(std::string_view text) const { return paint("2", text); }
  std::string warning(std::string_view text) const { return paint("33", text); }

private:
  explicit Style(bool on) : on_(on) {}
  std::string paint(std::string_view code, std::string_view text) const;
  bool on_;
};

size_t terminal_width(); // of stdout; 100 if it is not a terminal

// "a, b and c", or of more than `most` words "a, b and 3 more variables".
std::string and_list(const std::vector<std::string_view>& words, size_t most, std::string_view others);
// A name with the arguments of its templates left out where it is longer than that: "sort<...>"; "..." at its end if
// that is not enough.
inline constexpr size_t kLongestName = 40;
std::string shortened(std::string_view name, size_t most);
std::string wrapped(std::string_view text, size_t indent, size_t hanging, size_t width); // with a newline at the end
// A line of facts: "work       12.4 us in 3 tasks", wrapped below its value. column: where values begin.
std::string field_text(std::string_view name, std::string_view value, size_t width, const Style& style,
                       size_t indent = 0, size_t column = 11);
// Not longer than `most` bytes, with "..." at its end where something was cut; no character of UTF-8 is cut in two.
std::string cut_text(std::string text, size_t most);

class TextTable {
public:
  enum class Align { left, right };
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  // Two spaces between columns, none at the end of a line; the first row is the head.
  std::string text(size_t indent, const Style& style) const;

private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

} // namespace unply
