/* Sparse matrix (compressed rows) times vector, then the vector updated, several times: a coarse task is 64 rows, a
 * fine one a row. */
#include "kernel.h"
enum { kRows = 40000, kPerRow = 12, kSteps = 10, kBlock = 64 };
static int begin[kRows + 1], column[kRows * kPerRow];
static double value[kRows * kPerRow], x[kRows], y[kRows];

static void prepare(void) {
  random_state = 88172645463325252ul;
  for (int i = 0; i < kRows; i++) {
    begin[i] = i * kPerRow;
    x[i] = i % 97;
    for (int k = 0; k < kPerRow; k++) {
      column[i * kPerRow + k] = (int)(next_random() % kRows);
      value[i * kPerRow + k] = 1.0 / kPerRow;
    }
  }
  begin[kRows] = kRows * kPerRow;
}

__attribute__((noinline)) static void kernel(void) {
  TRACE
  for (int t = 0; t < kSteps; t++) {
    for (int block = 0; block < kRows; block += kBlock) COARSE
    for (int i = block; i < block + kBlock; i++) FINE {
        double sum = 0;
        for (int k = begin[i]; k < begin[i + 1]; k++) sum += value[k] * x[column[k]];
        y[i] = sum;
      }
    for (int block = 0; block < kRows; block += kBlock) COARSE
    for (int i = block; i < block + kBlock; i++) FINE {
        x[i] = 0.75 * x[i] + 0.25 * y[i];
      }
  }
}

static double digest(void) {
  double sum = 0;
  for (int i = 0; i < kRows; i++) sum += x[i];
  return sum;
}
static size_t touched_bytes(void) { return sizeof begin + sizeof column + sizeof value + sizeof x + sizeof y; }
