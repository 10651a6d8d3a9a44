// The prediction of a group from the others is y - (I - H)^-1 e, H being the group's block of the hat matrix and e its
// residuals; it is the same as fitting again without the group, and costs one small solve.
#include "model/regression/least_squares.h"
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace unply {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Rows divided by the values for relative weights, columns by their norms, so that sizes of millions beside a constant
// lose no digits.
struct Scaled {
  Matrix matrix;
  Vector target, column_norms, row_weights;
};

std::optional<Scaled> scale(const LeastSquaresProblem& problem) {
  const auto rows = static_cast<Eigen::Index>(problem.values.size());
  const auto columns = static_cast<Eigen::Index>(problem.columns.size());
  if (rows < columns || columns == 0) return {};
  Scaled scaled{.matrix = Matrix(rows, columns),
                .target = Vector(rows),
                .column_norms = Vector(columns),
                .row_weights = Vector::Ones(rows)};
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double value = problem.values[static_cast<size_t>(r)];
    if (!std::isfinite(value)) return {};
    if (problem.weights == Weights::relative) {
      if (!(value > 0)) return {};
      scaled.row_weights[r] = 1 / value;
    }
    scaled.target[r] = value * scaled.row_weights[r];
    for (Eigen::Index c = 0; c < columns; ++c)
      scaled.matrix(r, c) = problem.columns[static_cast<size_t>(c)][static_cast<size_t>(r)] * scaled.row_weights[r];
  }
  if (!scaled.matrix.allFinite()) return {};
  for (Eigen::Index c = 0; c < columns; ++c) {
    scaled.column_norms[c] = scaled.matrix.col(c).norm();
    if (!(scaled.column_norms[c] > 0)) return {};
    scaled.matrix.col(c) /= scaled.column_norms[c];
  }
  return scaled;
}

// What the other groups predict of each point of this group; false if they do not determine it.
bool predict_group(const Matrix& orthonormal, const Vector& residual, Eigen::Index first, Eigen::Index size,
                   Vector& missed) {
  constexpr double kSingular = 1e-9;
  if (size == 1) {
    const double rest = 1 - orthonormal.row(first).squaredNorm();
    if (rest < kSingular) return false;
    missed[first] = residual[first] / rest;
    return true;
  }
  const Matrix rows = orthonormal.middleRows(first, size);
  Eigen::FullPivLU<Matrix> solver(Matrix::Identity(size, size) - rows * rows.transpose());
  solver.setThreshold(kSingular);
  if (!solver.isInvertible()) return false;
  missed.segment(first, size) = solver.solve(residual.segment(first, size));
  return true;
}

double determination(std::span<const double> values, std::span<const double> fitted) {
  double mean = 0, around_mean = 0, around_fit = 0;
  for (double value : values) mean += value / static_cast<double>(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    around_mean += (values[i] - mean) * (values[i] - mean);
    around_fit += (values[i] - fitted[i]) * (values[i] - fitted[i]);
  }
  return around_mean > 0 ? 1 - around_fit / around_mean : 1;
}

} // namespace

double LeastSquares::standard_error(size_t coefficient) const {
  const size_t width = coefficients.size();
  return spread * std::sqrt(std::max(0., covariance[coefficient * width + coefficient]));
}

std::optional<LeastSquares> fit_least_squares(const LeastSquaresProblem& problem) {
  constexpr double kDependent = 1e-10; // columns that differ by less cannot be told apart
  auto scaled = scale(problem);
  if (!scaled) return {};
  const Eigen::Index rows = scaled->matrix.rows(), columns = scaled->matrix.cols();
  Eigen::ColPivHouseholderQR<Matrix> qr(scaled->matrix);
  qr.setThreshold(kDependent);
  if (qr.rank() < columns) return {};
  const Vector solution = qr.solve(scaled->target);
  const Matrix orthonormal = qr.householderQ() * Matrix::Identity(rows, columns);
  const Vector residual = scaled->target - scaled->matrix * solution;

  Vector missed(rows);
  for (Eigen::Index first = 0; first < rows;) {
    Eigen::Index size = 1;
    while (first + size < rows && !problem.groups.empty() &&
           problem.groups[static_cast<size_t>(first + size)] == problem.groups[static_cast<size_t>(first)])
      ++size;
    if (!predict_group(orthonormal, residual, first, size, missed)) return {};
    first += size;
  }
  LeastSquares fit;
  const Matrix inverse = qr.matrixR()
                             .topLeftCorner(columns, columns)
                             .template triangularView<Eigen::Upper>()
                             .solve(Matrix::Identity(columns, columns));
  const Matrix permuted = qr.colsPermutation() * inverse;
  const Matrix covariance = permuted * permuted.transpose();
  for (Eigen::Index c = 0; c < columns; ++c) {
    fit.coefficients.push_back(solution[c] / scaled->column_norms[c]);
    for (Eigen::Index d = 0; d < columns; ++d)
      fit.covariance.push_back(covariance(c, d) / (scaled->column_norms[c] * scaled->column_norms[d]));
  }
  for (Eigen::Index r = 0; r < rows; ++r) {
    fit.fitted.push_back((scaled->target[r] - residual[r]) / scaled->row_weights[r]);
    fit.left_out.push_back((scaled->target[r] - missed[r]) / scaled->row_weights[r]);
  }
  fit.spread = rows > columns ? std::sqrt(residual.squaredNorm() / static_cast<double>(rows - columns)) : 0;
  fit.r2 = determination(problem.values, fit.fitted);
  return fit;
}

