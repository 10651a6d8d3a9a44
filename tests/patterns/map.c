// The elements of a sum of vectors are independent.
// run 12 => map: 12 independent tasks
// run 1000 => map: 1000 independent tasks
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double *a = calloc(n, 8), *b = calloc(n, 8), *c = calloc(n, 8);
#pragma exg trace
  for (int i = 0; i < n; i++)
#pragma exg task
    c[i] = a[i] + b[i];
  printf("%g\n", c[n - 1]);
}
