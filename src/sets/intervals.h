// The values of one name in a set, as the bounds of a sum: low, low + stride, ..., high. Rounded bounds, such as
// floor(N / 2), are split by the remainder, so that each piece is a polynomial with rational coefficients.
#pragma once
#include "sets/isl_tools.h"
#include "sets/polynomial.h"
#include <optional>
#include <vector>

namespace unply::sets {

struct Progression { // for given other names
  Maybe<isl::pw_aff> low = {}, high = {};
  int64_t stride = 1;
};
// Nothing where the set is unbounded or is not one progression.
std::optional<Progression> progression_of(const isl::set& set, const std::string& name);

struct Interval {
  isl::set domain; // of the other names
  SumOfMonomials low, high;
  int64_t stride = 1;
};

// Where a value is one affine function with whole coefficients.
std::optional<SumOfMonomials> whole_sum_of(const isl::pw_aff& value);

// Nothing also where there are too many pieces.
std::optional<std::vector<Interval>> intervals_of(const isl::set& set, const std::string& name);

} // namespace unply::sets
