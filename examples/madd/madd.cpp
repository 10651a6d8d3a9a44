// Matrix addition: no task instance needs anything from another one, so the execution graph has vertices only
// ("Matrix addition" in execution-graphs-mora-2021, figure 8).
//   -DFG: a task per element     -DCG: a task per row
#include "../matrix.h"
#include <cstdio>
#include <cstdlib>

static void madd(Matrix<double>& C, const Matrix<double>& A, const Matrix<double>& B) {
#pragma exg trace
  for (size_t i = 0; i < C.n; ++i)
#ifdef CG
#pragma exg task
#endif
    for (size_t j = 0; j < C.m; ++j)
#ifdef FG
#pragma exg task
#endif
      C(i, j) = A(i, j) + B(i, j);
}

int main(int argc, char** argv) {
  const size_t rows = argc > 1 ? strtoul(argv[1], nullptr, 10) : 2;
  const size_t columns = argc > 2 ? strtoul(argv[2], nullptr, 10) : rows;
  Matrix<double> A(rows, columns), B(rows, columns), C(rows, columns);
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j) A(i, j) = double(i + j), B(i, j) = double(i) - double(j);

  madd(C, A, B);

  double sum = 0;
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j) sum += C(i, j);
  printf("madd %zu x %zu: sum %.17g\n", rows, columns, sum);
}
