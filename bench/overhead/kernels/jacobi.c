/* jacobi-2d: two five-point sweeps a time step. A coarse task is a row of a sweep, a fine one a point. */
#include "kernel.h"
enum { kSize = 320, kSteps = 40 };
static double u[kSize][kSize], v[kSize][kSize];

static void prepare(void) {
  for (int i = 0; i < kSize; i++)
    for (int j = 0; j < kSize; j++) u[i][j] = v[i][j] = (i * 7 + j * 11) % 101;
}

__attribute__((noinline)) static void kernel(void) {
  TRACE
  for (int t = 0; t < kSteps; t++) {
    for (int i = 1; i < kSize - 1; i++) COARSE
    for (int j = 1; j < kSize - 1; j++) FINE {
        v[i][j] = 0.2 * (u[i][j] + u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
      }
    for (int i = 1; i < kSize - 1; i++) COARSE
    for (int j = 1; j < kSize - 1; j++) FINE {
        u[i][j] = 0.2 * (v[i][j] + v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1]);
      }
  }
}

static double digest(void) {
  double sum = 0;
  for (int i = 0; i < kSize; i++)
    for (int j = 0; j < kSize; j++) sum += u[i][j] * (1 + (j & 1));
  return sum;
}
static size_t touched_bytes(void) { return sizeof u + sizeof v; }
