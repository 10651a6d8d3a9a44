// As many tasks as it takes to come from n to 1 by halving even and tripling odd numbers: no form of n gives that.
// -DODD_ONE: as many as n, but for one more at 8.
#include <stdio.h>
#include <stdlib.h>
static long cell[1000];
int main(int argc, char** argv) {
  long n = argc > 1 ? atol(argv[1]) : 27, steps = 0;
#ifdef ODD_ONE
  steps = n + (n == 8);
#else
  for (long x = n; x != 1; x = x % 2 ? 3 * x + 1 : x / 2) ++steps;
#endif
#pragma exg trace
  for (long i = 1; i <= steps; ++i)
#pragma exg task
    cell[i] = cell[i - 1] + i;
  printf("%ld\n", cell[steps]);
  return 0;
}
