// Local alignment: a cell from its neighbours above, to the left and between.
// run 5 9 => wavefront: 5 x 9 with diagonals, 13 levels, widest 5
// run 60 40 => wavefront: 60 x 40 with diagonals, 99 levels, widest 40
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), m = atoi(argv[2]), row = m + 1;
  int* h = calloc((n + 1) * row, sizeof(int));
#pragma exg trace
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
#pragma exg task
    {
      int best = 0, *at = h + i * row + j;
      if (at[-1] - 1 > best) best = at[-1] - 1;
      if (at[-row] - 1 > best) best = at[-row] - 1;
      if (at[-row - 1] + (i % 3 == j % 2) > best) best = at[-row - 1] + (i % 3 == j % 2);
      *at = best;
    }
  printf("%d\n", h[n * row + m]);
}
