// One pass over the bytes; words are views into them.
#include "sim/text_lines.h"
#include <charconv>

namespace unply {

bool TextLines::next() {
  constexpr std::string_view kSpace = " \t\r\v\f";
  words_.clear();
  while (words_.empty() && !rest_.empty()) {
    ++number_;
    size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    line = line.substr(0, line.find('#'));
    for (size_t at = line.find_first_not_of(kSpace); at != std::string_view::npos;) {
      size_t stop = std::min(line.find_first_of(kSpace, at), line.size());
      words_.push_back(line.substr(at, stop - at));
      at = line.find_first_not_of(kSpace, stop);
    }
  }
  return !words_.empty();
}

std::optional<uint64_t> whole_number(std::string_view word) {
  uint64_t value = 0;
  auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (problem != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

} // namespace unply
