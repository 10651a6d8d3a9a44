// How many integer points a set has, as a polynomial in its parameters, piece by piece. Dimensions are summed away from
// the last one: between the least and the greatest value of a dimension the sum of a power is Faulhaber's polynomial.
// A set with strides or rounded bounds has no polynomial: the count is then not given.
#pragma once
#include "sets/isl_tools.h"
#include <cstdint>
#include <map>
#include <optional>

namespace unply::sets {

struct Rational {
  int64_t above = 0, below = 1;
};
using Monomial = std::map<std::string, int>; // powers of names
using SumOfMonomials = std::map<Monomial, Rational>;

SumOfMonomials constant_sum(int64_t number);
std::optional<SumOfMonomials> sum_of(const isl::pw_aff& value); // where it is one affine function
std::string text_of(const SumOfMonomials& sum);
SumOfMonomials product(const SumOfMonomials& a, const SumOfMonomials& b);

struct CountPiece {
  isl::set domain; // over parameters
  SumOfMonomials sum;
};
// The sum of `weight` over the points of `set`, whose `dims` are parameters too. Nothing where there is no polynomial.
std::optional<std::vector<CountPiece>> count_points(const isl::set& set, const Names& dims,
                                                    const SumOfMonomials& weight);

} // namespace unply::sets
