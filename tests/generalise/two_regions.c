// A second trace region, entered for more than 5 elements only, as often as n - 5.
#include <stdio.h>
#include <stdlib.h>
static long cell[1000];
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 6;
#pragma exg trace
  for (int i = 0; i < n; ++i)
#pragma exg task independent
    cell[i] = i;
  for (int repeat = 5; repeat < n; ++repeat) {
#pragma exg trace
    for (int i = 1; i < n; ++i)
#pragma exg task chain
      cell[i] += cell[i - 1];
  }
  printf("%ld\n", cell[n - 1]);
  return 0;
}
