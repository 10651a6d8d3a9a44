// Gauss-Seidel in two dimensions, each point from itself and its four neighbours.
// run 5 4 3 => in-place stencil 2-D: 5 x 4 points x 3 sweeps, 5 points
// run 12 10 6 => in-place stencil 2-D: 12 x 10 points x 6 sweeps, 5 points
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int nx = atoi(argv[1]), ny = atoi(argv[2]), sweeps = atoi(argv[3]), row = ny + 2;
  double* u = calloc((nx + 2) * row, 8);
#pragma exg trace
  for (int s = 0; s < sweeps; s++)
    for (int i = 1; i <= nx; i++)
      for (int j = 1; j <= ny; j++)
#pragma exg task
      {
        double* at = u + i * row + j;
        *at = 0.2 * *at + 0.2 * (at[-1] + at[1] + at[-row] + at[row]);
      }
  printf("%g\n", u[row + 1]);
}
