// Order of a chain of matrix products: an interval from all ways to cut it.
// run 6 => interval dynamic programming: 6 smallest intervals
// run 25 => interval dynamic programming: 25 smallest intervals
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  long* cost = calloc(n * n, sizeof(long));
#pragma exg trace
  for (int d = 0; d < n; d++)
    for (int i = 0; i + d < n; i++)
#pragma exg task
    {
      long best = d == 0 ? 0 : 1L << 40;
      for (int k = i; k < i + d; k++) {
        long c = cost[i * n + k] + cost[(k + 1) * n + i + d] + (i + 1) * (k + 2) % 7 * (i + d + 2);
        best = c < best ? c : best;
      }
      cost[i * n + i + d] = best;
    }
  printf("%ld\n", cost[n - 1]);
}
