// Exact fractions for forms that are claimed to fit exactly: never floating point, never a wrapped value.
//
// Invariant: in lowest terms with a positive denominator, or overflowed. Whatever is computed of an overflowed value
// has overflowed too, as with NaN, so that a calculation checks once, at its end. Cost: 32 bytes, 128-bit division.
#pragma once
#include <compare>
#include <cstdint>
#include <string>

namespace unply {

__extension__ typedef __int128 Wide;

std::string wide_text(Wide value);
double wide_number(Wide value);

class Rational {
public:
  Rational(Wide value = 0) : numerator_(value), denominator_(1) {}
  Rational(Wide numerator, Wide denominator); // overflowed if the denominator is 0
  static Rational overflow() { return Rational(1, 0); }

  bool overflowed() const { return denominator_ == 0; }
  bool is_zero() const { return numerator_ == 0 && denominator_ == 1; }
  bool is_whole() const { return denominator_ == 1; }
  Wide numerator() const { return numerator_; }
  Wide denominator() const { return denominator_; }
  double number() const { return wide_number(numerator_) / wide_number(denominator_); }
  std::string text() const; // "3", "-1/2"

  Rational operator-() const { return Rational(0) - *this; }
  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b); // overflowed if b is 0
  // Two overflowed values are not equal, as nothing is known of them.
  friend bool operator==(const Rational& a, const Rational& b) {
    return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_ && !a.overflowed();
  }

private:
  Wide numerator_, denominator_;
};

} // namespace unply
