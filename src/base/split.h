// Splits a list into words: "a,b,,c" has four, "" has one, which is empty.
#pragma once
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace unply {

inline std::vector<std::string> split(std::string_view text, char at) {
  if (text.empty()) return {""};
  std::vector<std::string> words;
  for (auto word : std::views::split(text, at)) words.emplace_back(word.begin(), word.end());
  return words;
}

} // namespace unply