std::optional<std::vector<double>> fit_non_negative(const LeastSquaresProblem& problem) {
  constexpr double kTiny = 1e-12;
  auto scaled = scale(problem);
  if (!scaled) return {};
  const Eigen::Index columns = scaled->matrix.cols();
  std::vector<bool> passive(static_cast<size_t>(columns), false);
  Vector solution = Vector::Zero(columns);
  auto solve_passive = [&] {
    std::vector<Eigen::Index> used;
    for (Eigen::Index c = 0; c < columns; ++c)
      if (passive[static_cast<size_t>(c)]) used.push_back(c);
    Matrix part(scaled->matrix.rows(), static_cast<Eigen::Index>(used.size()));
    for (size_t i = 0; i < used.size(); ++i) part.col(static_cast<Eigen::Index>(i)) = scaled->matrix.col(used[i]);
    const Vector of_part = part.colPivHouseholderQr().solve(scaled->target);
    Vector whole = Vector::Zero(columns);
    for (size_t i = 0; i < used.size(); ++i) whole[used[i]] = of_part[static_cast<Eigen::Index>(i)];
    return whole;
  };
  for (Eigen::Index round = 0; round < 3 * columns + 3; ++round) {
    const Vector gradient = scaled->matrix.transpose() * (scaled->target - scaled->matrix * solution);
    Eigen::Index best = -1;
    for (Eigen::Index c = 0; c < columns; ++c)
      if (!passive[static_cast<size_t>(c)] && gradient[c] > kTiny && (best < 0 || gradient[c] > gradient[best]))
        best = c;
    if (best < 0) break;
    passive[static_cast<size_t>(best)] = true;
    Vector next = solve_passive();
    for (Eigen::Index inner = 0; inner <= columns && next.minCoeff() < 0; ++inner) {
      double step = 1;
      for (Eigen::Index c = 0; c < columns; ++c)
        if (passive[static_cast<size_t>(c)] && next[c] < 0)
          step = std::min(step, solution[c] / (solution[c] - next[c]));
      solution += step * (next - solution);
      for (Eigen::Index c = 0; c < columns; ++c)
        if (passive[static_cast<size_t>(c)] && solution[c] <= kTiny)
          passive[static_cast<size_t>(c)] = false, solution[c] = 0;
      next = solve_passive();
    }
    solution = next.cwiseMax(0);
  }
  std::vector<double> coefficients;
  for (Eigen::Index c = 0; c < columns; ++c) coefficients.push_back(solution[c] / scaled->column_norms[c]);
  return coefficients;
}

LeastSquaresProblem without_group(const LeastSquaresProblem& problem, uint32_t group) {
  LeastSquaresProblem rest{.columns = std::vector<std::vector<double>>(problem.columns.size()),
                           .values = {},
                           .groups = {},
                           .weights = problem.weights};
  for (size_t i = 0; i < problem.values.size(); ++i) {
    if (problem.groups[i] == group) continue;
    for (size_t c = 0; c < problem.columns.size(); ++c) rest.columns[c].push_back(problem.columns[c][i]);
    rest.values.push_back(problem.values[i]);
    rest.groups.push_back(problem.groups[i]);
  }
  return rest;
}

double symmetric_error(std::span<const double> values, std::span<const double> predicted) {
  double sum = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double both = (std::abs(values[i]) + std::abs(predicted[i])) / 2;
    if (both > 0) sum += std::abs(values[i] - predicted[i]) / both;
  }
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

} // namespace unply
