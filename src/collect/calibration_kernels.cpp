// Loops whose time tells what an instruction of a profile's work takes. Each has the work of an iteration as unply
// counts it (work_of() in src/plugin/loop_profile.cpp; tests/calibration compares them). They differ tenfold, as
// programs do: one long chain, vectors, sums, indirect reads, branches, divisions. All their data are in a cache.
#include "collect/calibration.h"

namespace unply {

const char* const kCalibrationKernels = R"(
static const int kSize = 4096;
static double xs[kSize], ys[kSize];
static int places[kSize];

static double chain(int n) {
  unsigned long x = n;
  for (int i = 0; i < n; ++i) x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  return static_cast<double>(x);
}

static double update(int n) {
  for (int i = 0; i < n; ++i) ys[i] += 0.5 * xs[i];
  return ys[n - 1];
}

static double sum(int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += xs[i] * ys[i];
  return s;
}

static double stencil(int n) {
  for (int i = 1; i < n - 1; ++i) ys[i] = 0.25 * (xs[i - 1] + 2 * xs[i] + xs[i + 1]);
  return ys[1];
}

static double gather(int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += xs[places[i]];
  return s;
}

static double branches(int n) {
  int count = 0, last = 0;
  for (int i = 0; i < n; ++i) {
    if (places[i] & 8)
      last = places[i] / 3, ++count;
    else
      last += count;
  }
  return count + last;
}

static double divide(int n) {
  double x = 1;
  for (int i = 0; i < n; ++i) x = 1 + xs[i] / x;
  return x;
}

static const struct {
  double (*run)(int);
  double work; // of an iteration
} kKernels[] = {{chain, 9}, {update, 11}, {sum, 9}, {stencil, 18}, {gather, 10}, {branches, 18}, {divide, 19}};

static void fill() {
  for (int i = 0; i < kSize; ++i) xs[i] = 1 + i % 7, ys[i] = 1, places[i] = i * 2654435761u % kSize;
}
)";

} // namespace unply
