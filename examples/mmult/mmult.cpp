// Matrix multiplication: the additions into one element form a chain, the elements are independent of each other
// ("Matrix multiplication" in execution-graphs-mora-2021, figure 9).
//   -DFG: a task per multiply-add     -DCG: a task per element of C
#include "../matrix.h"
#include <cstdio>
#include <cstdlib>

static void mmult(Matrix<double>& C, const Matrix<double>& A, const Matrix<double>& B) {
#pragma exg trace
  for (size_t i = 0; i < C.n; ++i)
    for (size_t j = 0; j < C.m; ++j)
#ifdef CG
#pragma exg task
#endif
      for (size_t k = 0; k < A.m; ++k)
#ifdef FG
#pragma exg task
#endif
        C(i, j) += A(i, k) * B(k, j);
}

int main(int argc, char** argv) {
  const size_t rows = argc > 1 ? strtoul(argv[1], nullptr, 10) : 2;
  const size_t columns = argc > 2 ? strtoul(argv[2], nullptr, 10) : rows;
  const size_t inner = argc > 3 ? strtoul(argv[3], nullptr, 10) : rows;
  Matrix<double> A(rows, inner), B(inner, columns), C(rows, columns);
  for (size_t i = 0; i < rows; ++i)
    for (size_t k = 0; k < inner; ++k) A(i, k) = double(i + 2 * k + 1);
  for (size_t k = 0; k < inner; ++k)
    for (size_t j = 0; j < columns; ++j) B(k, j) = double(k) - double(j) / 2;

  mmult(C, A, B);

  double sum = 0;
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j) sum += C(i, j) * double(i + 3 * j + 1);
  printf("mmult %zu x %zu x %zu: weighted sum %.17g\n", rows, columns, inner, sum);
}
