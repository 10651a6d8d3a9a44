// Sums go through the least common denominator and products cancel crosswise first, so that a result which fits is
// found even where a * d + b * c would not fit.
#include "model/forms/rational.h"
#include <algorithm>
#include <utility>

namespace unply {

static constexpr Wide kSmallest = static_cast<Wide>(static_cast<unsigned __int128>(1) << 127);

static Wide magnitude(Wide value) { return value < 0 ? -value : value; } // not for kSmallest

static Wide common_divisor(Wide a, Wide b) {
  a = magnitude(a), b = magnitude(b);
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}

std::string wide_text(Wide value) {
  if (value == kSmallest) return "-170141183460469231731687303715884105728";
  std::string text;
  Wide rest = magnitude(value);
  do text += static_cast<char>('0' + static_cast<int>(rest % 10));
  while ((rest /= 10) != 0);
  if (value < 0) text += '-';
  std::reverse(text.begin(), text.end());
  return text;
}

double wide_number(Wide value) { return static_cast<double>(value); }

// kSmallest counts as overflow, because it has no magnitude.
Rational::Rational(Wide numerator, Wide denominator) : numerator_(1), denominator_(0) {
  if (denominator == 0 || numerator == kSmallest || denominator == kSmallest) return;
  Wide divisor = common_divisor(numerator, denominator);
  if (denominator < 0) divisor = -divisor;
  numerator_ = numerator / divisor;
  denominator_ = denominator / divisor;
}

static Rational sum(const Rational& a, const Rational& b, bool subtract) {
  if (a.overflowed() || b.overflowed()) return Rational::overflow();
  Wide divisor = common_divisor(a.denominator(), b.denominator());
  Wide left, right, top, bottom;
  if (__builtin_mul_overflow(a.numerator(), b.denominator() / divisor, &left) ||
      __builtin_mul_overflow(b.numerator(), a.denominator() / divisor, &right) ||
      (subtract ? __builtin_sub_overflow(left, right, &top) : __builtin_add_overflow(left, right, &top)) ||
      __builtin_mul_overflow(a.denominator() / divisor, b.denominator(), &bottom))
    return Rational::overflow();
  return Rational(top, bottom);
}

Rational operator+(const Rational& a, const Rational& b) { return sum(a, b, false); }
Rational operator-(const Rational& a, const Rational& b) { return sum(a, b, true); }

Rational operator*(const Rational& a, const Rational& b) {
  if (a.overflowed() || b.overflowed()) return Rational::overflow();
  Rational first(a.numerator(), b.denominator()), second(b.numerator(), a.denominator());
  Wide top, bottom;
  if (__builtin_mul_overflow(first.numerator(), second.numerator(), &top) ||
      __builtin_mul_overflow(first.denominator(), second.denominator(), &bottom))
    return Rational::overflow();
  return Rational(top, bottom);
}

Rational operator/(const Rational& a, const Rational& b) {
  if (a.overflowed() || b.overflowed() || b.is_zero()) return Rational::overflow();
  return a * Rational(b.denominator(), b.numerator());
}

std::string Rational::text() const {
  if (overflowed()) return "overflow";
  return is_whole() ? wide_text(numerator_) : wide_text(numerator_) + "/" + wide_text(denominator_);
}

} // namespace unply
