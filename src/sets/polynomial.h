// Polynomials with rational coefficients in named variables.
#pragma once
#include <cstdint>
#include <map>
#include <string>

namespace unply::sets {

struct Rational {
  int64_t above = 0, below = 1;
};
using Monomial = std::map<std::string, int>; // powers of names
using SumOfMonomials = std::map<Monomial, Rational>;

Rational plus(Rational a, Rational b);
Rational times(Rational a, Rational b);
SumOfMonomials constant_sum(int64_t number);
SumOfMonomials total(SumOfMonomials a, const SumOfMonomials& b, Rational factor = {1, 1}); // a + factor * b
SumOfMonomials product(const SumOfMonomials& a, const SumOfMonomials& b);
SumOfMonomials power(const SumOfMonomials& a, size_t exponent);
std::string text_of(const SumOfMonomials& sum); // "1/2*b^2 + 1/2*b"

} // namespace unply::sets
