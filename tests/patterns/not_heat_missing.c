// One point in one step is kept at a value of its own.
// run 8 6 => irregular
// never stencil
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), steps = atoi(argv[2]);
  double *u = calloc(n + 2, 8), *next = calloc(n + 2, 8);
#pragma exg trace
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= n; i++)
#pragma exg task
      next[i] = (t == 2 && i == 3 ? 1 : u[i - 1]) + u[i] + u[i + 1];
    double* swap = u;
    u = next, next = swap;
  }
  printf("%g\n", u[1]);
}
