// How many integer points a set has, as a polynomial in its parameters, piece by piece. Dimensions are summed away from
// the last one: between the least and the greatest value of a dimension the sum of a power is Faulhaber's polynomial.
// A set with strides or rounded bounds has one polynomial for each remainder of its parameters; where these are too
// many, the count is not given.
#pragma once
#include "sets/isl_tools.h"
#include "sets/polynomial.h"
#include <optional>

namespace unply::sets {

std::optional<SumOfMonomials> sum_of(const isl::pw_aff& value); // where it is one affine function

struct CountPiece {
  isl::set domain; // over parameters
  SumOfMonomials sum;
};
// The sum of `weight` over the points of `set`, whose `dims` are parameters too. Nothing where there is no polynomial.
std::optional<std::vector<CountPiece>> count_points(const isl::set& set, const Names& dims,
                                                    const SumOfMonomials& weight);

} // namespace unply::sets
