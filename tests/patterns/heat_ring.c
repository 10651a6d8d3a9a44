// The same on a ring, reading two points to each side.
// run 12 4 => stencil 1-D: 12 points x 4 steps, radius 2, periodic
// run 50 20 => stencil 1-D: 50 points x 20 steps, radius 2, periodic
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), steps = atoi(argv[2]);
  double *u = calloc(n, 8), *next = calloc(n, 8);
  u[0] = 1;
#pragma exg trace
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
#pragma exg task
      next[i] = u[i] + 0.1 * (u[(i + n - 2) % n] + u[(i + n - 1) % n] - 4 * u[i] + u[(i + 1) % n] + u[(i + 2) % n]);
    double* swap = u;
    u = next, next = swap;
  }
  printf("%g\n", u[0]);
}
