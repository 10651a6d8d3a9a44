// A cell of a cube from its three neighbours towards the origin.
// run 3 4 5 => wavefront: 3 x 4 x 5, 10 levels, widest 11
// run 12 9 11 => wavefront: 12 x 9 x 11, 30 levels, widest 83
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]), row = c + 1, plane = (b + 1) * row;
  double* u = calloc((a + 1) * plane, 8);
#pragma exg trace
  for (int i = 1; i <= a; i++)
    for (int j = 1; j <= b; j++)
      for (int k = 1; k <= c; k++)
#pragma exg task
      {
        double* at = u + i * plane + j * row + k;
        *at = (at[-1] + at[-row] + at[-plane] + 1) / 3;
      }
  printf("%g\n", u[plane + row + 1]);
}
