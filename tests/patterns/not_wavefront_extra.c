// One cell reads a third one.
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
      if (at[-1] - 1 > best) best = at[-1] - 1;
      if (at[-row] - 1 > best) best = at[-row] - 1;
      if (i == 4 && j == 5 && h[2 * row + 3] > 50) best = 50;
      *at = best;
    }
  printf("%d\n", h[n * row + m]);
}
