// Splits a text file into the words of each line: shared by the readers of job graphs in text. Empty lines and comments
// after '#' are skipped.
#pragma once
#include "base/result.h"
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace unply {

class TextLines {
public:
  explicit TextLines(std::span<const uint8_t> bytes)
      : rest_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {}

  // Goes to the next line that has words; false at the end.
  bool next();
  const std::vector<std::string_view>& words() const { return words_; }
  uint64_t number() const { return number_; } // of the line, from 1

private:
  std::string_view rest_;
  std::vector<std::string_view> words_;
  uint64_t number_ = 0;
};

std::optional<uint64_t> whole_number(std::string_view word); // none: has a sign, a point, letters, or over 64 bits

} // namespace unply
