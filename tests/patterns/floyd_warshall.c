// Shortest paths between all pairs, in place.
// run 4 => Floyd-Warshall: 4 nodes
// run 9 => Floyd-Warshall: 9 nodes
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  int* d = calloc(n * n, sizeof(int));
#pragma exg trace
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
#pragma exg task
      {
        int through = d[i * n + k] + d[k * n + j], direct = d[i * n + j];
        d[i * n + j] = through < direct ? through : direct;
      }
  printf("%d\n", d[n - 1]);
}
