// Values computed independently and added to one sum in order.
// run 10 => reduction chain: 10 independent tasks
// run 300 => reduction chain: 300 independent tasks
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double *a = calloc(n, 8), s = 0;
#pragma exg trace
  {
    for (int i = 0; i < n; i++)
#pragma exg task
      a[i] = 1.0 / (i + 1);
    for (int i = 0; i < n; i++)
#pragma exg task
      s += a[i];
  }
  printf("%g\n", s);
}
