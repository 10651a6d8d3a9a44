// The integral of sqrt(|x - 1/3|) from 0 to 1 by adaptive Simpson quadrature: an interval is halved until its error is
// below its share of the tolerance, which takes many steps near 1/3 and few elsewhere. There is no `sequential`, so
// that every back end adds in the same order.
//   integrate [--on BACKEND] [DIGITS]...
#include "run_on.h"

#include <cmath>
#include <cstring>

struct Interval {
  double from, to, tolerance;
};

struct Integrate {
  using problem = Interval;
  using solution = double;

  static double f(double x) { return std::sqrt(std::abs(x - 1.0 / 3)); }
  static double simpson(double from, double to) { return (to - from) / 6 * (f(from) + 4 * f((from + to) / 2) + f(to)); }
  static double halves(const Interval& i) {
    const double middle = (i.from + i.to) / 2;
    return simpson(i.from, middle) + simpson(middle, i.to);
  }

  bool is_base(const Interval& i) const {
    const double width = i.to - i.from;
    return width <= 1.0 / 64 && (std::abs(halves(i) - simpson(i.from, i.to)) <= 15 * i.tolerance || width < 1e-15);
  }
  double solve(const Interval& i) const { return halves(i) + (halves(i) - simpson(i.from, i.to)) / 15; }
  std::array<Interval, 2> divide(const Interval& i) const {
    const double middle = (i.from + i.to) / 2;
    return {{{i.from, middle, i.tolerance / 2}, {middle, i.to, i.tolerance / 2}}};
  }
  double combine(const Interval&, std::span<double> parts) const { return parts[0] + parts[1]; }
  std::array<unply::feature, 1> features(const Interval& i) const { return {{{"width", i.to - i.from}}}; }
};

int main(int argc, char** argv) {
  return run_example(argc, argv, "integrate [--on BACKEND] [--depth LEVELS] [DIGITS]...",
                     [](const Solve& solve, Words words) {
                       if (words.empty()) words = {"10"};
                       const double exact = 2.0 / 3 * (std::pow(1.0 / 3, 1.5) + std::pow(2.0 / 3, 1.5));
                       for (std::size_t run = 0; run < words.size(); ++run) {
                         const double tolerance = std::pow(10.0, -double(size_of(words, run, 0, 12)));
                         if (const auto sum = solve(Integrate(), Interval{0, 1, tolerance})) {
                           std::uint64_t bits;
                           std::memcpy(&bits, &*sum, sizeof bits);
                           std::printf("integrate: %.*f, %s, bits %016llx\n", 12, *sum,
                                       std::abs(*sum - exact) <= tolerance ? "within the tolerance" : "WRONG",
                                       static_cast<unsigned long long>(bits));
                         }
                       }
                     });
}
