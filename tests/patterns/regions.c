// A rod whose ends are kept by tasks of their own, which write down where the heat is: each region alone has a name.
// run 8 5 => irregular
// part loop: stencil 1-D: 8 points x 5 steps, radius 1
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), steps = atoi(argv[2]);
  double *u = calloc(n + 2, 8), *next = calloc(n + 2, 8), log = 0;
  u[0] = next[0] = 1;
#pragma exg trace
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= n; i++)
#pragma exg task
      next[i] = u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]);
    if (t % 2 == 0)
#pragma exg task
      log = log / 2 + next[1 + t % n];
    double* swap = u;
    u = next, next = swap;
  }
  printf("%g %g\n", u[1], log);
}
