// How a form is evaluated and written down.
#include "model/forms/size_function.h"
#include <algorithm>
#include <bit>
#include <tuple>

namespace unply {

Rational SizeFunction::value(std::span<const int64_t> sizes) const {
  Rational sum;
  for (const Part& part : parts) {
    auto value = term_value(part.term, sizes);
    sum = sum + (value ? part.coefficient * Rational(*value) : Rational::overflow());
  }
  return sum;
}

static unsigned bits_of(Wide value) {
  unsigned bits = 0;
  for (Wide rest = value < 0 ? -value : value; rest != 0; rest /= 2) ++bits;
  return bits;
}

unsigned SizeFunction::complexity() const {
  unsigned total = 0;
  for (const Part& part : parts)
    total += term_weight(part.term) + bits_of(part.coefficient.numerator()) +
             2 * (bits_of(part.coefficient.denominator()) - 1) + (part.coefficient.numerator() < 0);
  return total;
}

void SizeFunction::sort(size_t parameters) {
  auto key = [&](const Part& part) {
    std::vector<Growth> growths = {growth_together(part.term)};
    for (size_t p = 0; p < parameters; ++p) growths.push_back(growth_in(part.term, p));
    return growths;
  };
  std::sort(parts.begin(), parts.end(), [&](const Part& a, const Part& b) {
    auto left = key(a), right = key(b);
    return left != right ? left > right : a.term < b.term;
  });
}

// "n^2", "2n", "2 nx", "3*2^n", "2^(n + 1)", "5": without its sign.
static std::string product_text(Wide coefficient, const Term& term, std::span<const std::string> names) {
  if (term.empty()) return wide_text(coefficient);
  const Factor& first = term.front();
  const std::string text = term_text(term, names), &name = names[first.parameter];
  if (coefficient == 1) return text;
  if (first.kind == FactorKind::exp2) {
    unsigned bits = bits_of(coefficient) - 1;
    if (term.size() == 1 && coefficient == Wide{1} << bits) return "2^(" + name + " + " + std::to_string(bits) + ")";
    return wide_text(coefficient) + "*" + text;
  }
  bool close = first.kind == FactorKind::power && name.size() == 1;
  return wide_text(coefficient) + (close ? "" : " ") + text;
}

static Wide common_denominator(const std::vector<SizeFunction::Part>& parts) {
  Rational multiple(1);
  for (const auto& part : parts) {
    Rational reduced(multiple.numerator(), part.coefficient.denominator()); // its denominator is the missing factor
    multiple = multiple * Rational(reduced.denominator());
  }
  return multiple.overflowed() ? 1 : multiple.numerator();
}

std::string SizeFunction::text(std::span<const std::string> names) const {
  if (parts.empty()) return "0";
  const Wide denominator = common_denominator(parts);
  std::string sum;
  for (const Part& part : parts) {
    Rational scaled = part.coefficient * Rational(denominator);
    bool negative = scaled.numerator() < 0;
    if (sum.empty())
      sum = negative ? "-" : "";
    else
      sum += negative ? " - " : " + ";
    sum += product_text(negative ? -scaled.numerator() : scaled.numerator(), part.term, names);
  }
  if (denominator == 1) return sum;
  return (parts.size() > 1 ? "(" + sum + ")" : sum) + "/" + wide_text(denominator);
}

} // namespace unply
