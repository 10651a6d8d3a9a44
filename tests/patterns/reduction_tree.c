// Values computed independently and added in pairs.
// run 16 => reduction tree: 16 leaves, fan-in 2, depth 4
// run 256 => reduction tree: 256 leaves, fan-in 2, depth 8
// run 11 => in-tree: 11 leaves, fan-in at most 2, depth 4
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double* a = calloc(n, 8);
#pragma exg trace
  {
    for (int i = 0; i < n; i++)
#pragma exg task
      a[i] = 1.0 / (i + 1);
    for (int d = 1; d < n; d *= 2)
      for (int i = 0; i + d < n; i += 2 * d)
#pragma exg task
        a[i] += a[i + d];
  }
  printf("%g\n", a[0]);
}
