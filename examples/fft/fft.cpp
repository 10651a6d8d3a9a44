// The fast Fourier transform, iterative, radix 2: in each of the log2(n) stages n/2 independent butterflies, each of
// which needs two of the stage before ("Fast Fourier Transform" in execution-graphs-mora-2021, figure 11).
//   -DFG: a task per butterfly     -DCG: a task per block of a stage
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Complex = std::complex<double>;
using Vector = std::vector<Complex>;

static void copy_bit_reversed(Vector& X, const Vector& x) {
  const int bits = __builtin_ctzll(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    size_t reversed = 0;
    for (int b = 0; b < bits; ++b) reversed |= (i >> b & 1) << (bits - 1 - b);
    X[reversed] = x[i];
  }
}

static void fft(Vector& X, const Vector& x) {
  copy_bit_reversed(X, x);
  const int stages = __builtin_ctzll(x.size());
#pragma exg trace
  for (int s = 1; s <= stages; ++s) {
    const size_t m = size_t(1) << s;
    const size_t half = m / 2;
    for (size_t k = 0; k < x.size(); k += m)
#ifdef CG
#pragma exg task
#endif
      for (size_t j = 0; j < half; ++j)
#ifdef FG
#pragma exg task
#endif
      {
        const Complex w = std::polar(1.0, -2 * M_PI * double(j) / double(m));
        const Complex t = w * X[k + j + half];
        const Complex u = X[k + j];
        X[k + j] = u + t;
        X[k + j + half] = u - t;
      }
  }
}

int main(int argc, char** argv) {
  const size_t n = argc > 1 ? strtoul(argv[1], nullptr, 10) : 8;
  if (n < 2 || (n & (n - 1))) {
    fprintf(stderr, "fft: the number of points must be a power of two, not %zu\n", n);
    return 2;
  }
  Vector x(n), X(n);
  for (size_t i = 0; i < n; ++i) x[i] = Complex(double(i % 5) - 2, double(i % 3));

  fft(X, x);

  double energy = 0;
  for (const Complex& value : X) energy += std::norm(value);
  printf("fft %zu points: X[0] = %.6f%+.6fi, energy %.6f\n", n, X[0].real(), X[0].imag(), energy / double(n));
}
