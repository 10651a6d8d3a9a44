// Products of polynomials: three calls, with sums of halves between them, and vectors that hold what they need.
#include <cstdio>
#include <cstdlib>
#include <vector>

using Polynomial = std::vector<long>;

Polynomial multiply(const Polynomial& a, const Polynomial& b) {
  size_t n = a.size();
  if (n == 1) return {a[0] * b[0], 0};
  size_t h = n / 2;
  Polynomial a0(a.begin(), a.begin() + h), a1(a.begin() + h, a.end());
  Polynomial b0(b.begin(), b.begin() + h), b1(b.begin() + h, b.end());
  Polynomial low = multiply(a0, b0);
  Polynomial high = multiply(a1, b1);
  Polynomial a2(h), b2(h);
  for (size_t k = 0; k < h; ++k) {
    a2[k] = a0[k] + a1[k];
    b2[k] = b0[k] + b1[k];
  }
  Polynomial middle = multiply(a2, b2);
  Polynomial product(2 * n);
  for (size_t k = 0; k < n; ++k) {
    product[k] += low[k];
    product[k + n] += high[k];
    product[k + h] += middle[k] - low[k] - high[k];
  }
  return product;
}

int main(int argc, char** argv) {
  Polynomial a(argc > 1 ? std::atoi(argv[1]) : 8), b(a.size());
  for (size_t k = 0; k < a.size(); ++k) a[k] = 3 * k % 7, b[k] = 5 * k % 11;
  for (long x : multiply(a, b)) std::printf("%ld\n", x);
}
