// Each element reads three others that a table names: as many as in a stencil, but elsewhere.
// run 12 5 => irregular
// never stencil
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), steps = atoi(argv[2]);
  double *u = calloc(n, 8), *next = calloc(n, 8);
#pragma exg trace
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
#pragma exg task
      next[i] = u[i] + u[(i * i + 1) % n] + u[(i * 5 + i * i * i + 3) % n];
    double* swap = u;
    u = next, next = swap;
  }
  printf("%g\n", u[0]);
}
