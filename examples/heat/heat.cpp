// The heat equation in one dimension by explicit finite differences: a point needs itself and its two neighbours of
// the step before, so the points of one step are independent ("Heat equation" in execution-graphs-mora-2021,
// figure 10).
//   -DFG: a task per point and step     -DCG: a task per step
#include "../matrix.h"
#include <cstdio>
#include <cstdlib>

// u(x, t): the temperature in point x after step t; the first and the last point stay as they are.
static void heat(Matrix<double>& u, double h, double k) {
  const size_t steps = u.m - 1;
  const size_t points = u.n - 2;
  const double r = k / (h * h);
#pragma exg trace
  for (size_t t = 1; t <= steps; ++t)
#ifdef CG
#pragma exg task
#endif
    for (size_t x = 1; x <= points; ++x)
#ifdef FG
#pragma exg task
#endif
      u(x, t) = (1 - 2 * r) * u(x, t - 1) + r * u(x + 1, t - 1) + r * u(x - 1, t - 1);
}

int main(int argc, char** argv) {
  const size_t points = argc > 1 ? strtoul(argv[1], nullptr, 10) : 4;
  const size_t steps = argc > 2 ? strtoul(argv[2], nullptr, 10) : 4;
  Matrix<double> u(points + 2, steps + 1);
  for (size_t x = 1; x <= points; ++x) u(x, 0) = double(x * (points + 1 - x));

  const double h = 1.0 / double(points + 1);
  heat(u, h, h * h / 4);

  double sum = 0;
  for (size_t x = 1; x <= points; ++x) sum += u(x, steps);
  printf("heat %zu points %zu steps: sum %.17g\n", points, steps, sum);
}
