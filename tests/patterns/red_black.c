// Gauss-Seidel in red-black order: every second point, then the others.
// run 9 4 => red-black stencil 1-D: 9 points x 4 sweeps, radius 1
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), sweeps = atoi(argv[2]);
  double* u = calloc(n + 2, 8);
#pragma exg trace
  for (int half = 0; half < 2 * sweeps; half++)
    for (int i = 1 + half % 2; i <= n; i += 2)
#pragma exg task
      u[i] += (u[i - 1] + u[i + 1]) / 2;
  printf("%g\n", u[1]);
}
