// Product of two N x N matrices by Strassen's seven products of a quarter of the size. The hypercube divides in two, so
// that it does not take this; the tree does. Numbers are counted modulo 2^32, so that every order of additions agrees.
//   strassen [--on BACKEND] [N]...
#include "run_on.h"

struct Matrix {
  std::uint32_t n = 0;
  std::vector<std::uint32_t> cells;

  Matrix() = default;
  explicit Matrix(std::size_t size) : n(static_cast<std::uint32_t>(size)), cells(size * size) {}
  std::uint32_t* row(std::size_t at) { return cells.data() + at * n; }
  const std::uint32_t* row(std::size_t at) const { return cells.data() + at * n; }

#ifdef WITH_MPI
  void pack(unply::packer& to) const { to << n << cells; }
  void unpack(unply::unpacker& from) { from >> n >> cells; }
#endif
};

struct Factors {
  Matrix a, b;

#ifdef WITH_MPI
  void pack(unply::packer& to) const { to << a << b; }
  void unpack(unply::unpacker& from) { from >> a >> b; }
#endif
};

static Matrix multiply(const Matrix& a, const Matrix& b) {
  Matrix c(a.n);
  for (std::size_t i = 0; i < a.n; ++i)
    for (std::size_t k = 0; k < a.n; ++k) {
      const std::uint32_t factor = a.row(i)[k];
      for (std::size_t j = 0; j < a.n; ++j) c.row(i)[j] += factor * b.row(k)[j];
    }
  return c;
}

// first + sign * second, of two quarters of m; quarters are counted 11, 12, 21, 22 from 0. second < 0: only the first.
static Matrix sum_of(const Matrix& m, int first, int second = -1, std::uint32_t sign = 1) {
  const std::size_t half = m.n / 2;
  Matrix sum(half);
  for (std::size_t i = 0; i < half; ++i) {
    const std::uint32_t* x = m.row(i + half * (first / 2)) + half * (first % 2);
    const std::uint32_t* y = second < 0 ? x : m.row(i + half * (second / 2)) + half * (second % 2);
    for (std::size_t j = 0; j < half; ++j) sum.row(i)[j] = second < 0 ? x[j] : x[j] + sign * y[j];
  }
  return sum;
}

struct Strassen {
  using problem = Factors;
  using solution = Matrix;
  static constexpr std::uint32_t kMinus = ~0u;

  bool is_base(const Factors& p) const { return p.a.n <= 64 || p.a.n % 2; }
  solution solve(const Factors& p) const { return multiply(p.a, p.b); }
  std::array<Factors, 7> divide(const Factors& p) const {
    const Matrix &a = p.a, &b = p.b;
    return {Factors{sum_of(a, 0, 3), sum_of(b, 0, 3)},        Factors{sum_of(a, 2, 3), sum_of(b, 0)},
            Factors{sum_of(a, 0), sum_of(b, 1, 3, kMinus)},   Factors{sum_of(a, 3), sum_of(b, 2, 0, kMinus)},
            Factors{sum_of(a, 0, 1), sum_of(b, 3)},           Factors{sum_of(a, 2, 0, kMinus), sum_of(b, 0, 1)},
            Factors{sum_of(a, 1, 3, kMinus), sum_of(b, 2, 3)}};
  }
  solution combine(const Factors& p, std::span<solution> m) const {
    Matrix c(p.a.n);
    const std::size_t half = p.a.n / 2;
    for (std::size_t i = 0; i < half; ++i) {
      std::uint32_t *upper = c.row(i), *lower = c.row(i + half);
      for (std::size_t j = 0; j < half; ++j) {
        const auto at = [&](int product) { return m[product - 1].row(i)[j]; };
        upper[j] = at(1) + at(4) - at(5) + at(7);
        upper[j + half] = at(3) + at(5);
        lower[j] = at(2) + at(4);
        lower[j + half] = at(1) - at(2) + at(3) + at(6);
      }
    }
    return c;
  }
  std::array<unply::feature, 1> features(const Factors& p) const { return {{{"N", double(p.a.n)}}}; }
};

int main(int argc, char** argv) {
  return run_example(
      argc, argv, "strassen [--on BACKEND] [--depth LEVELS] [N]...", [](const Solve& solve, Words words) {
        if (words.empty()) words = {"256"};
        for (std::size_t run = 0; run < words.size(); ++run) {
          const std::size_t n = size_of(words, run, 0, 16384);
          Factors factors{Matrix(n), Matrix(n)};
          Numbers random(5);
          for (Matrix* matrix : {&factors.a, &factors.b})
            for (auto& cell : matrix->cells) cell = static_cast<std::uint32_t>(random.next());
          if (const auto product = solve(Strassen(), factors)) {
            Hash hash;
            for (const auto cell : product->cells) hash.add(cell);
            const char* check = n > 512                                                  ? "not tested"
                                : product->cells == multiply(factors.a, factors.b).cells ? "as the definition gives"
                                                                                         : "WRONG";
            std::printf("strassen: %zu x %zu, %s, hash %016llx\n", n, n, check, hash.value());
          }
        }
      });
}
