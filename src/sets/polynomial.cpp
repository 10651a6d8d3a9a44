#include "sets/polynomial.h"
#include <algorithm>
#include <numeric>
#include <vector>

namespace unply::sets {

namespace {

Rational reduced(Rational a) {
  int64_t divisor = std::gcd(a.above, a.below);
  if (a.below < 0) divisor = -divisor;
  return {a.above / divisor, a.below / divisor};
}

} // namespace

Rational times(Rational a, Rational b) { return reduced({a.above * b.above, a.below * b.below}); }
Rational plus(Rational a, Rational b) { return reduced({a.above * b.below + b.above * a.below, a.below * b.below}); }

SumOfMonomials constant_sum(int64_t number) {
  if (number == 0) return {};
  return {{{}, {number, 1}}};
}

SumOfMonomials total(SumOfMonomials a, const SumOfMonomials& b, Rational factor) {
  for (const auto& [monomial, coefficient] : b) {
    Rational& sum = a[monomial];
    sum = plus(sum, times(coefficient, factor));
    if (sum.above == 0) a.erase(monomial);
  }
  return a;
}

SumOfMonomials product(const SumOfMonomials& a, const SumOfMonomials& b) {
  SumOfMonomials result;
  for (const auto& [left, x] : a)
    for (const auto& [right, y] : b) {
      Monomial both = left;
      for (const auto& [name, exponent] : right) both[name] += exponent;
      Rational& sum = result[both];
      sum = plus(sum, times(x, y));
      if (sum.above == 0) result.erase(both);
    }
  return result;
}

SumOfMonomials power(const SumOfMonomials& a, size_t exponent) {
  SumOfMonomials result = constant_sum(1);
  while (exponent-- > 0) result = product(result, a);
  return result;
}

std::string text_of(const SumOfMonomials& sum) {
  const auto degree = [](const Monomial& monomial) {
    int all = 0;
    for (const auto& [name, exponent] : monomial) all += exponent;
    return all;
  };
  std::vector<std::pair<Monomial, Rational>> terms(sum.begin(), sum.end());
  std::ranges::sort(terms, [&](const auto& a, const auto& b) {
    const int left = degree(a.first), right = degree(b.first);
    return left != right ? left > right : a.first < b.first;
  });
  std::string text;
  for (const auto& [monomial, coefficient] : terms) {
    const int64_t above = std::abs(coefficient.above);
    std::string term;
    if (above != 1 || coefficient.below != 1 || monomial.empty()) term = std::to_string(above);
    if (coefficient.below != 1) term += "/" + std::to_string(coefficient.below);
    for (const auto& [name, exponent] : monomial) {
      term += (term.empty() ? "" : "*") + name;
      if (exponent > 1) term += "^" + std::to_string(exponent);
    }
    const bool negative = coefficient.above < 0;
    text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    text += term;
  }
  return text.empty() ? "0" : text;
}

} // namespace unply::sets
