#include "analysis/scaling/leading_terms.h"
#include <algorithm>
#include <charconv>

namespace unply {

namespace {

// One growth for each parameter, and one for all together; compared component by component.
std::vector<Growth> growths_of(const Term& term, size_t parameters) {
  std::vector<Growth> growths = {growth_together(term)};
  for (size_t p = 0; p < parameters; ++p) growths.push_back(growth_in(term, p));
  return growths;
}

bool outgrows(const std::vector<Growth>& a, const std::vector<Growth>& b) {
  if (a == b) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] < b[i]) return false;
  return true;
}

std::vector<Growth> largest_growths(const SizeFunction& function, size_t parameters) {
  std::vector<Growth> largest(parameters + 1);
  for (const auto& part : function.parts) {
    std::vector<Growth> growths = growths_of(part.term, parameters);
    for (size_t i = 0; i < growths.size(); ++i) largest[i] = std::max(largest[i], growths[i]);
  }
  return largest;
}

// Cancels the common factors of both terms.
void cancel(Term& above, Term& below) {
  for (Factor& factor : below)
    for (Factor& other : above) {
      bool same = factor.kind == other.kind && factor.parameter == other.parameter && factor.other == other.other;
      if (!same) continue;
      bool powers = factor.kind < FactorKind::odd || factor.kind > FactorKind::fibonacci;
      if (!powers && factor.exponent != other.exponent) continue;
      uint8_t common = powers ? std::min(factor.exponent, other.exponent) : uint8_t{0};
      factor.exponent = static_cast<uint8_t>(factor.exponent - common);
      other.exponent = static_cast<uint8_t>(other.exponent - common);
      if (!powers) factor.kind = other.kind = FactorKind::power, factor.exponent = other.exponent = 0;
    }
  auto gone = [](const Factor& factor) { return factor.exponent == 0 && factor.kind != FactorKind::fibonacci; };
  std::erase_if(above, gone), std::erase_if(below, gone);
}

std::string short_number(double value) {
  char text[32];
  auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 3);
  return std::string(text, end.ptr);
}

std::string bracketed(const std::string& text) { return text.find(' ') == text.npos ? text : "(" + text + ")"; }

} // namespace

SizeFunction leading_terms(const SizeFunction& function, size_t parameters) {
  SizeFunction leading;
  for (const auto& part : function.parts) {
    auto own = growths_of(part.term, parameters);
    bool outgrown = std::ranges::any_of(
        function.parts, [&](const auto& other) { return outgrows(growths_of(other.term, parameters), own); });
    if (!outgrown) leading.parts.push_back(part);
  }
  return leading;
}

std::string ratio_text(const SizeFunction& above, const SizeFunction& below, std::span<const std::string> names) {
  if (above.parts.size() == 1 && below.parts.size() == 1) {
    SizeFunction numerator = above, denominator = below;
    Rational factor = above.parts[0].coefficient / below.parts[0].coefficient;
    cancel(numerator.parts[0].term, denominator.parts[0].term);
    if (denominator.parts[0].term.empty()) {
      numerator.parts[0].coefficient = factor;
      return numerator.text(names);
    }
    numerator.parts[0].coefficient = Rational(factor.numerator());
    denominator.parts[0].coefficient = Rational(factor.denominator());
    return numerator.text(names) + " / " + bracketed(denominator.text(names));
  }
  std::string numerator = above.text(names);
  return (above.parts.size() > 1 ? bracketed(numerator) : numerator) + " / " + bracketed(below.text(names));
}

Scaling scaling_of(const SizeFunction& tasks, const SizeFunction& levels, std::span<const std::string> names) {
  Scaling scaling;
  if (tasks.parts.empty() || levels.parts.empty()) return scaling;
  const size_t parameters = names.size();
  auto above = largest_growths(tasks, parameters), below = largest_growths(levels, parameters);
  scaling.exact = true;
  scaling.leading = ratio_text(leading_terms(tasks, parameters), leading_terms(levels, parameters), names);
  scaling.grows = above[0] > below[0];
  for (size_t p = 0; p < parameters; ++p) scaling.grows_with.push_back(above[p + 1] > below[p + 1]);
  return scaling;
}

Scaling scaling_of(const PowerModel& ratio, std::span<const std::string> names) {
  Scaling scaling;
  std::string shape = ratio.shape_text(names);
  scaling.leading = short_number(ratio.coefficient) + (shape.empty() ? "" : " " + shape);
  scaling.grows = ratio.growth_together().unbounded();
  for (size_t p = 0; p < names.size(); ++p) scaling.grows_with.push_back(ratio.growth_in(p).unbounded());
  return scaling;
}

} // namespace unply
