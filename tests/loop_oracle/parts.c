// Both calls of add() depend on the one of scatter(), the second one on words that the first has read several times.
#include <stdio.h>
enum { kRows = 400, kWidth = 8 };
static int order[kRows * kWidth], sums[kRows], more[kRows];
static int starts[kRows];
static double values[kRows * kWidth];
__attribute__((noinline)) static void scatter(void) {
  __asm__ volatile("");
  for (int i = 0; i < kRows; i++)
    for (int k = 0; k < kWidth; k++) values[order[i * kWidth + k]] = i % 7;
}
__attribute__((noinline)) static void add(int* to) {
  __asm__ volatile("");
  for (int i = 0; i < kRows; i++) {
    double sum = 0;
    for (int k = starts[i]; k < starts[i] + kWidth; k++) sum += values[k];
    to[i] = (int)sum;
  }
}
__attribute__((noinline)) static int both(int step) {
  __asm__ volatile("");
  scatter();
  add(sums);
  add(more);
  return sums[step] + more[step + 1];
}
int main(void) {
  for (int i = 0; i < kRows; i++) starts[i] = i % 40 * kWidth;
  for (int i = 0; i < kRows * kWidth; i++) order[i] = i * 7 % (kRows * kWidth);
  int sum = 0;
  for (int step = 0; step < 5; step++) sum += both(step);
  printf("%d\n", sum);
}
