// Prefix sums in log2 n steps over all elements, in two buffers.
// run 16 => scan, Hillis-Steele: 16 elements
// run 100 => scan, Hillis-Steele: 100 elements
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double *x = calloc(n, 8), *y = calloc(n, 8);
#pragma exg trace
  for (int d = 1; d < n; d *= 2) {
    for (int i = 0; i < n; i++)
#pragma exg task
      y[i] = i >= d ? x[i] + x[i - d] : x[i];
    double* t = x;
    x = y, y = t;
  }
  printf("%g\n", x[n - 1]);
}
