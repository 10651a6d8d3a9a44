// Tasks that are too short to be measured: each adds one number.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  (void)argc;
  int n = atoi(argv[1]);
  long* sums = calloc((size_t)n, sizeof *sums);
#pragma exg trace
  for (int i = 0; i < n; ++i)
#pragma exg task
    sums[i] += i;
  printf("%ld\n", sums[n - 1]);
  return 0;
}
