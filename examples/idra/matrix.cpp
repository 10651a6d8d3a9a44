// and-parallel: multiplication of square matrices. All elements, or all rows, are independent.
//   matrix [N [rows]]     a task for each element, or for each row
#include "idra.h"
#include <cstring>
#include <vector>

using Matrix = std::vector<double>;

static double element(const Matrix& a, const Matrix& b, size_t n, size_t i, size_t j) {
  double sum = 0;
  for (size_t k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
  return sum;
}

int main(int argc, char** argv) {
  const size_t n = static_cast<size_t>(argument(argc, argv, 1, 10, 1, 2000));
  const bool rows = argc > 2 && std::strcmp(argv[2], "rows") == 0;
  Numbers numbers(3);
  Matrix a(n * n), b(n * n), c(n * n);
  for (double& x : a) x = numbers.below(10);
  for (double& x : b) x = numbers.below(10);
  for (Timed part; part.again();) {
    part.start();
    computed(element(a, b, n, 0, 0)); // else the first task alone finds caches cold: twice as long, it would be the span
#pragma exg trace
#pragma omp parallel
#pragma omp single
    if (rows) {
      for (size_t i = 0; i < n; ++i)
#pragma exg task
#pragma omp task shared(a, b, c)
        for (size_t j = 0; j < n; ++j) c[i * n + j] = element(a, b, n, i, j);
    } else {
      for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j)
#pragma exg task
#pragma omp task shared(a, b, c)
          c[i * n + j] = element(a, b, n, i, j);
    }
  }
  bool same = true; // all numbers are small integers: A (B r) = C r exactly
  std::vector<double> r(n), br(n);
  for (double& x : r) x = numbers.below(10);
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < n; ++k) br[i] += b[i * n + k] * r[k];
  double sum = 0;
  for (size_t i = 0; i < n; ++i) {
    double abr = 0, cr = 0;
    for (size_t k = 0; k < n; ++k) abr += a[i * n + k] * br[k], cr += c[i * n + k] * r[k], sum += c[i * n + k];
    same = same && abr == cr;
  }
  std::printf("matrix %zu by %s: sum %.0f\n", n, rows ? "rows" : "elements", sum);
  return !same;
}
