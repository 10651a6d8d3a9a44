// Cells where the letters agree do not look at their neighbours: which ones depends on the data.
// run 6 8 => irregular
// never wavefront
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
      if (i * 7 % 5 != j * 3 % 4) {
        if (at[-1] - 1 > best) best = at[-1] - 1;
        if (at[-row] - 1 > best) best = at[-row] - 1;
      }
      *at = best;
    }
  printf("%d\n", h[n * row + m]);
}
