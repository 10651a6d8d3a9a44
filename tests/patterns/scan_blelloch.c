// Exclusive prefix sums by an up and a down sweep.
// run 16 => scan, Blelloch: 16 elements
// run 128 => scan, Blelloch: 128 elements
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double* x = calloc(n, 8);
#pragma exg trace
  {
    for (int d = 1; d < n; d *= 2)
      for (int r = 2 * d - 1; r < n; r += 2 * d)
#pragma exg task
        x[r] += x[r - d];
    x[n - 1] = 0;
    for (int d = n / 2; d > 0; d /= 2)
      for (int r = 2 * d - 1; r < n; r += 2 * d)
#pragma exg task
      {
        double left = x[r - d];
        x[r - d] = x[r];
        x[r] += left;
      }
  }
  printf("%g\n", x[n - 1]);
}
