// Two dimensions, each point from itself and eight neighbours.
// run 4 6 3 => stencil 2-D: 4 x 6 points x 3 steps, 9 points
// run 13 20 8 => stencil 2-D: 13 x 20 points x 8 steps, 9 points
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int nx = atoi(argv[1]), ny = atoi(argv[2]), steps = atoi(argv[3]), row = ny + 2;
  double *u = calloc((nx + 2) * row, 8), *next = calloc((nx + 2) * row, 8);
#pragma exg trace
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= nx; i++)
      for (int j = 1; j <= ny; j++)
#pragma exg task
      {
        const double* at = u + i * row + j;
        next[i * row + j] =
            (at[0] + at[-1] + at[1] + at[-row - 1] + at[-row] + at[-row + 1] + at[row - 1] + at[row] + at[row + 1]) / 9;
      }
    double* swap = u;
    u = next, next = swap;
  }
  printf("%g\n", u[row + 1]);
}
