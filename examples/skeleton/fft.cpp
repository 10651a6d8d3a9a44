// Fast Fourier transform of N complex numbers, N a power of two: even and odd ones apart, then one butterfly each.
// There is no `sequential`, so that every back end adds in the same order and gives the same bits.
//   fft [--on BACKEND] [N]...
#include "run_on.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <numbers>

using Complex = std::complex<double>;

struct Fft {
  using problem = std::vector<Complex>;
  using solution = std::vector<Complex>;

  bool is_base(const problem& p) const { return p.size() <= 1; }
  solution solve(const problem& p) const { return p; }
  std::array<problem, 2> divide(const problem& p) const {
    const std::size_t half = p.size() / 2;
    std::array<problem, 2> parts{problem(half), problem(half)};
    for (std::size_t at = 0; at < half; ++at) {
      parts[0][at] = p[2 * at];
      parts[1][at] = p[2 * at + 1];
    }
    return parts;
  }
  solution combine(const problem& p, std::span<solution> parts) const {
    const std::size_t half = p.size() / 2;
    solution all(p.size());
    for (std::size_t at = 0; at < half; ++at) {
      const Complex turned = std::polar(1.0, -std::numbers::pi * double(at) / double(half)) * parts[1][at];
      all[at] = parts[0][at] + turned;
      all[at + half] = parts[0][at] - turned;
    }
    return all;
  }
  std::array<unply::feature, 1> features(const problem& p) const { return {{{"N", double(p.size())}}}; }
};

// The largest distance of some coefficients from their definition, which takes N steps each.
static double error_of(const std::vector<Complex>& input, const std::vector<Complex>& output) {
  double most = 0;
  for (const std::size_t k : {std::size_t(0), std::size_t(1), input.size() / 3, input.size() - 1}) {
    if (k >= input.size()) continue;
    Complex sum = 0;
    for (std::size_t n = 0; n < input.size(); ++n)
      sum += input[n] * std::polar(1.0, -2 * std::numbers::pi * double(k * n % input.size()) / double(input.size()));
    most = std::max(most, std::abs(sum - output[k]));
  }
  return most;
}

int main(int argc, char** argv) {
  return run_example(argc, argv, "fft [--on BACKEND] [--depth LEVELS] [N]...", [](const Solve& solve, Words words) {
    if (words.empty()) words = {"16384"};
    for (std::size_t run = 0; run < words.size(); ++run) {
      const std::size_t size = size_of(words, run, 0);
      if (size == 0 || (size & (size - 1))) throw WrongUsage(words[run] + ": no power of two");
      std::vector<Complex> input(size);
      Numbers random(2);
      for (auto& number : input)
        number = {double(random.below(2000)) / 1000 - 1, double(random.below(2000)) / 1000 - 1};
      if (const auto output = solve(Fft(), input)) {
        Hash hash;
        for (const Complex& number : *output)
          for (const double part : {number.real(), number.imag()}) {
            std::uint64_t bits;
            std::memcpy(&bits, &part, sizeof bits);
            hash.add(bits);
          }
        const bool right = error_of(input, *output) <= 1e-13 * double(size);
        std::printf("fft: %zu numbers, %s, hash %016llx\n", size, right ? "within 1e-13 N of the definition" : "WRONG",
                    hash.value());
      }
    }
  });
}
