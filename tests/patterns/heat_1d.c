// Explicit heat equation on a rod, in two rows.
// run 8 5 => stencil 1-D: 8 points x 5 steps, radius 1
// run 100 60 => stencil 1-D: 100 points x 60 steps, radius 1
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), steps = atoi(argv[2]);
  double *u = calloc(n + 2, 8), *next = calloc(n + 2, 8);
  u[0] = next[0] = 1;
#pragma exg trace
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= n; i++)
#pragma exg task
      next[i] = u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]);
    double* swap = u;
    u = next, next = swap;
  }
  printf("%g\n", u[1]);
}
