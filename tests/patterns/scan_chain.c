// Running totals one after the other, each used by a task.
// run 9 => scan, chain: 9 steps
// run 200 => scan, chain: 200 steps
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double *a = calloc(n, 8), *root = calloc(n, 8), total = 0;
#pragma exg trace
  for (int i = 0; i < n; i++) {
#pragma exg task
    total += a[i] + 1;
#pragma exg task
    root[i] = total / 2;
  }
  printf("%g\n", root[n - 1]);
}
