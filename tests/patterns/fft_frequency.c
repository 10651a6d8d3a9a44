// The same with the farthest partners first, decimation in frequency.
// run 8 => butterfly: 2^3, 3 levels of 4
// run 512 => butterfly: 2^9, 9 levels of 256
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double* x = calloc(n, 8);
  for (int i = 0; i < n; i++) x[i] = i;
#pragma exg trace
  for (int half = n / 2; half > 0; half /= 2)
    for (int block = 0; block < n; block += 2 * half)
      for (int j = block; j < block + half; j++)
#pragma exg task
      {
        double a = x[j], b = x[j + half];
        x[j] = a + b, x[j + half] = a - b;
      }
  printf("%g\n", x[0]);
}
