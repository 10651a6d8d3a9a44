// A sweep into a second array, then a copy back, point by point.
// run 7 4 => stencil 1-D with copy: 7 points x 4 steps, radius 1
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), steps = atoi(argv[2]);
  double *u = calloc(n + 2, 8), *next = calloc(n + 2, 8);
#pragma exg trace
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= n; i++)
#pragma exg task
      next[i] = (u[i - 1] + u[i] + u[i + 1]) / 3;
    for (int i = 1; i <= n; i++)
#pragma exg task
      u[i] = next[i];
  }
  printf("%g\n", u[1]);
}
