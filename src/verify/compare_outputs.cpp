#include "verify/compare_outputs.h"
#include "base/split.h"
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

namespace unply {

namespace {

struct Number {
  double value = 0;
  size_t length = 0;
  bool fraction = false;
};

// At the start of the text: 12, -1.5, .5e-3, nan. Only one with a point or an exponent has a fraction.
std::optional<Number> number_at(std::string_view text) {
  Number number;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  auto [end, error] = std::from_chars(begin, text.data() + text.size(), number.value);
  if (error == std::errc::invalid_argument) return {};
  number.length = static_cast<size_t>(end - text.data());
  number.fraction = text.substr(0, number.length).find_first_of(".eE") != std::string_view::npos;
  return number;
}

double relative_difference(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double largest = std::max(std::abs(a), std::abs(b));
  return std::isfinite(largest) ? std::abs(a - b) / largest : INFINITY;
}

// The largest difference of their numbers, or none if they differ in anything else.
std::optional<double> difference(std::string_view a, std::string_view b) {
  double largest = 0;
  while (!a.empty() && !b.empty()) {
    const auto x = number_at(a), y = number_at(b);
    if (x && y && x->fraction && y->fraction) {
      largest = std::max(largest, relative_difference(x->value, y->value));
      a.remove_prefix(x->length);
      b.remove_prefix(y->length);
    } else if (x && y && a.substr(0, x->length) == b.substr(0, y->length)) {
      a.remove_prefix(x->length);
      b.remove_prefix(y->length);
    } else if (a[0] == b[0] && !(x && y)) {
      a.remove_prefix(1);
      b.remove_prefix(1);
    } else {
      return {};
    }
  }
  if (a.empty() != b.empty()) return {};
  return largest;
}

} // namespace

OutputComparison compare_outputs(const std::vector<std::string_view>& serial, std::string_view parallel,
                                 double tolerance) {
  OutputComparison result;
  if (serial[0] == parallel) return result;
  std::vector<std::vector<std::string>> runs;
  for (std::string_view text : serial) runs.push_back(split(text, '\n'));
  const std::vector<std::string>&first = runs[0], other = split(parallel, '\n');
  for (size_t i = 0; i < std::max(first.size(), other.size()); ++i) {
    const std::string left = i < first.size() ? first[i] : "", right = i < other.size() ? other[i] : "";
    const bool both = i < first.size() && i < other.size();
    if (both && left == right) continue;
    if (both && std::ranges::any_of(runs, [&](const auto& run) { return i < run.size() && run[i] != left; })) {
      result.unstable.push_back(i + 1);
      continue;
    }
    const auto apart = both && tolerance > 0 ? difference(left, right) : std::nullopt;
    if (apart && *apart <= tolerance) {
      result.largest = std::max(result.largest, *apart);
      continue;
    }
    result.equal = false;
    result.largest = 0;
    result.line = i + 1;
    result.left = left;
    result.right = right;
    return result;
  }
  return result;
}

} // namespace unply
