// Formatting only; no wording.
#include "cli/text_style.h"
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace unply {

Style Style::of_stdout() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  bool refused = (no_color != nullptr && *no_color != '\0') || (term != nullptr && std::string_view(term) == "dumb");
  return Style(!refused && isatty(STDOUT_FILENO) == 1);
}

std::string Style::paint(std::string_view code, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

size_t terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 40) return 100;
  return size.ws_col;
}

std::string and_list(const std::vector<std::string_view>& words, size_t most, std::string_view others) {
  std::string text;
  size_t shown = std::min(words.size(), most);
  for (size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  if (words.size() == shown + 1 && others.ends_with('s')) others.remove_suffix(1);
  if (words.size() > shown) text += fmt::format(" and {} more {}", words.size() - shown, others);
  return text;
}

std::string shortened(std::string_view name, size_t most) {
  if (name.size() <= most) return std::string(name);
  std::string text;
  size_t depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    bool of_operator = text.ends_with("operator") || text.ends_with("operator<") || text.ends_with("operator>") ||
                       text.ends_with("operator-") || (text.ends_with("operator<=") && depth == 0);
    bool opens = name[i] == '<' && !of_operator, closes = name[i] == '>' && !of_operator && depth > 0;
    if (opens && depth++ == 0) text += "<...>";
    if (depth == 0) text += name[i];
    if (closes) --depth;
  }
  if (text.size() > most && most > 3) text = text.substr(0, most - 3) + "...";
  return text;
}

std::string wrapped(std::string_view text, size_t indent, size_t hanging, size_t width) {
  std::string lines(indent, ' ');
  size_t column = indent;
  bool first = true;
  while (!text.empty()) {
    size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!first && column + 1 + word.size() > width) {
      lines += '\n';
      lines.append(hanging, ' ');
      column = hanging;
    } else if (!first) {
      lines += ' ', ++column;
    }
    lines += word;
    column += word.size();
    first = false;
  }
  lines += '\n';
  return lines;
}

std::string TextTable::text(size_t indent, const Style& style) const {
  std::vector<size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_)
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  std::string lines;
  for (size_t r = 0; r < rows_.size(); ++r) {
    std::string line(indent, ' ');
    for (size_t c = 0; c < rows_[r].size(); ++c) {
      if (c > 0) line += "  ";
      line += columns_[c] == Align::left ? fmt::format("{:<{}}", rows_[r][c], widths[c])
                                         : fmt::format("{:>{}}", rows_[r][c], widths[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines += (r == 0 ? style.dim(line) : line) + "\n";
  }
  return lines;
}

std::string field_text(std::string_view name, std::string_view value, size_t width, const Style& style, size_t indent,
                       size_t column) {
  std::string lines =
      wrapped(fmt::format("{:{}}{:<{}} {}", "", indent, name, column - indent - 1, value), 0, column, width);
  return lines.replace(indent, name.size(), style.dim(name));
}

std::string cut_text(std::string text, size_t most) {
  if (text.size() <= most) return text;
  auto last = [&] { return static_cast<unsigned char>(text.back()); };
  text.resize(most - 3);
  while (!text.empty() && (last() & 0xc0) == 0x80) text.pop_back();
  if (!text.empty() && (last() & 0x80) != 0) text.pop_back(); // the first byte after it
  return text + "...";
}

} // namespace unply
