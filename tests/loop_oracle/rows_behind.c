// Each block of a row reads the block behind in the row before: over 1 iteration of t, and over 1 of the loop inside.
// The calls may write anywhere, so that only the loops over i are confined; the second one finds words read more than
// once.
#include <stdio.h>
int marks[16], first[256];
double rows[20][272], others[272];
__attribute__((noinline)) static void mark(int b) {
  __asm__ volatile("");
  marks[b * 5 % 16]++;
}
int main(int argc, char** argv) {
  const int width = argc * 16;
  (void)argv;
  for (int i = 16; i < 256; i++) first[i] = (i - 16) / 16 * 16;
  for (int t = 1; t < 20; t++)
    for (int b = 1; b < 16; b++) {
      mark(b);
      for (int i = width * b; i < width * b + width; i++) {
        double sum = i;
        for (int k = first[i]; k < first[i] + width; k++) sum += rows[t - 1][k];
        rows[t][i] = sum;
      }
      for (int i = width * b; i < width * b + width; i++) {
        double sum = i;
        for (int k = first[i]; k < first[i] + width; k++) sum += rows[t - 1][k];
        others[i] = sum;
      }
    }
  printf("%g %d\n", rows[19][63], marks[3]);
}
