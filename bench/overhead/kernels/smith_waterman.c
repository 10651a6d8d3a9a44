/* Local alignment of two long sequences: a coarse task is a row of the matrix, a fine one a cell. */
#include "kernel.h"
enum { kLength = 1800 };
static int score[kLength + 1][kLength + 1];
static char first[kLength], second[kLength];

static void prepare(void) {
  random_state = 88172645463325252ul;
  for (int i = 0; i < kLength; i++) {
    first[i] = "ACGT"[next_random() & 3];
    second[i] = "ACGT"[next_random() & 3];
  }
}

static int larger(int a, int b) { return a > b ? a : b; }

__attribute__((noinline)) static void kernel(void) {
  TRACE
  for (int i = 1; i <= kLength; i++) COARSE
  for (int j = 1; j <= kLength; j++) FINE {
      const int match = score[i - 1][j - 1] + (first[i - 1] == second[j - 1] ? 2 : -1);
      const int gap = larger(score[i - 1][j], score[i][j - 1]) - 1;
      score[i][j] = larger(0, larger(match, gap));
    }
}

static double digest(void) {
  double sum = 0;
  for (int i = 0; i <= kLength; i++)
    for (int j = 0; j <= kLength; j++) sum += score[i][j];
  return sum;
}
static size_t touched_bytes(void) { return sizeof score + sizeof first + sizeof second; }
