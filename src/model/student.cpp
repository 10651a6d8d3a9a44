// The tail by the continued fraction of the incomplete beta function (Numerical Recipes, 6.4), by Lentz's method.
#include "model/student.h"
#include <array>
#include <cmath>

namespace unply {

double student_quantile(size_t freedom) {
  constexpr std::array kQuantiles = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                     2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086};
  return freedom > kQuantiles.size() ? 1.96 + 2.5 / static_cast<double>(freedom) : kQuantiles[freedom - 1];
}

static double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300, kAccuracy = 1e-14;
  auto away_from_0 = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1, d = 1 / away_from_0(1 - (a + b) * x / (a + 1)), fraction = d;
  for (int m = 1; m <= 1000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    for (double step : {even, odd}) {
      d = 1 / away_from_0(1 + step * d);
      c = away_from_0(1 + step / c);
      fraction *= d * c;
    }
    if (std::abs(d * c - 1) < kAccuracy) break;
  }
  return fraction;
}

static double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log(1 - x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double student_tail(double t, size_t freedom) {
  if (freedom == 0) return 1;
  const auto v = static_cast<double>(freedom);
  return incomplete_beta(v / 2, 0.5, v / (v + t * t));
}

} // namespace unply
