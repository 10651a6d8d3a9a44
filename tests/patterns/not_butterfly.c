// One butterfly takes the wrong partner.
// run 16 => irregular
// never butterfly
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
        int partner = half == 2 && j == 4 ? j + 3 : j + half;
        double a = x[j], b = x[partner];
        x[j] = a + b, x[partner] = a - b;
      }
  printf("%g\n", x[0]);
}
