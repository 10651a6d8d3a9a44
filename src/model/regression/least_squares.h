// Linear least squares of a few columns, by Eigen, which is included nowhere else. Two weights: ordinary, which
// minimise the squares of the residuals, and relative, which minimise those of the residuals as shares of the values,
// as the spread of times grows with them. Points may form groups (a configuration and its repeats), and what the fit
// would predict of a group that it had not seen is known without fitting again.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace unply {

enum class Weights : uint8_t { ordinary, relative };

struct LeastSquaresProblem {
  std::vector<std::vector<double>> columns; // values of each term at the points
  std::vector<double> values;
  std::vector<uint32_t> groups; // of each point, ascending from 0; points of a group are together
  Weights weights = Weights::ordinary;
};

struct LeastSquares {
  std::vector<double> coefficients;
  std::vector<double> fitted;     // at the points
  std::vector<double> left_out;   // prediction of the other groups there
  std::vector<double> covariance; // row by row, without the factor spread^2
  double spread = 0;              // standard deviation around it; a share of the value with relative weights
  double r2 = 0;                  // of the values themselves, whatever the weights
  double standard_error(size_t coefficient) const;
};

// Empty where the points do not determine the coefficients, also without any one group, or are not finite; relative
// weights take positive values only.
std::optional<LeastSquares> fit_least_squares(const LeastSquaresProblem& problem);

// Coefficients that are at least 0 (Lawson and Hanson): 0 for columns that are left out.
std::optional<std::vector<double>> fit_non_negative(const LeastSquaresProblem& problem);

// Without the groups named.
LeastSquaresProblem without_group(const LeastSquaresProblem& problem, uint32_t group);

// Mean of |value - predicted| over the mean of both, as Extra-P does: 0 to 2.
double symmetric_error(std::span<const double> values, std::span<const double> predicted);

} // namespace unply
