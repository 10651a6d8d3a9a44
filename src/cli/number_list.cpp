#include "cli/number_list.h"
#include "base/split.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace unply {

namespace {

constexpr size_t kMostNumbers = 4096;
constexpr uint32_t kLargest = 1'000'000'000;

std::optional<uint32_t> number_in(std::string_view word, uint32_t least) {
  uint32_t number = 0;
  auto [end, wrong] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (wrong != std::errc() || end != word.data() + word.size() || number < least || number > kLargest)
    return std::nullopt;
  return number;
}

Result<std::vector<uint32_t>> parse_list(const std::string& option, const std::string& text, uint32_t least,
                                         bool doubling) {
  std::vector<uint32_t> numbers;
  for (const std::string& range : split(text, ',')) {
    std::string_view word = range;
    size_t dots = word.find("..");
    auto first = number_in(word.substr(0, dots), least);
    auto last = dots == std::string_view::npos ? first : number_in(word.substr(dots + 2), least);
    if (!first || !last || *last < *first || (!doubling && *last - *first >= kMostNumbers))
      return fail(
          fmt::format("{} {}: \"{}\" is neither a number from {} nor an ascending range", option, text, word, least),
          fmt::format("for example {} 2..8,16", option));
    for (uint64_t number = *first; number <= *last; number = doubling ? std::max<uint64_t>(2 * number, 1) : number + 1)
      numbers.push_back(static_cast<uint32_t>(number));
    numbers.push_back(*last);
  }
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
  if (numbers.size() <= kMostNumbers) return numbers;
  return fail(fmt::format("{} {}: {} numbers, at most {} fit", option, text, numbers.size(), kMostNumbers));
}

} // namespace

Result<std::vector<uint32_t>> parse_number_list(const std::string& option, const std::string& text, uint32_t least) {
  return parse_list(option, text, least, false);
}

Result<std::vector<uint32_t>> parse_doubling_list(const std::string& option, const std::string& text, uint32_t least) {
  return parse_list(option, text, least, true);
}

} // namespace unply
