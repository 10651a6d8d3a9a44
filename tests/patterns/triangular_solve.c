// Forward substitution, one task for each product and each quotient.
// run 6 => triangular solve: 6 unknowns
// run 30 => triangular solve: 30 unknowns
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double *l = calloc(n * n, 8), *x = calloc(n, 8);
  for (int i = 0; i < n; i++) l[i * n + i] = x[i] = i + 1;
#pragma exg trace
  for (int j = 0; j < n; j++) {
#pragma exg task
    x[j] /= l[j * n + j];
    for (int i = j + 1; i < n; i++)
#pragma exg task
      x[i] -= l[i * n + j] * x[j];
  }
  printf("%g\n", x[n - 1]);
}
