// A running sum in one variable.
// run 2 => chain: 2 tasks
// run 50 => chain: 50 tasks
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double *a = calloc(n, 8), s = 0;
#pragma exg trace
  for (int i = 0; i < n; i++)
#pragma exg task
    s += a[i];
  printf("%g\n", s);
}
