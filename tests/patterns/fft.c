// The butterflies of a fast transform, decimation in time.
// run 8 => butterfly: 2^3, 3 levels of 4
// run 1024 => butterfly: 2^10, 10 levels of 512
// run 4 => all-to-all: 2 levels of 2
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double* x = calloc(n, 8);
  for (int i = 0; i < n; i++) x[i] = i;
#pragma exg trace
  for (int half = 1; half < n; half *= 2)
    for (int block = 0; block < n; block += 2 * half)
      for (int j = block; j < block + half; j++)
#pragma exg task
      {
        double a = x[j], b = x[j + half];
        x[j] = a + b, x[j + half] = a - b;
      }
  printf("%g\n", x[0]);
}
