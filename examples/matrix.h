// A dense row-major matrix whose elements are reached through a call operator, as the programs in the paper do
// (execution-graphs-mora-2021, figures 8 to 12). Shared by the examples; nothing in it is specific to unply.
#pragma once
#include <cstddef>
#include <vector>

template <class T> class Matrix {
public:
  Matrix(size_t rows, size_t columns) : n(rows), m(columns), elements_(rows * columns) {}
  T& operator()(size_t i, size_t j) { return elements_[i * m + j]; }
  const T& operator()(size_t i, size_t j) const { return elements_[i * m + j]; }

  const size_t n, m;

private:
  std::vector<T> elements_;
};
