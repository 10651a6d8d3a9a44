// A sweep in place reads new values to the left and old ones to the right: a wavefront skewed in time.
// run 8 5 => in-place stencil 1-D: 8 points x 5 sweeps, radius 1, without the centre, 16 levels, widest 4
// run 50 40 => in-place stencil 1-D: 50 points x 40 sweeps, radius 1, without the centre
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), sweeps = atoi(argv[2]);
  double* u = calloc(n + 2, 8);
  u[0] = 1;
#pragma exg trace
  for (int s = 0; s < sweeps; s++)
    for (int i = 1; i <= n; i++)
#pragma exg task
      u[i] = (u[i - 1] + u[i + 1]) / 2;
  printf("%g\n", u[1]);
}
