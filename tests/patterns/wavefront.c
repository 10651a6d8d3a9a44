// A cell from its neighbours above and to the left, column by column.
// run 5 9 => wavefront: 9 x 5, 13 levels, widest 5
// run 30 30 => wavefront: 30 x 30, 59 levels, widest 30
// run 1 9 => chain: 9 tasks
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), m = atoi(argv[2]), row = m + 1;
  int* h = calloc((n + 1) * row, sizeof(int));
#pragma exg trace
  for (int j = 1; j <= m; j++)
    for (int i = 1; i <= n; i++)
#pragma exg task
    {
      int best = 0, *at = h + i * row + j;
      if (at[-1] - 1 > best) best = at[-1] - 1;
      if (at[-row] - 1 > best) best = at[-row] - 1;
      *at = best;
    }
  printf("%d\n", h[n * row + m]);
}
