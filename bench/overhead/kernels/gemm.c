/* Dense matrix product C = beta C + alpha A B: a coarse task is a row of C, a fine one a multiply-add. */
#include "kernel.h"
enum { kSize = 220 };
static double a[kSize][kSize], b[kSize][kSize], c[kSize][kSize];

static void prepare(void) {
  for (int i = 0; i < kSize; i++)
    for (int j = 0; j < kSize; j++) {
      a[i][j] = (i * 3 + j) % 17;
      b[i][j] = (i + j * 5) % 13;
      c[i][j] = 1;
    }
}

__attribute__((noinline)) static void kernel(void) {
  TRACE
  for (int i = 0; i < kSize; i++) COARSE {
      for (int j = 0; j < kSize; j++) c[i][j] *= 0.5;
      for (int k = 0; k < kSize; k++)
        for (int j = 0; j < kSize; j++) FINE {
            c[i][j] += 1.25 * a[i][k] * b[k][j];
          }
    }
}

static double digest(void) {
  double sum = 0;
  for (int i = 0; i < kSize; i++)
    for (int j = 0; j < kSize; j++) sum += c[i][j] * ((i ^ j) & 3);
  return sum;
}
static size_t touched_bytes(void) { return sizeof a + sizeof b + sizeof c; }
