// See directive_place.h.
#include "discover/directive_place.h"
#include "discover/text_words.h"
#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace unply {

bool is_directive(std::string_view line) {
  std::string text;
  for (char c : line)
    if (c != ' ' && c != '\t') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text.starts_with("#pragmaomp") || text.starts_with("!$omp") || text.starts_with("c$omp") ||
         text.starts_with("*$omp") || text.starts_with("_pragma(\"omp");
}

namespace {

// Or an empty line. Of a comment that ends in this line, `line` becomes the first one.
bool is_comment(const std::vector<std::string_view>& lines, size_t& line) {
  std::string_view text = without_margins(lines[line]);
  if (text.empty() || text.starts_with("//") || text.starts_with('!')) return true;
  if (!text.ends_with("*/")) return false;
  while (!text.contains("/*") && line > 0) text = without_margins(lines[--line]);
  return text.starts_with("/*");
}

// "if" of "# ifdef X"; "" for other lines.
std::string_view condition(std::string_view line) {
  line = without_margins(line);
  if (!line.starts_with('#')) return "";
  line = without_margins(line.substr(1));
  for (std::string_view word : {"if", "else", "elif", "endif"})
    if (line.starts_with(word)) return word;
  return "";
}

// Of the condition in another branch of which the line is.
size_t first_branch(const std::vector<std::string_view>& lines, size_t line) {
  for (int inside = 0; line > 0;) {
    const std::string_view word = condition(lines[--line]);
    inside += word == "endif";
    if (word == "if" && inside-- == 0) break;
  }
  return line;
}

std::string_view take_word(std::string_view& text) {
  text = without_margins(text);
  const auto end = static_cast<size_t>(std::ranges::find_if_not(text, is_name_character) - text.begin());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

// A pragma that clang or gcc want directly before a loop, also one in the form `_Pragma("unroll")`.
bool is_hint(std::string_view line) {
  std::string_view text = without_margins(line);
  if (text.starts_with('#')) {
    text.remove_prefix(1);
    if (take_word(text) != "pragma") return false;
  } else if (take_word(text) == "_Pragma" && text.contains('"')) {
    text.remove_prefix(text.find('"') + 1);
  } else {
    return false;
  }
  constexpr std::array<std::string_view, 9> kHints = {"unroll",           "nounroll",   "unroll_and_jam",
                                                      "nounroll_and_jam", "ivdep",      "vector",
                                                      "novector",         "loop_count", "distribute_point"};
  const std::string_view word = take_word(text), next = take_word(text);
  if (word == "clang") return next == "loop";
  if (word == "GCC") return next == "unroll" || next == "ivdep" || next == "novector";
  return std::ranges::find(kHints, word) != kHints.end();
}

bool ends_with_attributes(std::string_view code) {
  code = without_margins(code);
  return code.ends_with("]]") || (code.contains("__attribute__") && code.ends_with("))"));
}

// Upwards from the loop, over pragmas, comments and conditions of the preprocessor.
class HintSearch {
public:
  HintSearch(const std::vector<std::string_view>& lines, size_t line) : first(line), lines_(lines) {
    for (size_t at = line; at > 0 && step(--at);) {
    }
  }

  bool found = false, split = false; // split: a condition separates a pragma from the loop
  size_t first;                      // line of the first pragma, or of the condition around it; else the loop's
  std::string_view code;             // the line before all of these

private:
  const std::vector<std::string_view>& lines_;
  int depth_ = 0;     // of the conditions that end between this line and the loop
  bool open_ = false; // a pragma was found whose condition has not begun yet

  bool step(size_t& at) {
    while (at > 0 && without_margins(lines_[at - 1]).ends_with('\\')) --at;
    const std::string_view word = condition(lines_[at]);
    depth_ += word == "endif";
    depth_ -= word == "if";
    if (is_hint(lines_[at])) {
      found = true, first = at;
      split |= depth_ < 0;
      open_ = depth_ > 0;
    } else if (word == "if" && open_ && depth_ == 0) {
      first = at, open_ = false;
    } else if (!word.empty()) {
      return depth_ > 0 || word == "if" || word == "endif";
    } else if (!without_margins(lines_[at]).starts_with('#') && !is_comment(lines_, at)) {
      code = lines_[at];
      split |= open_;
      return false;
    }
    return true;
  }
};

} // namespace

// The line of the one before the loop, with comments and conditions of the preprocessor between them.
std::optional<size_t> directive_before(const std::vector<std::string_view>& lines, size_t line) {
  line = std::min(line, lines.size()); // the source may have changed
  while (line-- > 0) {
    while (line > 0 && without_margins(lines[line - 1]).ends_with('\\')) --line;
    if (is_directive(lines[line])) return line;
    if (const std::string_view word = condition(lines[line]); word == "else" || word == "elif")
      line = first_branch(lines, line);
    else if (!without_margins(lines[line]).starts_with('#') && !is_comment(lines, line))
      return std::nullopt;
  }
  return std::nullopt;
}

Result<size_t> place_of_directive(const std::vector<std::string_view>& lines, size_t line, size_t column, bool hints) {
  const std::string_view before = without_margins(lines[line].substr(0, column));
  const HintSearch search(lines, line);
  if (ends_with_attributes(before.empty() ? search.code : before)) return fail("attributes stand before it");
  if (search.split) return fail("a condition of the preprocessor stands between it and a pragma for it");
  if (before.contains("_Pragma")) return fail("a pragma for it stands before it on its line");
  if (search.found && !before.empty()) return fail("other code stands between it and a pragma for it");
  if (hints && !search.found) return fail("a macro puts a pragma for it before it");
  return search.first;
}

} // namespace unply
