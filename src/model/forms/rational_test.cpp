// Exact fractions: field laws on random values, lowest terms, and overflow that never turns into a value.
#include "model/forms/rational.h"
#include <doctest/doctest.h>
#include <random>

using namespace unply;

static const Wide kLargest = ((Wide{1} << 126) - 1) * 2 + 1;

TEST_CASE("fractions are kept in lowest terms") {
  CHECK(Rational(6, -4).text() == "-3/2");
  CHECK(Rational(0, -7).is_zero());
  CHECK(Rational(8, 4).is_whole());
  CHECK((Rational(1, 6) + Rational(1, 3)).text() == "1/2");
  CHECK((Rational(1, 6) - Rational(1, 6)).is_zero());
  CHECK((Rational(2, 3) / Rational(4, 9)).text() == "3/2");
  CHECK(wide_text(static_cast<Wide>(1) << 100) == "1267650600228229401496703205376");
  CHECK(wide_text(-120) == "-120");
}

TEST_CASE("laws of a field on random fractions") {
  std::mt19937_64 random(7);
  auto any = [&] { return Rational(Wide(random() % 2001) - 1000, Wide(random() % 99) + 1); };
  for (int i = 0; i < 2000; ++i) {
    Rational a = any(), b = any(), c = any();
    CHECK((a + b) * c == a * c + b * c);
    CHECK(a - b == -(b - a));
    if (!b.is_zero()) CHECK(a / b * b == a);
  }
}

TEST_CASE("overflow is kept, and equals nothing") {
  Rational large(kLargest);
  CHECK(!large.overflowed());
  CHECK((large + Rational(1)).overflowed());
  CHECK((large * Rational(2)).overflowed());
  CHECK((large * Rational(1, 2)).overflowed() == false);
  CHECK((large + Rational(1) - Rational(1)).overflowed());
  CHECK((Rational(1) / Rational(0)).overflowed());
  CHECK(Rational(Wide{-1} - kLargest, 1).overflowed());
  CHECK_FALSE(Rational::overflow() == Rational::overflow());
  CHECK_FALSE(Rational::overflow().is_zero());
  // Not because a step is large: the sum itself fits.
  CHECK((Rational(kLargest, 3) - Rational(kLargest, 3)).is_zero());
}
